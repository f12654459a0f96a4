// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::bone_list::BoneList;
use crate::material_set::MaterialSet;
use crate::surface_job::{Frame, Geometry, SurfaceJob};
use crate::{ModelError, SurfacePlace};
use fyrox::core::pool::Handle;
use fyrox::material::MaterialResource;
use fyrox::scene::base::BaseBuilder;
use fyrox::scene::mesh::surface::{Surface, SurfaceBuilder};
use fyrox::scene::mesh::{MeshBuilder, RenderPath};
use fyrox::scene::node::Node;
use glam::Affine3A;
use tumble_pose::{Attach, JointIndex, Mesh, Model};

/// A mesh node to be.
#[derive(Debug)]
pub(crate) struct MeshTemplate {
    name: String,
    /// What it hangs on; none for a skinned mesh, which hangs on the character.
    joint: Option<JointIndex>,
    surfaces: Vec<(Geometry, MaterialResource)>,
    path: RenderPath,
}

impl MeshTemplate {
    /// All of a model, in order. One that has opaque and blended surfaces becomes two, the blended one behind: in
    /// Fyrox a mesh is drawn one way or the other.
    pub(crate) fn all(
        model: &Model,
        rest: &[Affine3A],
        bones: &mut BoneList,
    ) -> Result<Vec<Self>, ModelError> {
        let materials = MaterialSet::new(model)?;
        let mut all = Vec::with_capacity(model.meshes.len());
        for mesh in &model.meshes {
            let skin = Skin::read(mesh, rest, bones)?;
            let joint = match skin {
                Skin::Rigid { on, .. } => Some(on),
                Skin::Joints { .. } => None,
            };
            let node = |path| Self { name: mesh.name.clone(), joint, surfaces: Vec::new(), path };
            let mut opaque = node(RenderPath::Deferred);
            let mut blended = node(RenderPath::Forward);
            for (index, surface) in mesh.surfaces.iter().enumerate() {
                let Some((material, blends)) = materials.get(surface.material) else {
                    let surface_place = SurfacePlace { mesh: mesh.name.clone(), surface: index };
                    let (found, materials) = (surface.material.unwrap_or(0), materials.count());
                    return Err(ModelError::Material { surface: surface_place, found, materials });
                };
                let job = SurfaceJob { mesh: &mesh.name, index, surface, frame: skin.frame() };
                let node = if blends { &mut blended } else { &mut opaque };
                node.surfaces.extend(job.run()?.into_iter().map(|geometry| (geometry, material.clone())));
            }
            let split = !blended.surfaces.is_empty();
            all.extend((!split || !opaque.surfaces.is_empty()).then_some(opaque));
            all.extend(split.then_some(blended));
        }
        Ok(all)
    }

    pub(crate) fn joint(&self) -> Option<JointIndex> {
        self.joint
    }

    /// The node. `bones` are the nodes of the model's bones.
    pub(crate) fn build(&self, bones: &[Handle<Node>]) -> Node {
        let surface = |(geometry, material): &(Geometry, MaterialResource)| -> Surface {
            SurfaceBuilder::new(geometry.data.clone())
                .with_material(material.clone())
                .with_bones(geometry.bones.iter().map(|&bone| bones[bone]).collect())
                .build()
        };
        // Fyrox finds the bounds of a mesh when its node moves, not when its bones do, so that a skinned mesh whose
        // character falls would vanish with the place where it stood.
        let base = BaseBuilder::new()
            .with_name(&self.name)
            .with_cast_shadows(true)
            .with_frustum_culling(self.joint.is_some());
        MeshBuilder::new(base)
            .with_surfaces(self.surfaces.iter().map(surface).collect())
            .with_render_path(self.path)
            .build_node()
    }
}

/// How a mesh is attached, looked through.
enum Skin {
    Rigid { on: JointIndex, offset: Affine3A, joint: Affine3A },
    Joints { bones: Vec<usize>, rest: Vec<Affine3A> },
}

impl Skin {
    fn read(mesh: &Mesh, rest: &[Affine3A], list: &mut BoneList) -> Result<Self, ModelError> {
        let known = |joint: JointIndex| {
            let joints = rest.len();
            let missing = || ModelError::Joint { mesh: mesh.name.clone(), joint, joints };
            (joint.index() < joints).then_some(joint).ok_or_else(missing)
        };
        let finite = |matrix: &Affine3A, what: &dyn Fn() -> String| {
            let wild = || ModelError::MatrixNotFinite { mesh: mesh.name.clone(), what: what() };
            matrix.is_finite().then_some(()).ok_or_else(wild)
        };
        match &mesh.attach {
            Attach::Rigid { joint, offset } => {
                finite(offset, &|| "place in its joint".to_owned())?;
                let on = known(*joint)?;
                Ok(Self::Rigid { on, offset: *offset, joint: rest[on.index()] })
            }
            Attach::Skinned { joints, inverse_bind } => {
                if joints.len() != inverse_bind.len() {
                    let (mesh, joints) = (mesh.name.clone(), joints.len());
                    return Err(ModelError::Skin { mesh, joints, inverse_bind: inverse_bind.len() });
                }
                let (mut bones, mut moves) = (Vec::new(), Vec::new());
                for (place, (&joint, matrix)) in joints.iter().zip(inverse_bind).enumerate() {
                    finite(matrix, &|| format!("inverse bind matrix {place}"))?;
                    moves.push(rest[known(joint)?.index()] * *matrix);
                    bones.push(list.place(joint, matrix));
                }
                Ok(Self::Joints { bones, rest: moves })
            }
        }
    }

    fn frame(&self) -> Frame<'_> {
        match self {
            Self::Rigid { offset, joint, .. } => Frame::Rigid { offset: *offset, joint: *joint },
            Self::Joints { bones, rest } => Frame::Skinned { bones, rest },
        }
    }
}

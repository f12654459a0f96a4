// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::bone_list::BoneList;
use crate::convert::to_transform;
use crate::material_set::MaterialSet;
use crate::reach::Reach;
use crate::surface_job::{Frame, Geometry, SurfaceJob};
use crate::{ModelError, SurfacePlace};
use fyrox::core::pool::Handle;
use fyrox::material::MaterialResource;
use fyrox::scene::base::BaseBuilder;
use fyrox::scene::mesh::surface::{Surface, SurfaceBuilder};
use fyrox::scene::mesh::{MeshBuilder, RenderPath};
use fyrox::scene::node::Node;
use glam::Affine3A;
use tumble_pose::{Attach, JointIndex, Mesh, Model, Role, RoleMap, Transform};

/// A mesh node to be.
#[derive(Debug)]
pub(crate) struct MeshTemplate {
    name: String,
    /// What it hangs on; none for a skinned mesh that nothing carries, which hangs on the character.
    joint: Option<JointIndex>,
    /// Where it is at the joint.
    place: Transform,
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
        let hips = RoleMap::infer(&model.skeleton).get(Role::Hips);
        for mesh in &model.meshes {
            let skin = Skin::read(mesh, rest, bones)?;
            let (mut opaque, mut blended) = (Vec::new(), Vec::new());
            for (index, surface) in mesh.surfaces.iter().enumerate() {
                let Some((material, blends)) = materials.get(surface.material) else {
                    let surface_place = SurfacePlace { mesh: mesh.name.clone(), surface: index };
                    let (found, materials) = (surface.material.unwrap_or(0), materials.count());
                    return Err(ModelError::Material { surface: surface_place, found, materials });
                };
                let job = SurfaceJob { mesh: &mesh.name, index, surface, frame: skin.frame() };
                let surfaces = if blends { &mut blended } else { &mut opaque };
                surfaces.extend(job.run()?.into_iter().map(|geometry| (geometry, material.clone())));
            }
            // Surfaces hold together, now.
            let reach = Reach::of(mesh, &model.skeleton, hips);
            let split = !blended.is_empty();
            if !split || !opaque.is_empty() {
                all.push(Self::new(&mesh.name, &skin, reach, opaque, RenderPath::Deferred));
            }
            if split {
                all.push(Self::new(&mesh.name, &skin, reach, blended, RenderPath::Forward));
            }
        }
        Ok(all)
    }

    fn new(
        name: &str,
        skin: &Skin,
        reach: Option<Reach>,
        surfaces: Vec<(Geometry, MaterialResource)>,
        path: RenderPath,
    ) -> Self {
        let mut mesh =
            Self { name: name.to_owned(), joint: None, place: Transform::IDENTITY, surfaces, path };
        match (skin, reach) {
            (Skin::Rigid { on, .. }, _) => mesh.joint = Some(*on),
            (Skin::Joints { .. }, Some(reach)) => {
                if let Some(place) = reach.node(mesh.build(&[]).local_bounding_box()) {
                    (mesh.joint, mesh.place) = (Some(reach.joint), place);
                }
            }
            (Skin::Joints { .. }, None) => {}
        }
        mesh
    }

    pub(crate) fn joint(&self) -> Option<JointIndex> {
        self.joint
    }

    /// The node. `bones` are the nodes of the model's bones; those that are not there are left out.
    pub(crate) fn build(&self, bones: &[Handle<Node>]) -> Node {
        let surface = |(geometry, material): &(Geometry, MaterialResource)| -> Surface {
            SurfaceBuilder::new(geometry.data.clone())
                .with_material(material.clone())
                .with_bones(geometry.bones.iter().filter_map(|&bone| bones.get(bone).copied()).collect())
                .build()
        };
        // A skinned mesh without a place that holds all of it would be left out while it can be seen.
        let base = BaseBuilder::new()
            .with_name(&self.name)
            .with_local_transform(to_transform(self.place))
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

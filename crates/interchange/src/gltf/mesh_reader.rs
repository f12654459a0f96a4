// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::accessor_reader::AccessorReader;
use super::error::{GltfError, label};
use super::influences::{Four, Influences};
use super::joint_tree::{Anchor, JointTree};
use super::material_reader::Mapping;
use super::scene_tree::{SceneTree, node_label};
use super::schema::{Document, Primitive};
use super::skin_reader::read_skin;
use super::triangles::triangles;
use glam::{Vec2, Vec3};
use tumble_pose::{Attach, Mesh, Surface};

/// Reads the meshes of a scene: one for each node that shows one.
#[derive(Debug)]
pub(super) struct MeshReader<'a> {
    pub(super) document: &'a Document,
    pub(super) accessors: &'a AccessorReader<'a>,
    pub(super) tree: &'a JointTree,
    pub(super) mappings: &'a [Mapping],
    pub(super) warnings: &'a mut Vec<String>,
}

impl MeshReader<'_> {
    pub(super) fn read(mut self, scene: &SceneTree) -> Result<Vec<Mesh>, GltfError> {
        let mut meshes = Vec::new();
        for &node in &scene.order {
            if let Some(mesh) = self.document.nodes[node].mesh {
                meshes.extend(self.read_mesh(node, mesh)?);
            }
        }
        Ok(meshes)
    }

    fn read_mesh(&mut self, node: usize, index: usize) -> Result<Option<Mesh>, GltfError> {
        let (document, meshes) = (self.document, &self.document.meshes);
        let Some(mesh) = meshes.get(index) else {
            let of = format!("node {}", node_label(document, node));
            return Err(GltfError::Reference { of, what: "mesh", index, count: meshes.len() });
        };
        let attach = self.read_attach(node)?;
        let bones = match &attach {
            Attach::Skinned { joints, .. } => Some(joints.len()),
            Attach::Rigid { .. } => None,
        };
        let mut surfaces = Vec::with_capacity(mesh.primitives.len());
        for (number, primitive) in mesh.primitives.iter().enumerate() {
            let at = format!("primitive {number} of mesh {}", label(index, mesh.name.as_deref()));
            surfaces.extend(self.read_surface(&at, primitive, bones)?);
        }
        if surfaces.is_empty() {
            return Ok(None);
        }
        // An artist knows a mesh by the name of its node; the mesh's own is often `Cube.001`.
        let names = [&document.nodes[node].name, &mesh.name].into_iter().flatten();
        let name = names.into_iter().find(|name| !name.is_empty()).cloned().unwrap_or_default();
        self.accessors.charge(name.len()).map_err(|e| GltfError::accessor(format!("mesh {index}"), e))?;
        Ok(Some(Mesh { name, attach, surfaces }))
    }

    fn read_attach(&self, node: usize) -> Result<Attach, GltfError> {
        if let Some(skin) = self.document.nodes[node].skin {
            // A skinned mesh follows its joints alone: its node's own place is ignored.
            return read_skin(self.document, self.accessors, self.tree, skin);
        }
        let Anchor { joint, offset } = self.tree.anchors[node];
        if offset.is_finite() {
            Ok(Attach::Rigid { joint, offset })
        } else {
            Err(GltfError::Transform { node: node_label(self.document, node) })
        }
    }

    /// `bones` is the number of the skin's joints, for a skinned mesh.
    fn read_surface(
        &mut self,
        at: &str,
        primitive: &Primitive,
        bones: Option<usize>,
    ) -> Result<Option<Surface>, GltfError> {
        let accessors = self.accessors;
        let part = |name: &str| format!("{name} of {at}");
        let Some(&position) = primitive.attributes.get("POSITION") else {
            self.warnings.push(format!("{at} is left out: it has no positions"));
            return Ok(None);
        };
        let positions =
            accessors.floats::<3>(position).map_err(|e| GltfError::accessor(part("POSITION"), e))?;
        let count = positions.len();
        let indices = self.read_indices(primitive, count, at)?;
        let Some(indices) = triangles(primitive.mode.unwrap_or(4), &indices) else {
            self.warnings.push(format!("{at} is left out: it is points or lines"));
            return Ok(None);
        };
        let normals = self.attribute::<3>(primitive, "NORMAL", count, at)?;
        let normals =
            normals.iter().map(|normal| Vec3::from_array(*normal).try_normalize().unwrap_or(Vec3::Y));
        let influences = match bones {
            None => Vec::new(),
            Some(bones) => self.read_influences(primitive, count, bones, at)?,
        };
        Ok(Some(Surface {
            positions: positions.into_iter().map(Vec3::from_array).collect(),
            normals: normals.collect(),
            uvs: self.read_uvs(primitive, count, at)?,
            influences,
            indices,
            material: primitive.material,
        }))
    }

    /// One entry per vertex, or none where the primitive has no such attribute.
    fn attribute<const N: usize>(
        &self,
        primitive: &Primitive,
        name: &str,
        vertices: usize,
        at: &str,
    ) -> Result<Vec<[f32; N]>, GltfError> {
        let Some(&accessor) = primitive.attributes.get(name) else {
            return Ok(Vec::new());
        };
        let of = || format!("{name} of {at}");
        let values = self.accessors.floats::<N>(accessor).map_err(|e| GltfError::accessor(of(), e))?;
        same_count(of, vertices, values.len())?;
        Ok(values)
    }

    fn read_uvs(&self, primitive: &Primitive, vertices: usize, at: &str) -> Result<Vec<Vec2>, GltfError> {
        let mapping = match primitive.material {
            None => Mapping::default(),
            Some(material) => *self.mappings.get(material).ok_or_else(|| GltfError::Reference {
                of: at.to_owned(),
                what: "material",
                index: material,
                count: self.mappings.len(),
            })?,
        };
        let uvs = self.attribute::<2>(primitive, &format!("TEXCOORD_{}", mapping.set), vertices, at)?;
        Ok(uvs.into_iter().map(|uv| mapping.apply(Vec2::from_array(uv))).collect())
    }

    fn read_indices(&self, primitive: &Primitive, vertices: usize, at: &str) -> Result<Vec<u32>, GltfError> {
        let Some(accessor) = primitive.indices else {
            return Ok((0..u32::try_from(vertices).unwrap_or(u32::MAX)).collect());
        };
        let of = || format!("the indices of {at}");
        let indices = self.accessors.integers::<1>(accessor).map_err(|e| GltfError::accessor(of(), e))?;
        match indices.iter().find(|[index]| *index as usize >= vertices) {
            None => Ok(indices.into_iter().flatten().collect()),
            Some([found]) => Err(GltfError::VertexIndex { of: at.to_owned(), found: *found, vertices }),
        }
    }

    fn read_influences(
        &mut self,
        primitive: &Primitive,
        vertices: usize,
        bones: usize,
        at: &str,
    ) -> Result<Vec<Four>, GltfError> {
        let mut influences = Influences::new(vertices, bones);
        for set in 0_u32.. {
            let names = [format!("JOINTS_{set}"), format!("WEIGHTS_{set}")];
            let [Some(&joints), Some(_)] = names.each_ref().map(|name| primitive.attributes.get(name)) else {
                break;
            };
            let of = || format!("{} of {at}", names[0]);
            let joints = self.accessors.integers::<4>(joints).map_err(|e| GltfError::accessor(of(), e))?;
            same_count(of, vertices, joints.len())?;
            let weights = self.attribute::<4>(primitive, &names[1], vertices, at)?;
            influences.add(&joints, &weights).map_err(|found| GltfError::Influence {
                of: of(),
                found,
                bones,
            })?;
        }
        let (influences, loose) = influences.finish();
        if loose > 0 {
            self.warnings
                .push(format!("{at}: {loose} vertices follow no joint; the skin's first has them now"));
        }
        Ok(influences)
    }
}

fn same_count(of: impl Fn() -> String, expected: usize, found: usize) -> Result<(), GltfError> {
    if expected == found { Ok(()) } else { Err(GltfError::Count { of: of(), expected, found }) }
}

impl Mapping {
    fn apply(&self, uv: Vec2) -> Vec2 {
        match &self.transform {
            None => uv,
            Some(transform) => {
                // The extension turns clockwise in a space whose v runs down.
                let turned =
                    Vec2::from_angle(-transform.rotation).rotate(uv * Vec2::from_array(transform.scale));
                turned + Vec2::from_array(transform.offset)
            }
        }
    }
}

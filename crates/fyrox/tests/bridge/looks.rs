// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Materials and textures, and that instances share them.

use crate::refusals::material;
use crate::shapes::{chain, model, rigid, tetrahedron};
use fyrox::core::color::Color;
use fyrox::graph::SceneGraph;
use fyrox::material::{Material as FyroxMaterial, MaterialProperty, MaterialResource};
use fyrox::resource::texture::TextureResource;
use fyrox::scene::Scene;
use fyrox::scene::mesh::{Mesh as FyroxMesh, RenderPath};
use glam::Affine3A;
use std::io::Cursor;
use tumble_fyrox::pose::{AlphaMode, Image, Material, Mesh, Model, Surface, Transform};
use tumble_fyrox::{ModelNodes, ModelTemplate, interchange, mannequin, spawn_model};

fn mesh<'a>(scene: &'a Scene, nodes: &ModelNodes, index: usize) -> &'a FyroxMesh {
    scene.graph.try_get_of_type(nodes.meshes[index]).expect("a mesh")
}

/// One tetrahedron for each material, in one mesh.
fn dressed(materials: Vec<Material>, images: Vec<Image>) -> Model {
    let surfaces = (0..materials.len()).map(|index| Surface { material: Some(index), ..tetrahedron() });
    let mesh = Mesh { surfaces: surfaces.collect(), ..rigid(0, Affine3A::IDENTITY) };
    Model { materials, images, ..model(chain(1, Transform::IDENTITY), vec![mesh]) }
}

/// The material of a model of one.
fn only(material: Material, images: Vec<Image>) -> (MaterialResource, RenderPath) {
    let mut scene = Scene::new();
    let nodes = spawn_model(&dressed(vec![material], images), &mut scene.graph).expect("a model");
    let mesh = mesh(&scene, &nodes, 0);
    (mesh.surfaces()[0].material().clone(), mesh.render_path())
}

fn color(material: &FyroxMaterial) -> Color {
    let group = material.property_group_ref("properties").expect("properties");
    match group.property_ref("diffuseColor") {
        Some(MaterialProperty::Color(color)) => *color,
        other => panic!("a colour, found {other:?}"),
    }
}

/// The first pixel of a texture.
fn pixel(texture: &TextureResource) -> Vec<u8> {
    let texture = texture.data_ref();
    let size = texture.pixel_kind().size_in_bytes().expect("plain pixels");
    texture.data()[..size].to_vec()
}

fn png(pixels: [[u8; 4]; 4]) -> Image {
    let image = image::RgbaImage::from_raw(2, 2, pixels.concat()).expect("four pixels");
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, image::ImageFormat::Png).expect("a PNG");
    Image { name: "dots".to_owned(), media_type: "image/png".to_owned(), bytes: bytes.into_inner().into() }
}

#[test]
fn colours_are_srgb_where_fyrox_lights_and_levels_are_textures() {
    let half = Material { base_color: [0.5, 0.0, 1.0, 0.3], metallic: 0.2, roughness: 0.6, ..material(None) };
    let (lit, path) = only(half.clone(), vec![]);
    let lit = lit.data_ref();
    assert_eq!(color(&lit), Color::from_rgba(186, 0, 255, 255), "opaque, whatever the opacity");
    assert_eq!(path, RenderPath::Deferred);
    let level = |name| pixel(&lit.texture(name).expect("a texture"));
    assert_eq!((level("metallicTexture"), level("roughnessTexture")), (vec![51], vec![153]));
    let (blended, path) = only(Material { alpha: AlphaMode::Blend, ..half }, vec![]);
    assert_eq!(color(&blended.data_ref()), Color::from_rgba(128, 0, 255, 77));
    assert_eq!(path, RenderPath::Forward);
}

#[test]
fn opacity_is_in_the_texture_as_fyroxs_cut_at_a_half_wants_it() {
    let images = vec![png([[10, 20, 30, 40], [1, 1, 1, 100], [1, 1, 1, 101], [1, 1, 1, 255]])];
    let alphas = |alpha, opacity| {
        let look = Material { alpha, base_color: [1.0, 1.0, 1.0, opacity], ..material(Some(0)) };
        let (look, _) = only(look, images.clone());
        let texture = look.data_ref().texture("diffuseTexture").expect("a texture");
        let texture = texture.data_ref();
        assert_eq!(texture.mip_count(), 2, "2 by 2, and a smaller copy");
        assert_eq!(texture.data()[..3], [10, 20, 30]);
        [3, 7, 11, 15].map(|at| texture.data()[at])
    };
    assert_eq!(alphas(AlphaMode::Opaque, 1.0), [255; 4]);
    assert_eq!(alphas(AlphaMode::Blend, 1.0), [40, 100, 101, 255]);
    // Fyrox shows what is at least 128 of 255.
    for (cutoff, opacity, wanted) in [
        (0.5, 1.0, [false, false, false, true]),
        (100.5 / 255.0, 1.0, [false, false, true, true]),
        (0.1, 1.0, [true; 4]),
        (0.1, 0.5, [false, true, true, true]),
        (0.0, 1.0, [true; 4]),
        (1.5, 1.0, [false; 4]),
    ] {
        let found = alphas(AlphaMode::Mask(cutoff), opacity);
        assert_eq!(found.map(|alpha| alpha >= 128), wanted, "{found:?} at {cutoff} of {opacity}");
    }
    let untextured = |opacity| {
        let look =
            Material { alpha: AlphaMode::Mask(0.4), base_color: [1.0, 1.0, 1.0, opacity], ..material(None) };
        color(&only(look, vec![]).0.data_ref()).a
    };
    assert_eq!([untextured(0.3), untextured(0.4), untextured(1.0)], [0, 255, 255]);
}

#[test]
fn two_sides_are_drawn_where_the_material_says() {
    let shader = |double_sided| {
        let look = only(Material { double_sided, ..material(None) }, vec![]).0;
        look.data_ref().shader().clone()
    };
    assert!(shader(false) == *FyroxMaterial::standard().shader());
    assert!(shader(true) == *FyroxMaterial::standard_two_sides().shader());
}

#[test]
fn opaque_and_blended_surfaces_of_a_mesh_become_two_nodes() {
    let blend = || Material { alpha: AlphaMode::Blend, ..material(None) };
    for (materials, wanted) in [
        (
            vec![material(None), blend(), material(None)],
            vec![(RenderPath::Deferred, 2), (RenderPath::Forward, 1)],
        ),
        (vec![blend()], vec![(RenderPath::Forward, 1)]),
        (vec![], vec![(RenderPath::Deferred, 0)]),
    ] {
        let mut scene = Scene::new();
        let nodes = spawn_model(&dressed(materials, vec![]), &mut scene.graph).expect("a model");
        let found = (0..nodes.meshes.len()).map(|index| {
            let mesh = mesh(&scene, &nodes, index);
            assert!(mesh.cast_shadows());
            (mesh.render_path(), mesh.surfaces().len())
        });
        assert_eq!(found.collect::<Vec<_>>(), wanted);
    }
}

#[test]
fn instances_share_geometry_materials_and_textures() {
    let template = ModelTemplate::new(&mannequin::model()).expect("the mannequin");
    let mut scene = Scene::new();
    let crowd: Vec<ModelNodes> = (0..3).map(|_| template.spawn(&mut scene.graph)).collect();
    for index in 0..crowd[0].meshes.len() {
        let [first, .., last] = &crowd[..] else { panic!("a crowd") };
        let (first, last) = (mesh(&scene, first, index), mesh(&scene, last, index));
        assert!(!first.surfaces().is_empty());
        for (a, b) in first.surfaces().iter().zip(last.surfaces()) {
            assert_eq!(a.data_ref().key(), b.data_ref().key());
            assert_eq!(a.material().key(), b.material().key());
            assert_eq!(a.batch_id(), b.batch_id(), "Fyrox draws them together");
            assert_ne!(a.bones(), b.bones(), "but each by its own bones");
        }
    }
}

#[test]
fn one_image_of_two_materials_is_one_texture() {
    let images = vec![png([[9; 4]; 4])];
    let mut scene = Scene::new();
    let two = dressed(vec![material(Some(0)), material(Some(0))], images);
    let nodes = spawn_model(&two, &mut scene.graph).expect("a model");
    let keys = mesh(&scene, &nodes, 0)
        .surfaces()
        .iter()
        .map(|surface| surface.material().data_ref().texture("diffuseTexture").expect("a texture").key());
    let keys: Vec<u64> = keys.collect();
    assert_eq!(keys[0], keys[1]);
}

#[test]
fn the_humanoids_of_the_corpus_are_textured() {
    for file in crate::corpus::gltf_files() {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if !["Barbarian", "CesiumMan"].contains(&&*name) {
            continue;
        }
        let asset = interchange::read_gltf(&file).expect("a file of the corpus");
        let mut scene = Scene::new();
        let nodes = spawn_model(&asset.model, &mut scene.graph).expect("a model");
        let textured = (0..nodes.meshes.len())
            .flat_map(|index| mesh(&scene, &nodes, index).surfaces())
            .filter(|surface| surface.material().data_ref().texture("diffuseTexture").is_some());
        assert!(textured.count() > 0, "{name}");
    }
}

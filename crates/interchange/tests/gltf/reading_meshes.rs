// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! How meshes, skins and materials are read.

use crate::fixture::{F32, Fixture, I16, U8, U16, push, read_alone};
use serde_json::{Value, json};
use tumble_interchange::{Asset, read_gltf, read_gltf_bytes};
use tumble_pose::glam::{Affine3A, Vec2, Vec3};
use tumble_pose::{AlphaMode, Attach, JointIndex, Material, Surface};

fn read(file: &Fixture) -> Asset {
    file.read().expect("a file that can be read")
}

fn primitive(file: &mut Fixture) -> &mut Value {
    &mut file.json["meshes"][0]["primitives"][0]
}

/// The surface of the skinned mesh, which is the first.
fn skin(file: &Fixture) -> Surface {
    read(file).model.meshes.swap_remove(0).surfaces.swap_remove(0)
}

#[test]
fn a_skinned_mesh_is_read_whole() {
    let asset = read(&Fixture::character());
    let mesh = &asset.model.meshes[0];
    assert_eq!((mesh.name.as_str(), asset.model.meshes.len()), ("skin", 2));
    let Attach::Skinned { joints, inverse_bind } = &mesh.attach else {
        panic!("{:?}", mesh.attach);
    };
    assert_eq!(joints, &[JointIndex(0), JointIndex(1)]);
    assert_eq!(inverse_bind, &[Affine3A::from_translation(Vec3::NEG_Y); 2]);
    let surface = &mesh.surfaces[0];
    assert_eq!(surface.positions, [Vec3::ZERO, Vec3::X, Vec3::Y]);
    assert_eq!(surface.normals, [Vec3::Z; 3]);
    assert_eq!(surface.uvs, [Vec2::ZERO, Vec2::X, Vec2::Y]);
    assert_eq!(surface.indices, [0, 1, 2]);
    assert_eq!(surface.influences[0], ([0, 1, 0, 0], [0.75, 0.25, 0.0, 0.0]));
    assert_eq!(surface.influences[2], ([1, 0, 0, 0], [1.0, 0.0, 0.0, 0.0]));
    assert_eq!(surface.material, Some(0));
    assert!(asset.warnings.is_empty(), "{:?}", asset.warnings);
}

#[test]
fn without_normals_indices_or_bind_matrices_there_are_none_all_and_identities() {
    let mut file = Fixture::character();
    primitive(&mut file)["attributes"].as_object_mut().expect("attributes").remove("NORMAL");
    primitive(&mut file)["indices"] = Value::Null;
    file.json["skins"][0]["inverseBindMatrices"] = Value::Null;
    let surface = skin(&file);
    assert!(surface.normals.is_empty());
    assert_eq!(surface.indices, [0, 1, 2]);
    let Attach::Skinned { inverse_bind, .. } = &read(&file).model.meshes[0].attach else {
        panic!("a skin");
    };
    assert_eq!(inverse_bind, &[Affine3A::IDENTITY; 2]);
}

/// What `KHR_mesh_quantization` allows, which one corpus character requires.
#[test]
fn small_integers_are_read_as_they_are_and_as_fractions() {
    let mut file = Fixture::character();
    file.json["extensionsRequired"] = json!(["KHR_mesh_quantization"]);
    let shorts = |numbers: &[i16]| -> Vec<u8> { numbers.iter().flat_map(|n| n.to_le_bytes()).collect() };
    let fractions = file.accessor(I16, "VEC3", 3, &shorts(&[0, 0, 0, 32767, -32768, 0, 0, 16384, 0]));
    file.json["accessors"][fractions]["normalized"] = json!(true);
    let numbers = file.accessor(I16, "VEC3", 3, &shorts(&[0, 0, 0, 300, -300, 0, 0, 5, 0]));
    // Bytes, four to a vertex so that each begins on a word.
    let view = file.view(&[0, 0, 127, 9, 0, 129, 0, 9, 90, 90, 0, 9]);
    file.json["bufferViews"][view]["byteStride"] = json!(4);
    let normals =
        json!({ "bufferView": view, "componentType": 5120, "type": "VEC3", "count": 3, "normalized": true });
    let normals = push(&mut file.json["accessors"], normals);
    let uvs = file.accessor(U8, "VEC2", 3, &[0, 0, 2, 0, 0, 255]);
    primitive(&mut file)["attributes"]["POSITION"] = json!(fractions);
    primitive(&mut file)["attributes"]["NORMAL"] = json!(normals);
    primitive(&mut file)["attributes"]["TEXCOORD_0"] = json!(uvs);
    let surface = skin(&file);
    assert_eq!(surface.positions[1], Vec3::new(1.0, -1.0, 0.0), "the lowest is -1, not less");
    assert!((surface.positions[2].y - 0.5).abs() < 1e-4);
    assert_eq!(surface.normals[..2], [Vec3::Z, Vec3::NEG_Y]);
    assert!(surface.normals[2].is_normalized(), "{}", surface.normals[2]);
    assert_eq!(surface.uvs, [Vec2::ZERO, Vec2::new(2.0, 0.0), Vec2::new(0.0, 255.0)]);
    primitive(&mut file)["attributes"]["POSITION"] = json!(numbers);
    assert_eq!(skin(&file).positions[1], Vec3::new(300.0, -300.0, 0.0));
}

/// Positions and normals side by side, sixteen bytes past the view's beginning.
#[test]
fn interleaved_attributes_are_picked_apart() {
    let mut file = Fixture::character();
    let vertex = |place: f32| [[place, 2.0, 3.0], [0.0, 1.0, 0.0]].concat();
    let floats = [vec![9.0; 4], vertex(1.0), vertex(4.0), vertex(7.0)].concat();
    let bytes: Vec<u8> = floats.iter().flat_map(|float: &f32| float.to_le_bytes()).collect();
    let view = file.view(&bytes);
    file.json["bufferViews"][view]["byteStride"] = json!(24);
    for (name, offset) in [("POSITION", 16), ("NORMAL", 28)] {
        let accessor = json!({
            "bufferView": view, "byteOffset": offset, "componentType": F32, "type": "VEC3", "count": 3,
        });
        let accessor = push(&mut file.json["accessors"], accessor);
        primitive(&mut file)["attributes"][name] = json!(accessor);
    }
    let surface = skin(&file);
    let expected = [1.0, 4.0, 7.0].map(|place| Vec3::new(place, 2.0, 3.0));
    assert_eq!((surface.positions.as_slice(), surface.normals[2]), (expected.as_slice(), Vec3::Y));
}

/// gltf-rs/gltf#266: an accessor without a bufferView is rejected.
#[test]
fn an_accessor_without_bytes_is_zeros_with_or_without_sparse_elements() {
    let mut file = Fixture::character();
    let zeros = json!({ "componentType": F32, "type": "VEC3", "count": 3 });
    let zeros = push(&mut file.json["accessors"], zeros);
    primitive(&mut file)["attributes"]["POSITION"] = json!(zeros);
    assert_eq!(skin(&file).positions, [Vec3::ZERO; 3]);
    let places = file.view(&[1, 0, 2, 0]);
    let values = file.view(&[1.0_f32, 2.0, 3.0, 4.0, 5.0, 6.0].map(f32::to_le_bytes).concat());
    file.json["accessors"][zeros]["sparse"] = json!({
        "count": 2,
        "indices": { "bufferView": places, "componentType": U16 },
        "values": { "bufferView": values },
    });
    let expected = [Vec3::ZERO, Vec3::new(1.0, 2.0, 3.0), Vec3::new(4.0, 5.0, 6.0)];
    assert_eq!(skin(&file).positions, expected);
}

#[test]
fn of_many_influences_the_four_largest_stay_and_sum_to_one() {
    let mut file = Fixture::character();
    let third = push(&mut file.json["nodes"], json!({ "name": "tail" }));
    file.json["nodes"][0]["children"] = json!([1, 2, third]);
    file.json["skins"] = json!([{ "joints": [0, 1, third, third, third, third] }]);
    let one = file.accessor(U8, "VEC4", 3, &[0, 1, 2, 3, 0, 0, 0, 0, 5, 4, 3, 2]);
    let two = file.accessor(U8, "VEC4", 3, &[4, 5, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]);
    let ones = file.floats("VEC4", &[0.1, 0.2, 0.3, 0.05, 0.4, 0.4, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]);
    let twos = file.floats("VEC4", &[0.15, 0.2, 0.0, 0.0, 0.2, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
    let attributes = &mut primitive(&mut file)["attributes"];
    for (name, accessor) in [("JOINTS_0", one), ("WEIGHTS_0", ones), ("JOINTS_1", two), ("WEIGHTS_1", twos)] {
        attributes[name] = json!(accessor);
    }
    let surface = skin(&file);
    let (joints, weights) = surface.influences[0];
    assert_eq!(joints, [2, 1, 5, 4], "heaviest first, equals in the file's order");
    let expected = [0.3, 0.2, 0.2, 0.15].map(|weight| weight / 0.85);
    assert!(weights.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-6), "{weights:?}");
    assert_eq!(surface.influences[1], ([0; 4], [1.0, 0.0, 0.0, 0.0]), "one joint named three times");
    assert_eq!(surface.influences[2], ([5, 0, 0, 0], [1.0, 0.0, 0.0, 0.0]), "none without weight");
}

#[test]
fn a_vertex_without_weights_follows_the_first_joint_and_is_counted() {
    let mut file = Fixture::character();
    let weights = file.floats("VEC4", &[0.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0]);
    primitive(&mut file)["attributes"]["WEIGHTS_0"] = json!(weights);
    let asset = read(&file);
    let influences = &asset.model.meshes[0].surfaces[0].influences;
    assert_eq!(influences[..2], [([0; 4], [1.0, 0.0, 0.0, 0.0]); 2]);
    let told =
        "primitive 0 of mesh 0 \"Cube.001\": 2 vertices follow no joint; the skin's first has them now";
    assert_eq!(asset.warnings, [told]);
}

#[test]
fn points_and_lines_are_left_out_with_a_word() {
    let mut file = Fixture::character();
    primitive(&mut file)["mode"] = json!(1);
    file.json["meshes"][1]["primitives"][0]["attributes"] = json!({});
    let asset = read(&file);
    assert!(asset.model.meshes.is_empty());
    assert_eq!(
        asset.warnings,
        [
            "primitive 0 of mesh 0 \"Cube.001\" is left out: it is points or lines",
            "primitive 0 of mesh 1 \"Cube.002\" is left out: it has no positions",
        ]
    );
}

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n and so on";
const JPEG: &[u8] = b"\xff\xd8\xff and so on";

#[test]
fn materials_are_read_with_their_images_wherever_these_are() {
    let mut file = Fixture::character();
    let inside = file.view(PNG);
    file.json["images"] = json!([
        { "name": "unused", "uri": "unused.png" },
        { "name": "inside", "bufferView": inside, "mimeType": "image/jpeg" },
        { "uri": "textures/my%20coat.jpg" },
        { "name": "gone", "uri": "gone.png" },
        { "name": "odd", "uri": "data:image/webp;base64,UklGRg==" },
    ]);
    file.json["textures"] = json!([{ "source": 1 }, { "source": 2 }, { "source": 3 }, { "source": 4 }, {}]);
    let textured = |texture: usize| json!({ "pbrMetallicRoughness": { "baseColorTexture": { "index": texture }, "metallicFactor": 0.5 } });
    let mut materials: Vec<Value> = (0..5).map(textured).collect();
    materials.push(textured(0));
    materials.push(json!({ "name": "glass", "alphaMode": "BLEND", "pbrMetallicRoughness": {
        "baseColorFactor": [0.1, 0.2, 0.3, 7.0], "roughnessFactor": 0.25,
    } }));
    materials.push(json!({ "alphaMode": "MASK", "alphaCutoff": 0.3 }));
    file.json["materials"] = json!(materials);
    let mut asked = Vec::new();
    let asset = read_gltf_bytes("hero", &file.glb(), |path| {
        asked.push(path.to_owned());
        if path == "textures/my coat.jpg" {
            Ok(JPEG.to_vec())
        } else {
            Err(std::io::ErrorKind::NotFound.into())
        }
    })
    .expect("a file that can be read");
    assert_eq!(asked, ["textures/my coat.jpg", "gone.png"], "each once, and none that is not shown");
    let images: Vec<_> =
        asset.model.images.iter().map(|it| (it.name.as_str(), it.media_type.as_str(), &*it.bytes)).collect();
    assert_eq!(images, [("inside", "image/png", PNG), ("image_2", "image/jpeg", JPEG)], "by their bytes");
    let shown: Vec<Option<usize>> = asset.model.materials.iter().map(|it| it.base_color_image).collect();
    assert_eq!(shown, [Some(0), Some(1), None, None, None, Some(0), None, None]);
    let glass = Material {
        name: "glass".to_owned(),
        base_color: [0.1, 0.2, 0.3, 1.0],
        base_color_image: None,
        metallic: 1.0,
        roughness: 0.25,
        alpha: AlphaMode::Blend,
        double_sided: false,
    };
    assert_eq!(asset.model.materials[6], glass);
    assert_eq!(asset.model.materials[7].alpha, AlphaMode::Mask(0.3));
    assert_eq!(
        asset.warnings,
        [
            "image 3 \"gone\" is left out: \"gone.png\": entity not found",
            "image 4 \"odd\" is left out: it is neither PNG nor JPEG",
            "texture 4 has no image that can be read here",
        ]
    );
}

/// Packers undo the quantisation of texture coordinates with `KHR_texture_transform`.
#[test]
fn texture_coordinates_are_those_of_the_base_colour_where_its_transform_puts_them() {
    let mut file = Fixture::character();
    let other = file.floats("VEC2", &[0.0, 0.0, 1.0, 0.0, 0.0, 1.0]);
    primitive(&mut file)["attributes"]["TEXCOORD_3"] = json!(other);
    primitive(&mut file)["attributes"]["TEXCOORD_0"] = json!(999);
    let image = file.view(PNG);
    file.json["images"] = json!([{ "bufferView": image }]);
    file.json["textures"] = json!([{ "source": 0 }]);
    file.json["materials"][0]["pbrMetallicRoughness"]["baseColorTexture"] = json!({
        "index": 0,
        "texCoord": 2,
        "extensions": { "KHR_texture_transform": {
            "offset": [0.0, 1.0], "rotation": std::f32::consts::FRAC_PI_2, "scale": [0.5, 0.5], "texCoord": 3,
        } },
    });
    // The extension's own example: the lower left quadrant, where v runs down.
    let expected = [Vec2::new(0.0, 1.0), Vec2::new(0.0, 0.5), Vec2::new(0.5, 1.0)];
    let uvs = skin(&file).uvs;
    assert!(uvs.iter().zip(expected).all(|(a, b)| a.distance(b) < 1e-6), "{uvs:?}");
}

#[test]
fn buffers_may_be_beside_the_file_or_in_its_text() {
    let folder = std::env::temp_dir().join(format!("tumble-interchange-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("parts")).expect("a folder");
    let mut file = Fixture::character();
    std::fs::write(folder.join("parts/hero one.bin"), &file.bin).expect("a file");
    file.json["buffers"] = json!([{ "byteLength": file.bin.len(), "uri": "parts/hero%20one.bin" }]);
    let text = folder.join("hero.gltf");
    std::fs::write(&text, file.json.to_string()).expect("a file");
    let beside = read_gltf(&text);
    std::fs::remove_dir_all(&folder).expect("a folder");
    let beside = beside.expect("a buffer beside it");
    assert_eq!(beside.model.name, "hero");
    let hex = |byte: &u8| format!("%{byte:02X}");
    let bytes: String = file.bin.iter().map(hex).collect();
    file.json["buffers"][0]["uri"] = json!(format!("data:application/octet-stream,{bytes}"));
    let inside = read_alone(format!("\u{feff}{}", file.json).as_bytes()).expect("a buffer inside it");
    for asset in [&beside, &inside] {
        assert_eq!(asset.model.meshes[0].surfaces[0].positions, [Vec3::ZERO, Vec3::X, Vec3::Y]);
    }
}

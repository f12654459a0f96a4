// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::library::library;
use std::io;
use tumble_deaths::tumble_clip::{BlowTag, Clip, ClipBuilder, ClipMeta, RawClip};
use tumble_deaths::tumble_pose::glam::Vec3;
use tumble_deaths::tumble_pose::{Joint, Seconds, Skeleton, Transform};
use tumble_deaths::{DeathEntry, DeathLibrary, LoadError};

fn clip(blow: Option<BlowTag>) -> Clip {
    let root = Joint { name: "root".to_owned(), parent: None, rest: Transform::IDENTITY };
    let skeleton = Skeleton::new(&[root]).expect("a tree");
    let meta = ClipMeta { blow, ..ClipMeta::default() };
    let raw = RawClip { meta, duration: Seconds(0.5), ..RawClip::default() };
    ClipBuilder::default().build(&skeleton, &raw).expect("a clip of a root that rests")
}

fn tag(entry: &DeathEntry) -> BlowTag {
    BlowTag { velocity: entry.blow, joint: entry.hit.clone(), seed: entry.seed }
}

fn two() -> DeathLibrary {
    library(&[Vec3::Z * 6.0, Vec3::X * 6.0])
}

#[test]
fn clips_come_in_the_order_of_deaths() {
    let deaths = two();
    let mut asked = Vec::new();
    let clips = deaths.load_clips(|path| {
        asked.push(path.to_owned());
        let entry = deaths.deaths.iter().find(|entry| entry.clip == path);
        entry.map(|entry| clip(Some(tag(entry))).to_bytes()).ok_or(io::Error::from(io::ErrorKind::NotFound))
    });
    let clips = clips.expect("both are there");
    let blows: Vec<_> = clips.iter().map(|clip| clip.meta().blow.clone().expect("tagged").velocity).collect();
    assert_eq!(blows, [Vec3::Z * 6.0, Vec3::X * 6.0]);
    assert_eq!(asked, ["Knight.death0.tumble", "Knight.death1.tumble"]);
    let untagged = deaths.load_clips::<io::Error>(|_| Ok(clip(None).to_bytes()));
    assert_eq!(untagged.expect("made by hand").len(), 2);
}

#[test]
fn a_clip_of_another_bake_is_told() {
    let deaths = two();
    for spoil in [
        (|tag: &mut BlowTag| tag.seed += 1) as fn(&mut BlowTag),
        |tag| tag.velocity.y += 0.1,
        |tag| tag.joint.push('x'),
    ] {
        let mut other = tag(&deaths.deaths[0]);
        spoil(&mut other);
        let bytes = clip(Some(other.clone())).to_bytes();
        let error = deaths.load_clips::<io::Error>(|_| Ok(bytes.clone())).expect_err("another blow");
        assert!(matches!(&error, LoadError::OtherBlow { found, .. } if *found == other), "{error}");
        assert!(error.to_string().starts_with("clip \"Knight.death0.tumble\" shows a blow of ["), "{error}");
    }
}

#[test]
fn what_cannot_be_read_or_decoded_is_told_with_its_path() {
    let missing = two().load_clips(|_| Err(io::Error::other("no such file"))).expect_err("not there");
    assert_eq!(missing.to_string(), "clip \"Knight.death0.tumble\": no such file");
    let text = two().load_clips::<io::Error>(|_| Ok(b"not a clip".to_vec())).expect_err("no clip");
    assert!(matches!(&text, LoadError::Decode { clip, .. } if clip == "Knight.death0.tumble"), "{text}");
}

#[test]
fn a_path_out_of_the_folder_is_never_asked_for() {
    let mut deaths = two();
    deaths.deaths[1].clip = "../../etc/passwd".to_owned();
    let refused = deaths.load_clips::<io::Error>(|path| panic!("asked for {path}"));
    assert!(matches!(refused, Err(LoadError::Invalid(_))));
}

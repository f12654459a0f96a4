// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::bad_files;
use crate::sandbox::Sandbox;
use std::fmt::Write;

/// Each command, what it prints on stderr, nothing on stdout, exit 1, and the folder as it was.
fn failures(sandbox: &Sandbox, commands: &[&str]) -> String {
    let before = sandbox.listing();
    let mut lines = String::new();
    for command in commands {
        let ended = sandbox.run(command);
        assert_eq!((ended.code, ended.stdout.as_str()), (1, ""), "{command}: {}", ended.stderr);
        assert_eq!(ended.stderr.lines().count(), 1, "{command}: one line, not {:?}", ended.stderr);
        assert_eq!(sandbox.listing(), before, "{command}: nothing half-written");
        write!(lines, "$ tumble {command}\n{}", masked(&ended.stderr)).expect("text");
    }
    lines
}

/// Without checksums and lengths, which are other ones whenever clips are searched for in another way.
fn masked(text: &str) -> String {
    let digits = |word: &str, known: fn(&u8) -> bool| word.bytes().all(|byte| known(&byte));
    let words = text.split(' ').map(|word| match word.trim_end() {
        sum if sum.len() == 8 && digits(sum, u8::is_ascii_hexdigit) => word.replace(sum, "[checksum]"),
        length if length.len() >= 3 && digits(length, u8::is_ascii_digit) => word.replace(length, "[length]"),
        _ => word.to_owned(),
    });
    words.collect::<Vec<_>>().join(" ")
}

#[test]
fn what_is_no_character_is_told_in_one_line() {
    let commands = [
        "bake missing.glb --out new",
        "bake words.glb --out new/and/deep",
        "bake empty.glb --out new",
        "bake truncated.glb --out new",
        "bake cycle.gltf --out new",
        "bake no_skeleton.gltf --out new",
        "bake one_joint.gltf --out new",
        "bake nan.glb --out new",
        "bake fall.tumble --out new",
        "rig one_joint.gltf --out rig.ron",
        "rig notes.txt",
    ];
    insta::assert_snapshot!(failures(&bad_files::sandbox(), &commands));
}

#[test]
fn what_is_no_clip_is_told_in_one_line() {
    let commands = [
        "inspect missing.tumble",
        "inspect words.glb",
        "inspect cycle.gltf",
        "inspect notes.txt",
        "inspect flipped.tumble",
        "inspect nan.ron",
        "inspect future.ron",
        "inspect words.ron",
        "inspect words.deaths.ron",
        "verify cut.tumble",
        "verify flipped.tumble",
        "verify person.glb",
        "verify fall.ron --against person.glb",
        "verify fall.tumble --against person.glb --animation Still",
        "compress nan.glb --out nan.tumble",
        "compress fall.tumble",
        "compress person.glb --precision 0",
        "compress person.glb --rate=-30",
        "compress person.glb --rigid-bones --allowance -1",
    ];
    insta::assert_snapshot!(failures(&bad_files::sandbox(), &commands));
}

#[test]
fn what_cannot_be_chosen_or_written_is_told_in_one_line() {
    let commands = [
        "bake person.glb --out notes.txt",
        "bake person.glb --out notes.txt/deaths",
        "bake person.glb --out new --hit tail",
        "bake person.glb --out new --hit crown",
        "bake person.glb --out new --precision 0",
        "bake person.glb --out new --pose Dance@0.5",
        "bake person.glb --out new --rig fall.ron",
        "compress person.glb --out both.tumble",
        "compress person.glb --animation Dance",
        "convert person.glb both.tumble",
        "convert person.glb dance.ron --animation Dance",
        "convert one_joint.gltf nothing.tumble",
        "convert person.glb person.gltf",
        "convert person.glb person.bvh",
        "convert person.glb fall.tumble --animation Fall --reduce 1e-3",
        "convert person.glb fall.ron --animation Fall --precision 1e-3",
        "convert person.glb fall.ron --animation Fall --rigid-bones",
        "convert person.glb both.glb --loop",
        "convert fall.tumble no/fall.glb",
        "preview person.glb --out notes.txt/sheet.png",
        "preview person.glb --out sheet.png --animation Dance",
        "preview person.glb --out sheet.png --cell 0",
        "preview fall.tumble --out sheet.png --character one_joint.gltf",
        "preview notes.txt --out sheet.png",
    ];
    insta::assert_snapshot!(failures(&bad_files::sandbox(), &commands));
}

/// It was said that the blow's joint, which nobody had named, is not in the skeleton.
#[test]
fn a_rig_of_another_character_is_told_with_its_file() {
    let sandbox = Sandbox::with_person();
    sandbox.output("rig person.glb --out rig.ron");
    let rig = String::from_utf8(sandbox.read("rig.ron")).expect("text");
    sandbox.write("stranger.ron", rig.replace("hips", "pelvis"));
    insta::assert_snapshot!(failures(&sandbox, &["bake person.glb --rig stranger.ron --out new"]));
}

/// Root can rename a file onto a device: `preview --out /dev/null` left a picture there.
#[cfg(unix)]
#[test]
fn nothing_is_put_in_the_place_of_a_device() {
    let sandbox = Sandbox::with_person();
    for name in ["sheet.png", "person.death0.tumble"] {
        std::os::unix::fs::symlink("/dev/null", sandbox.path(name)).expect("a link");
    }
    let commands =
        ["preview person.glb --animation Fall --out sheet.png", "bake person.glb --blows 1 --out ."];
    insta::assert_snapshot!(failures(&sandbox, &commands));
}

/// `inspect` of a link to `/dev/zero` took all the memory that there was.
#[test]
fn files_too_large_to_read_are_refused_whatever_their_kind() {
    let sandbox = Sandbox::with_person();
    sandbox.output("bake person.glb --blows 1");
    let endless = |name: &str| {
        let file = std::fs::File::create(sandbox.path(name)).expect("a file");
        file.set_len(tumble_interchange::LARGEST_FILE + 1).expect("a file of holes");
    };
    for name in ["large.tumble", "large.glb", "large.gltf", "large.ron", "large.deaths.ron", "large.bin"] {
        endless(name);
    }
    endless("deaths/person.death0.tumble");
    sandbox.write(
        "buffer.gltf",
        r#"{ "asset": { "version": "2.0" }, "buffers": [{ "byteLength": 4, "uri": "large.bin" }] }"#,
    );
    let commands = [
        "inspect large.tumble",
        "inspect large.glb",
        "inspect large.gltf",
        "inspect buffer.gltf",
        "inspect large.ron",
        "inspect large.deaths.ron",
        "inspect deaths/person.deaths.ron",
        "bake person.glb --rig large.ron",
    ];
    insta::assert_snapshot!(failures(&sandbox, &commands));
}

#[cfg(unix)]
#[test]
fn devices_without_end_are_refused_and_pipes_are_read() {
    let sandbox = Sandbox::with_person();
    sandbox.output("convert person.glb fall.tumble --animation Fall");
    for (name, device) in [("endless.tumble", "/dev/zero"), ("piped.tumble", "/dev/stdin")] {
        std::os::unix::fs::symlink(device, sandbox.path(name)).expect("a link");
    }
    insta::assert_snapshot!(failures(&sandbox, &["inspect endless.tumble"]));
    let mut piped = std::process::Command::new("sh");
    piped.args(["-c", "cat fall.tumble | \"$0\" inspect piped.tumble", env!("CARGO_BIN_EXE_tumble")]);
    let piped = piped.current_dir(sandbox.path("")).output().expect("a shell");
    let piped = String::from_utf8(piped.stdout).expect("text");
    assert_eq!(piped.replace("piped", "fall"), sandbox.output("inspect fall.tumble"));
}

/// The first clip is staged before the second finds its name taken.
#[test]
fn a_clip_that_cannot_be_written_takes_the_others_with_it() {
    let sandbox = Sandbox::with_person();
    std::fs::create_dir_all(sandbox.path("deaths/person.death1.tumble")).expect("folders");
    insta::assert_snapshot!(failures(&sandbox, &["bake person.glb --blows 2"]));
}

#[test]
fn a_library_without_its_clips_is_refused() {
    let sandbox = Sandbox::with_person();
    sandbox.output("bake person.glb --blows 2");
    let other = sandbox.read("deaths/person.death1.tumble");
    sandbox.write("deaths/person.death0.tumble", other);
    let other_blow = failures(&sandbox, &["verify deaths/person.deaths.ron"]);
    std::fs::remove_file(sandbox.path("deaths/person.death0.tumble")).expect("it was there");
    let missing = failures(&sandbox, &["inspect deaths/person.deaths.ron"]);
    insta::assert_snapshot!(other_blow + &missing);
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::sandbox::Sandbox;

/// The names in a folder of a sandbox.
fn names(sandbox: &Sandbox, folder: &str) -> Vec<String> {
    let own = format!("{folder}/");
    sandbox.listing().iter().filter_map(|path| path.strip_prefix(&own)).map(str::to_owned).collect()
}

#[test]
fn shards_are_merged_to_the_bytes_of_one_bake_however_it_is_split() {
    let sandbox = Sandbox::with_person();
    sandbox.output("bake person.glb --blows 5 --out whole");
    let expected = names(&sandbox, "whole");
    assert_eq!(expected.len(), 6);
    // More shards than blows, too: the last have nothing to do.
    for of in [2, 3, 6] {
        let mut folders = Vec::new();
        // In any order.
        for number in (1..=of).rev() {
            let (folder, jobs) = (format!("{number}of{of}"), 1 + number % 2);
            sandbox.output(&format!(
                "bake person.glb --blows 5 --shard {number}/{of} --jobs {jobs} --out {folder}"
            ));
            folders.push(folder);
        }
        let told = sandbox.output(&format!("merge {} --out merged{of}", folders.join(" ")));
        assert_eq!(told, format!("person: 5 deaths of {of} shards\n"));
        assert_eq!(names(&sandbox, &format!("merged{of}")), expected);
        for name in &expected {
            let (one, other) = (format!("whole/{name}"), format!("merged{of}/{name}"));
            assert!(sandbox.read(&one) == sandbox.read(&other), "{name} of {of} shards");
        }
    }
}

#[test]
fn shards_may_lie_in_one_folder() {
    let sandbox = Sandbox::with_person();
    for shard in ["1/2", "2/2"] {
        sandbox.output(&format!("bake person.glb --blows 3 --shard {shard} --out farm"));
    }
    sandbox.output("merge farm --out merged");
    sandbox.output("verify merged/person.deaths.ron");
}

#[test]
fn shards_that_do_not_make_a_whole_are_refused() {
    let sandbox = Sandbox::with_person();
    for (folder, arguments) in [
        ("a", "--shard 1/3"),
        ("again", "--shard 1/3"),
        ("b", "--shard 2/3"),
        ("faster", "--shard 2/3 --speed 7"),
        ("halves", "--shard 2/2"),
    ] {
        sandbox.output(&format!("bake person.glb --blows 3 --out {folder} {arguments}"));
    }
    let failed = |arguments: &str| {
        let ended = sandbox.run(&format!("merge {arguments} --out merged"));
        assert_eq!((ended.code, ended.stdout.as_str()), (1, ""), "{arguments}");
        assert!(!sandbox.path("merged").exists(), "{arguments}");
        ended.stderr
    };
    assert_eq!(failed("a"), "error: person: of 3 shards these are missing: 2, 3\n");
    let twice = failed("a again");
    assert!(twice.starts_with("error: shard 1/3 is there twice: a/person.1of3"), "{twice}");
    for other in ["faster", "halves"] {
        let told = failed(&format!("a {other}"));
        assert!(told.contains("is of another bake than a/person.1of3.shard.ron"), "{told}");
    }
    assert!(failed("nothing").starts_with("error: cannot read nothing"));
    assert!(failed(".").contains("holds nothing that `tumble bake --shard` has written"));
    sandbox.write("b/person.2of3.shard.ron", "(version: 1)");
    assert!(failed("a b").starts_with("error: b/person.2of3.shard.ron: "));
    for wrong in ["0/3", "4/3", "1", "a/b", "1/0"] {
        assert_eq!(sandbox.run(&format!("bake person.glb --shard {wrong}")).code, 2, "{wrong}");
    }
}

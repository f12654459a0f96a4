// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::person::{falling, person};
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;
use tumble_clip::{ClipMeta, Curve, Interpolation, RawClip, RawTrack};
use tumble_interchange::write_glb;
use tumble_pose::{Seconds, Skeleton};

/// A folder of its own in which the program runs, so that paths in messages are the same everywhere.
pub(crate) struct Sandbox {
    folder: TempDir,
}

/// What a run left behind.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Sandbox {
    pub(crate) fn new() -> Self {
        Self { folder: TempDir::new().expect("a folder") }
    }

    /// A sandbox with `person.glb`, which has the animations `Fall` and `Still`.
    pub(crate) fn with_person() -> Self {
        let sandbox = Self::new();
        let model = person();
        let clips = [fall(&model.skeleton), still()];
        sandbox.write("person.glb", write_glb(&model, &clips).expect("a person"));
        sandbox
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        std::fs::write(self.path(name), bytes).expect("written");
    }

    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).expect("a file that was written")
    }

    /// Runs the program with arguments between spaces.
    pub(crate) fn run(&self, arguments: &str) -> Ended {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tumble"));
        command.args(arguments.split_whitespace()).current_dir(self.folder.path()).env_remove("COLUMNS");
        let output = command.output().expect("the program runs");
        Ended {
            code: output.status.code().expect("it ends by itself"),
            stdout: String::from_utf8(output.stdout).expect("text"),
            stderr: String::from_utf8(output.stderr).expect("text"),
        }
    }

    /// Runs the program, which must succeed; gives what it printed.
    pub(crate) fn output(&self, arguments: &str) -> String {
        let ended = self.run(arguments);
        assert_eq!((ended.code, ended.stderr.as_str()), (0, ""), "{arguments}");
        ended.stdout
    }

    /// Every file and folder below the sandbox, in order.
    pub(crate) fn listing(&self) -> Vec<String> {
        let mut found = Vec::new();
        list(self.folder.path(), "", &mut found);
        found.sort();
        found
    }
}

fn list(folder: &Path, above: &str, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = format!("{above}{}", path.file_name().expect("a name").to_string_lossy());
        if path.is_dir() {
            list(&path, &format!("{name}/"), found);
        }
        found.push(name);
    }
}

/// The person tipping over in a second.
fn fall(skeleton: &Skeleton) -> RawClip {
    let times = || (0..=30).map(|sample| Seconds(f64::from(sample) / 30.0));
    let tracks = skeleton.joints().map(|joint| {
        let locals = || times().map(|at| (at, falling(skeleton, at.0 as f32).get(joint)));
        RawTrack {
            path: skeleton.path(joint).to_owned(),
            translation: Some(Curve::new(
                Interpolation::Linear,
                locals().map(|(at, local)| (at, local.translation)),
            )),
            rotation: Some(Curve::new(
                Interpolation::Linear,
                locals().map(|(at, local)| (at, local.rotation)),
            )),
            scale: None,
        }
    });
    let meta = ClipMeta { name: "Fall".into(), rate_hz: Some(30.0), ..ClipMeta::default() };
    RawClip { meta, duration: Seconds(1.0), tracks: tracks.collect(), ..RawClip::default() }
}

/// Half a second of nothing.
fn still() -> RawClip {
    let meta = ClipMeta { name: "Still".into(), ..ClipMeta::default() };
    RawClip { meta, duration: Seconds(0.5), ..RawClip::default() }
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Reads a `.glb` or `.gltf` file and writes what was read as a `.glb`:
//! `cargo run -p tumble-interchange --example rewrite -- IN OUT.glb`

use std::error::Error;
use std::path::Path;
use tumble_interchange::{read_gltf, write_glb};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args_os().skip(1);
    let (Some(input), Some(output)) = (arguments.next(), arguments.next()) else {
        return Err("usage: rewrite IN OUT.glb".into());
    };
    let asset = read_gltf(Path::new(&input))?;
    for warning in &asset.warnings {
        eprintln!("{warning}");
    }
    std::fs::write(output, write_glb(&asset.model, &asset.clips)?)?;
    Ok(())
}

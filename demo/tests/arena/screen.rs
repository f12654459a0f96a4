// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

/// A screen to draw on: one in memory, of a known size, or else the one there is.
pub(crate) struct Screen {
    display: Option<String>,
    servers: Vec<Child>,
}

impl Screen {
    /// `None` where there is none and none can be made. Fails instead where `TUMBLE_REQUIRE_SCREEN` is 1.
    pub(crate) fn find() -> Option<Self> {
        let given = ["DISPLAY", "WAYLAND_DISPLAY"].into_iter().any(|name| std::env::var_os(name).is_some());
        let there = || given.then_some(Self { display: None, servers: vec![] });
        let screen = Self::in_memory().or_else(there);
        if screen.is_none() {
            let required = std::env::var_os("TUMBLE_REQUIRE_SCREEN").is_some_and(|value| value == "1");
            assert!(!required, "there is neither a display nor Xvfb, and TUMBLE_REQUIRE_SCREEN is 1");
            println!("skipped: there is neither a display nor Xvfb");
        }
        screen
    }

    fn in_memory() -> Option<Self> {
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let mut number = String::new();
        let read = server.stdout.take().map(|stdout| BufReader::new(stdout).read_line(&mut number));
        let mut screen = Self { display: Some(format!(":{}", number.trim())), servers: vec![server] };
        if !matches!(read, Some(Ok(1..))) {
            return None;
        }
        // A window manager is what most screens have; without one the window opens as well.
        let mut manager = Command::new("openbox");
        screen.on(&mut manager).stdout(Stdio::null()).stderr(Stdio::null());
        screen.servers.extend(manager.spawn());
        Some(screen)
    }

    /// Lets a command draw on it, without a graphics card where the screen is in memory.
    pub(crate) fn on<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        if let Some(display) = &self.display {
            command.env("DISPLAY", display).env_remove("WAYLAND_DISPLAY").env("LIBGL_ALWAYS_SOFTWARE", "1");
        }
        command
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // The manager first, as long as it has a screen.
        for server in self.servers.iter_mut().rev() {
            let _ = server.kill();
            let _ = server.wait();
        }
    }
}

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::HashSet;

/// A name for another take: `base` itself, or else `base-2`, `base-3` and so on, the first that none of `existing`
/// has. Capital letters do not make names differ, since on some file systems they do not.
///
/// ```
/// use tumble_recorder::take_name;
///
/// assert_eq!(take_name([], "fall"), "fall");
/// assert_eq!(take_name(["fall", "Fall-2", "walk"], "fall"), "fall-3");
/// ```
#[must_use]
pub fn take_name<'a>(existing: impl IntoIterator<Item = &'a str>, base: &str) -> String {
    let taken: HashSet<String> = existing.into_iter().map(str::to_lowercase).collect();
    let mut name = base.to_owned();
    let mut take = 1_usize;
    while taken.contains(&name.to_lowercase()) {
        take += 1;
        name = format!("{base}-{take}");
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    /// newyellow/Unity-Runtime-Animation-Recorder#6: a retake overwrites the first take.
    #[test]
    fn a_hundred_retakes_have_a_hundred_names() {
        let mut names: Vec<String> = Vec::new();
        for _ in 0..100 {
            let name = take_name(names.iter().map(String::as_str), "Tod durch Überfall");
            assert!(!names.contains(&name), "{name} is new");
            names.push(name);
        }
        assert_eq!(names[99], "Tod durch Überfall-100");
    }
}

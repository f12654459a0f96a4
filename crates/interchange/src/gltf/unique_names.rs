// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::{HashMap, HashSet};

/// Gives every name once: a second `walk` is `walk#2`, as in the paths of joints.
#[derive(Debug, Default)]
pub(super) struct UniqueNames {
    taken: HashSet<String>,
    /// How often each name was asked for, so that a million twins take a million steps and not their square.
    twins: HashMap<String, usize>,
}

impl UniqueNames {
    pub(super) fn with(taken: impl IntoIterator<Item = String>) -> Self {
        Self { taken: taken.into_iter().collect(), twins: HashMap::new() }
    }

    /// The name, with a number after it where it is taken.
    pub(super) fn take(&mut self, base: &str) -> String {
        let mut name = base.to_owned();
        while !self.taken.insert(name.clone()) {
            let number = self.twins.entry(base.to_owned()).or_insert(1);
            *number += 1;
            name = format!("{base}#{number}");
        }
        name
    }
}

#[cfg(test)]
mod tests {
    use super::UniqueNames;

    #[test]
    fn no_name_is_given_twice_even_if_a_number_was_there_first() {
        let mut names = UniqueNames::with(["walk#2".to_owned()]);
        let given = ["walk", "walk", "walk", "walk#2"].map(|name| names.take(name));
        assert_eq!(given, ["walk", "walk#3", "walk#4", "walk#2#2"]);
    }
}

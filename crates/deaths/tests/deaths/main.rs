// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! What `tumble-deaths` promises, tested from outside.

#[cfg(test)]
mod library;
#[cfg(test)]
mod load_clips;
#[cfg(test)]
mod ron_file;
#[cfg(test)]
mod select;

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Ragdolls: rigs inferred from characters, simulated in rapier3d, baked into clips.

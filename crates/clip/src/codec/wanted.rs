// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::page::Page;
use tumble_pose::{JointMask, LANES};

/// Which joints are sampled.
pub(super) trait Wanted: Copy {
    /// One bit for each joint of a block of a pose.
    fn lanes(self, block: usize) -> u8;

    /// The first block that there is to write to.
    #[inline(always)]
    fn first_block(self) -> usize {
        0
    }

    /// One bit for each group of a page that has their numbers.
    #[inline(always)]
    fn groups(self, page: &Page) -> u32 {
        let mut groups = 0;
        let turning = page.turning.iter().map(|block| (block.block, block.lanes, &block.places));
        let moving = page.moving.iter().map(|block| (block.block, block.lanes, &block.places));
        for (block, lanes, places) in turning.chain(moving) {
            let lanes = lanes & self.lanes(usize::from(block));
            for lane in (0..LANES).filter(|lane| lanes >> lane & 1 != 0) {
                for axis in places {
                    groups |= 1 << (usize::from(axis[lane]) / LANES);
                }
            }
        }
        groups
    }

    #[inline(always)]
    fn joint(self, joint: usize) -> bool {
        self.lanes(joint / LANES) >> (joint % LANES) & 1 != 0
    }
}

/// All.
#[derive(Debug, Clone, Copy)]
pub(super) struct Whole;

impl Wanted for Whole {
    #[inline(always)]
    fn lanes(self, _: usize) -> u8 {
        u8::MAX
    }

    #[inline(always)]
    fn groups(self, page: &Page) -> u32 {
        u32::MAX >> (32 - page.groups)
    }
}

/// Joints of which a mask takes something.
#[derive(Debug, Clone, Copy)]
pub(super) struct Masked<'a>(&'a [[f32; LANES]]);

impl<'a> Masked<'a> {
    pub(super) fn new(mask: &'a JointMask) -> Self {
        Self(mask.blocks())
    }
}

impl Wanted for Masked<'_> {
    #[inline(always)]
    fn lanes(self, block: usize) -> u8 {
        let weights = &self.0[block];
        (0..LANES).fold(0, |lanes, lane| lanes | u8::from(weights[lane] > 0.0) << lane)
    }
}

/// One joint: its lane of a block.
#[derive(Debug, Clone, Copy)]
pub(super) struct One {
    pub(super) block: usize,
    pub(super) lane: usize,
}

impl Wanted for One {
    #[inline(always)]
    fn lanes(self, block: usize) -> u8 {
        u8::from(block == self.block) << self.lane
    }

    #[inline(always)]
    fn first_block(self) -> usize {
        self.block
    }
}

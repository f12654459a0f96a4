// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

#![expect(clippy::inline_always, reason = "what is dispatched is inlined into it, and stays vectors")]

use crate::{Block, LANES, LocalPose, ModelPose, Skeleton};
use glam::{Mat4, Vec4};

/// Turns a pose of joints in their parents into one of joints in model space.
///
/// The character's own matrix, slot 0 of the output, is read and multiplied in.
#[derive(Debug)]
pub struct LocalToModelJob<'a> {
    /// The skeleton of both poses.
    pub skeleton: &'a Skeleton,
    /// Joints in their parents.
    pub local: &'a LocalPose,
    /// Joints in model space, one per joint of the skeleton.
    pub output: &'a mut ModelPose,
}

impl LocalToModelJob<'_> {
    /// Does it. Nothing is allocated.
    ///
    /// # Errors
    ///
    /// [`LocalToModelError`] when a pose has not one entry per joint of the skeleton; the output is then
    /// unchanged.
    pub fn run(self) -> Result<(), LocalToModelError> {
        let joints = self.skeleton.joint_count();
        for (pose, found) in [("local", self.local.joint_count()), ("model", self.output.joint_count())] {
            if found != joints {
                return Err(LocalToModelError { pose, expected: joints, found });
            }
        }
        let slots = self.output.slots_mut();
        let (blocks, parents) = (self.local.blocks(), self.skeleton.parent_slots());
        pulp::Arch::new().dispatch(LocalToModel { blocks, parents, slots });
        Ok(())
    }
}

/// The job, for the widest instructions there are.
struct LocalToModel<'a> {
    blocks: &'a [Block],
    parents: &'a [u16],
    slots: &'a mut [[[f32; 4]; 3]],
}

impl pulp::NullaryFnOnce for LocalToModel<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self { blocks, parents, slots } = self;
        let mut slot = 1;
        for (block, parents) in blocks.iter().zip(parents.chunks(LANES)) {
            for (half, parents) in parents.chunks(FOUR).enumerate() {
                for (local, &parent) in matrices(block, half * FOUR).iter().zip(parents) {
                    // A parent comes before its child.
                    slots[slot] = multiply(&slots[usize::from(parent)], local);
                    slot += 1;
                }
            }
        }
    }
}

/// How many joints are made matrices at once: their twelve vectors of four are as many as registers can hold. Whole
/// blocks take a third more time, and glam's own matrices, one after another, twice as much.
const FOUR: usize = 4;

/// The 3×4 matrices of four joints from a lane on, row by row.
#[inline(always)]
fn matrices(Block(rows): &Block, lane: usize) -> [[Vec4; 3]; FOUR] {
    let four = |row: usize| Vec4::from_slice(&rows[row][lane..lane + FOUR]);
    let (x, y, z, w) = (four(0), four(1), four(2), four(3));
    let (sx, sy, sz) = (four(7), four(8), four(9));
    let (x2, y2, z2) = (x + x, y + y, z + z);
    let (xx, yy, zz) = (x * x2, y * y2, z * z2);
    let (xy, xz, yz) = (x * y2, x * z2, y * z2);
    let (wx, wy, wz) = (w * x2, w * y2, w * z2);
    let one = Vec4::ONE;
    // Four joints' element by element, turned into element by element of each joint.
    let first = Mat4::from_cols((one - (yy + zz)) * sx, (xy - wz) * sy, (xz + wy) * sz, four(4)).transpose();
    let second = Mat4::from_cols((xy + wz) * sx, (one - (xx + zz)) * sy, (yz - wx) * sz, four(5)).transpose();
    let third = Mat4::from_cols((xz - wy) * sx, (yz + wx) * sy, (one - (xx + yy)) * sz, four(6)).transpose();
    [
        [first.x_axis, second.x_axis, third.x_axis],
        [first.y_axis, second.y_axis, third.y_axis],
        [first.z_axis, second.z_axis, third.z_axis],
        [first.w_axis, second.w_axis, third.w_axis],
    ]
}

/// Rows of the one matrix times the other, whose last row is 0, 0, 0, 1.
#[inline(always)]
fn multiply(above: &[[f32; 4]; 3], local: &[Vec4; 3]) -> [[f32; 4]; 3] {
    let mut product = [[0.0; 4]; 3];
    for (&[x, y, z, place], product) in above.iter().zip(&mut product) {
        let row = (local[0] * x + Vec4::new(0.0, 0.0, 0.0, place)) + (local[1] * y + local[2] * z);
        *product = row.to_array();
    }
    product
}

/// A pose that does not belong to the skeleton.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the {pose} pose has {found} joints, the skeleton {expected}")]
pub struct LocalToModelError {
    /// Which pose: `local` or `model`.
    pub pose: &'static str,
    /// Joints of the skeleton.
    pub expected: usize,
    /// Joints of the pose.
    pub found: usize,
}

#[cfg(test)]
mod tests;

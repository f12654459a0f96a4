// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::{Block, LANES, LocalPose, ModelPose, Skeleton};

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
        let parents = self.skeleton.parent_slots().chunks(LANES);
        for (index, (block, parents)) in self.local.blocks().iter().zip(parents).enumerate() {
            let locals = matrices(block);
            let (done, rest) = slots.split_at_mut(1 + index * LANES);
            for (lane, &parent) in parents.iter().enumerate() {
                let parent = parent as usize;
                // A parent comes before its child, so it is done, or an earlier lane of this block.
                let above = match parent.checked_sub(done.len()) {
                    None => done[parent],
                    Some(lane) => rest[lane],
                };
                rest[lane] = multiply(&above, &locals, lane);
            }
        }
        Ok(())
    }
}

type Lanes = [f32; LANES];

/// The 3×4 matrices of eight joints, element by element.
fn matrices(Block([x, y, z, w, tx, ty, tz, sx, sy, sz]): &Block) -> [[Lanes; 4]; 3] {
    let mut m = [[[0.0; LANES]; 4]; 3];
    for l in 0..LANES {
        let (x, y, z, w) = (x[l], y[l], z[l], w[l]);
        let (x2, y2, z2) = (x + x, y + y, z + z);
        let (xx, yy, zz) = (x * x2, y * y2, z * z2);
        let (xy, xz, yz) = (x * y2, x * z2, y * z2);
        let (wx, wy, wz) = (w * x2, w * y2, w * z2);
        m[0][0][l] = (1.0 - (yy + zz)) * sx[l];
        m[0][1][l] = (xy - wz) * sy[l];
        m[0][2][l] = (xz + wy) * sz[l];
        m[1][0][l] = (xy + wz) * sx[l];
        m[1][1][l] = (1.0 - (xx + zz)) * sy[l];
        m[1][2][l] = (yz - wx) * sz[l];
        m[2][0][l] = (xz - wy) * sx[l];
        m[2][1][l] = (yz + wx) * sy[l];
        m[2][2][l] = (1.0 - (xx + yy)) * sz[l];
    }
    m[0][3] = *tx;
    m[1][3] = *ty;
    m[2][3] = *tz;
    m
}

fn multiply(above: &[[f32; 4]; 3], locals: &[[Lanes; 4]; 3], lane: usize) -> [[f32; 4]; 3] {
    let local = locals.map(|row| row.map(|lanes| lanes[lane]));
    above.map(|row| {
        let mut out = [0.0; 4];
        for (column, out) in out.iter_mut().enumerate() {
            *out = row[0] * local[0][column] + row[1] * local[1][column] + row[2] * local[2][column];
        }
        out[3] += row[3];
        out
    })
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

// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

/// Places in `0..count` to keep, the first and the last among them, so that `fits` holds from each to the next.
///
/// `fits(from, to)` is asked only for `from < to`, and taken to hold for neighbours. From each kept place the next is
/// as far as doubling, then halving the distance finds: each place is looked at some log(distance) times, so a long rest
/// costs no more than a long motion.
pub(super) fn keep(count: usize, fits: impl Fn(usize, usize) -> bool) -> Vec<usize> {
    let Some(last) = count.checked_sub(1) else {
        return Vec::new();
    };
    let mut kept = vec![0];
    let mut from = 0;
    while from < last {
        let (mut good, mut bad) = (from + 1, last + 1);
        let mut stride = 1;
        while good < last {
            let next = (good + stride).min(last);
            if !fits(from, next) {
                bad = next;
                break;
            }
            good = next;
            stride *= 2;
        }
        while bad - good > 1 && bad <= last {
            let middle = usize::midpoint(good, bad);
            if fits(from, middle) {
                good = middle;
            } else {
                bad = middle;
            }
        }
        kept.push(good);
        from = good;
    }
    kept
}

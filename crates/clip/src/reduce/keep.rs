// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

/// Places in `0..count` to keep, the first and the last among them, so that `fits` holds from each to the next.
///
/// `fits(from, to)` is asked only for `from < to`, and taken to hold for neighbours. From each kept place the
/// next is as far as doubling, then halving the distance finds: each place is looked at some log(distance)
/// times, so a long rest costs no more than a long motion.
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    /// newyellow/Unity-Runtime-Animation-Recorder#14: hours to save. Asking about a span costs as much as it is
    /// long.
    #[test]
    fn the_work_grows_with_the_length_however_long_the_spans_are() {
        let count = 100_000;
        for longest in [1, 7, 100, 12_345, count] {
            let work = Cell::new(0);
            let kept = keep(count, |from, to| {
                work.set(work.get() + to - from);
                to - from <= longest
            });
            assert!(work.get() < 40 * count, "{} steps with spans of {longest}", work.get());
            assert_eq!((kept[0], kept[kept.len() - 1]), (0, count - 1));
            let spans = || kept.windows(2).map(|pair| pair[1] - pair[0]);
            assert!(spans().all(|span| span <= longest));
            assert!(spans().rev().skip(1).all(|span| span == longest), "each as long as can be");
        }
    }

    #[test]
    fn neighbours_are_kept_where_nothing_fits() {
        assert_eq!(keep(4, |_, _| false), [0, 1, 2, 3]);
        assert_eq!(keep(1, |_, _| true), [0]);
        assert_eq!(keep(0, |_, _| true), [0_usize; 0]);
    }
}

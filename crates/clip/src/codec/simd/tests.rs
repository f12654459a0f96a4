// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::*;
use proptest::prelude::*;

#[test]
fn a_lanes_pair_lies_where_the_lane_of_that_number_is_asked_for() {
    for (lane, &pair) in PAIR_OF_LANE.iter().enumerate() {
        assert_eq!(PAIR_OF_LANE[pair], lane);
    }
}

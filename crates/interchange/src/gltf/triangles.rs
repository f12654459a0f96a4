// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

/// The vertices of a primitive as a list of triangles; `None` for points, lines and modes that glTF does not
/// know. What is left over of the last triangle is dropped.
pub(super) fn triangles(mode: u32, mut vertices: Vec<u32>) -> Option<Vec<u32>> {
    match mode {
        4 => {
            vertices.truncate(vertices.len() / 3 * 3);
            Some(vertices)
        }
        // A strip: every other triangle runs the other way round.
        5 => {
            let corners = vertices.windows(3).enumerate();
            Some(corners.flat_map(|(i, v)| [v[0], v[1 + i % 2], v[2 - i % 2]]).collect())
        }
        // A fan round the first vertex.
        6 => {
            let (&centre, rim) = vertices.split_first()?;
            Some(rim.windows(2).flat_map(|v| [centre, v[0], v[1]]).collect())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::triangles;

    #[test]
    fn strips_and_fans_keep_their_winding() {
        assert_eq!(triangles(5, vec![0, 1, 2, 3, 4]), Some(vec![0, 1, 2, 1, 3, 2, 2, 3, 4]));
        assert_eq!(triangles(6, vec![9, 1, 2, 3]), Some(vec![9, 1, 2, 9, 2, 3]));
    }

    #[test]
    fn part_of_a_triangle_is_dropped_and_lines_are_none() {
        assert_eq!(triangles(4, vec![0, 1, 2, 3]), Some(vec![0, 1, 2]));
        assert_eq!(triangles(5, vec![0, 1]), Some(vec![]));
        for mode in [0, 1, 2, 3, 7, u32::MAX] {
            assert_eq!(triangles(mode, vec![0, 1, 2]), None, "mode {mode}");
        }
    }
}

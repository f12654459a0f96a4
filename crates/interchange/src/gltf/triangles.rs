// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

/// The vertices of a primitive as a list of triangles; `None` for points, lines and modes that glTF does not
/// know.
///
/// What is left over of the last triangle is dropped, and so are triangles of fewer than three vertices, with
/// which strips are sewn together.
pub(super) fn triangles(mode: u32, vertices: &[u32]) -> Option<Vec<u32>> {
    let triangles: Vec<[u32; 3]> = match mode {
        4 => vertices.as_chunks().0.to_vec(),
        // A strip: every other triangle runs the other way round.
        5 => {
            let corners = vertices.windows(3).enumerate();
            corners.map(|(i, v)| [v[0], v[1 + i % 2], v[2 - i % 2]]).collect()
        }
        // A fan round the first vertex.
        6 => {
            let (&centre, rim) = vertices.split_first()?;
            rim.windows(2).map(|v| [centre, v[0], v[1]]).collect()
        }
        _ => return None,
    };
    Some(triangles.into_iter().filter(|[a, b, c]| a != b && b != c && c != a).flatten().collect())
}

#[cfg(test)]
mod tests {
    use super::triangles;

    #[test]
    fn strips_and_fans_keep_their_winding() {
        assert_eq!(triangles(5, &[0, 1, 2, 3, 4]), Some(vec![0, 1, 2, 1, 3, 2, 2, 3, 4]));
        assert_eq!(triangles(6, &[9, 1, 2, 3]), Some(vec![9, 1, 2, 9, 2, 3]));
        assert_eq!(triangles(6, &[]), None, "a fan round nothing");
    }

    #[test]
    fn parts_of_triangles_and_flat_ones_are_dropped_and_lines_are_none() {
        assert_eq!(triangles(4, &[0, 1, 2, 3]), Some(vec![0, 1, 2]));
        assert_eq!(triangles(4, &[0, 1, 1, 4, 5, 6, 7, 8, 7]), Some(vec![4, 5, 6]));
        assert_eq!(triangles(5, &[0, 1]), Some(vec![]));
        assert_eq!(triangles(5, &[0, 1, 2, 2, 7, 7, 8, 9]), Some(vec![0, 1, 2, 7, 9, 8]), "sewn together");
        for mode in [0, 1, 2, 3, 7, u32::MAX] {
            assert_eq!(triangles(mode, &[0, 1, 2]), None, "mode {mode}");
        }
    }
}

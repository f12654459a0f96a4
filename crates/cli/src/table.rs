// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt;

/// Rows of text in columns, for people: the first column to the left, the others to the right.
#[derive(Debug, Clone, Default)]
pub(crate) struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with these headings.
    pub(crate) fn new<const N: usize>(headings: [&str; N]) -> Self {
        Self { rows: vec![Vec::from(headings.map(str::to_owned))] }
    }

    /// Adds a row.
    pub(crate) fn row<const N: usize>(&mut self, cells: [String; N]) {
        self.rows.push(Vec::from(cells));
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        for row in &self.rows {
            let padded = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| match column {
                0 => format!("{cell:<width$}"),
                _ => format!("{cell:>width$}"),
            });
            writeln!(f, "{}", padded.collect::<Vec<_>>().join("  ").trim_end())?;
        }
        Ok(())
    }
}

/// A vector to so many digits after the point. What is 0 to those is not below 0.
pub(crate) fn vector(numbers: [f32; 3], digits: usize) -> String {
    let in_words = numbers.map(|number| {
        let text = format!("{number:.digits$}");
        let size = text.trim_start_matches('-');
        if size.bytes().all(|digit| b"0.".contains(&digit)) { size.to_owned() } else { text }
    });
    format!("({})", in_words.join(", "))
}

/// Metres in millimetres, to a ten-thousandth. From a kilometre on, by their power of ten.
pub(crate) fn millimetres(metres: f64) -> String {
    if metres.abs() < 1e3 { format!("{:.4}", metres * 1e3) } else { format!("{:.3e}", metres * 1e3) }
}

/// The last name of a joint's path, for a column that a whole path is too wide for.
pub(crate) fn leaf(path: &str) -> String {
    match path.rsplit('/').next() {
        None | Some("") => "(root)".to_owned(),
        Some(name) => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_fit_their_column_however_large() {
        assert_eq!(millimetres(0.000_123_44), "0.1234");
        assert_eq!(millimetres(999.999), "999999.0000");
        assert_eq!(millimetres(f64::from(f32::MAX)), "3.403e41");
        assert_eq!(millimetres(f64::INFINITY), "inf");
    }
}

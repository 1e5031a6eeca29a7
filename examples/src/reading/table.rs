//! Tables.

use std::io::IsTerminal;

/// The colour of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Colour {
    /// Success.
    Green,
    /// Refusal.
    Yellow,
    /// Failure.
    Red,
    /// Minor text.
    Grey,
}

/// Whether there are colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Colours(pub bool);

impl Colours {
    /// On a terminal, unless its user wants none (`NO_COLOR`).
    pub fn of_output() -> Self {
        let are_unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Self(std::io::stdout().is_terminal() && !are_unwanted)
    }

    /// A text in a colour.
    pub fn paint(self, text: &str, colour: Option<Colour>) -> String {
        let code = match colour {
            _ if !self.0 => return text.to_owned(),
            None => return text.to_owned(),
            Some(Colour::Green) => 32,
            Some(Colour::Yellow) => 33,
            Some(Colour::Red) => 31,
            Some(Colour::Grey) => 90,
        };
        format!("\u{1b}[{code}m{text}\u{1b}[0m")
    }
}

/// A cell of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// Its content.
    pub text: String,
    /// In which colour.
    pub colour: Option<Colour>,
    /// Whether it is right-aligned, as numbers are.
    pub is_right: bool,
}

impl Cell {
    /// A text.
    pub fn text(text: impl Into<String>) -> Self {
        Self { text: text.into(), colour: None, is_right: false }
    }

    /// A number.
    pub fn number(text: impl Into<String>) -> Self {
        Self { text: text.into(), colour: None, is_right: true }
    }

    /// The same in a colour.
    #[must_use]
    pub fn in_colour(self, colour: Option<Colour>) -> Self {
        Self { colour, ..self }
    }

    fn width(&self) -> usize {
        self.text.chars().count()
    }
}

/// Rows with their columns under each other.
pub fn aligned<const N: usize>(rows: &[[Cell; N]], colours: Colours) -> String {
    let widths: [usize; N] =
        std::array::from_fn(|column| rows.iter().map(|row| row[column].width()).max().unwrap_or_default());
    let mut out = String::new();
    for row in rows {
        let mut line = String::new();
        let mut blanks = 0;
        for (cell, width) in row.iter().zip(widths) {
            let rest = width - cell.width();
            if cell.is_right {
                blanks += rest;
            }
            // Blanks at the end of a line are left out.
            if !cell.text.is_empty() {
                line.extend(std::iter::repeat_n(' ', blanks));
                line.push_str(&colours.paint(&cell.text, cell.colour));
                blanks = 0;
            }
            blanks += if cell.is_right { 2 } else { rest + 2 };
        }
        out.push_str(&line);
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{Cell, Colour, Colours, aligned};

    fn rows() -> [[Cell; 3]; 3] {
        [
            [Cell::text("name"), Cell::number("calls"), Cell::text("")],
            [Cell::text("ä"), Cell::number("7").in_colour(Some(Colour::Red)), Cell::text("end")],
            [Cell::text("longer"), Cell::number(""), Cell::text("end")],
        ]
    }

    #[test]
    fn columns_stand_under_each_other() {
        let text = "name    calls\nä           7  end\nlonger         end\n";
        assert_eq!(aligned(&rows(), Colours(false)), text);
    }

    #[test]
    fn colours_take_no_room() {
        let text = "name    calls\nä           \u{1b}[31m7\u{1b}[0m  end\nlonger         end\n";
        assert_eq!(aligned(&rows(), Colours(true)), text);
    }
}

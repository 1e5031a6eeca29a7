//! Figures of named things, as horizontal bars.

use maud::{Markup, html};

use super::{WIDTH, rounded_up};
use crate::text::begin_of;

/// How many rows a drawing has at most.
const MOST: usize = 12;
/// The height of a row, and the room for names and figures at its sides.
const ROW: u64 = 22;
const NAMES: u64 = 230;
const FIGURES: u64 = 130;
/// How many characters of a name fit.
const LONGEST: usize = 32;

/// A thing with its figure, and the figure in words.
pub(in crate::health) struct Row<'a> {
    pub(in crate::health) name: &'a str,
    pub(in crate::health) value: u64,
    pub(in crate::health) words: String,
}

/// The greatest rows, the greatest first.
pub(in crate::health) fn rows(id: &str, title: &str, state: &str, mut rows: Vec<Row<'_>>) -> Markup {
    rows.sort_by_key(|row| std::cmp::Reverse(row.value));
    rows.truncate(MOST);
    let top = rounded_up(rows.first().map_or(1, |row| row.value).max(1));
    let room = WIDTH - NAMES - FIGURES;
    let height = ROW * u64::try_from(rows.len()).unwrap_or(1);
    let width =
        |value: u64| u64::try_from(u128::from(value) * u128::from(room) / u128::from(top)).unwrap_or(room);
    html! {
        div.scroll role="region" aria-label={ "Drawing: " (title) } tabindex="0" {
            svg viewBox={ "0 0 " (WIDTH) " " (height + 4) } role="img" aria-labelledby=(id) {
                title id=(id) { (title) ". The table below has the same figures." }
                line.axis x1=(NAMES) y1="0" x2=(NAMES) y2=(height) {}
                @for (at, row) in (0..).zip(&rows) {
                    @let (begin, left) = begin_of(row.name, Some(LONGEST));
                    @let width = width(row.value).max(1);
                    text.end x=(NAMES - 8) y=(at * ROW + 15) { (begin) @if left > 0 { "…" } }
                    rect class=(state) x=(NAMES) y=(at * ROW + 4) width=(width) height=(ROW - 8) {}
                    text x=(NAMES + width + 6) y=(at * ROW + 15) { (row.words) }
                }
            }
        }
    }
}

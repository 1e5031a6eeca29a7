//! Texts without case, and where they are in the text as it is written.

use std::ops::Range;

/// A text without case.
pub(super) struct Folded {
    text: String,
    /// Where characters begin after those that have another length without case: here, and in the text as it is written.
    shifts: Vec<(usize, usize)>,
}

impl Folded {
    pub(super) fn of(text: &str) -> Self {
        if text.is_ascii() {
            return Self { text: text.to_ascii_lowercase(), shifts: Vec::new() };
        }
        let (mut folded, mut shifts) = (String::with_capacity(text.len()), Vec::new());
        for (at, c) in text.char_indices() {
            let before = folded.len();
            // A sigma is another letter at the end of a word.
            folded.extend(c.to_lowercase().map(|c| if c == 'ς' { 'σ' } else { c }));
            if folded.len() - before != c.len_utf8() {
                shifts.push((folded.len(), at + c.len_utf8()));
            }
        }
        Self { text: folded, shifts }
    }

    /// Whether another text has this one in it, whatever the case.
    pub(super) fn is_in(&self, text: &str) -> bool {
        Self::of(text).text.contains(&self.text)
    }

    /// All places of this text in another.
    pub(super) fn all_in(&self, text: &str) -> Vec<Range<usize>> {
        let whole = Self::of(text);
        let found = whole.text.match_indices(&self.text);
        let places = found.map(|(at, found)| whole.written(at)..whole.written(at + found.len()));
        places.collect()
    }

    /// The byte of the text as it is written. In a character that became several, it is one of its bytes.
    fn written(&self, at: usize) -> usize {
        let before = self.shifts.partition_point(|&(here, _)| here <= at);
        let (here, there) = before.checked_sub(1).map_or((0, 0), |last| self.shifts[last]);
        there + (at - here)
    }
}

#[cfg(test)]
mod tests {
    use super::Folded;

    #[test]
    fn texts_are_found_where_they_are_written() {
        for (text, wanted, places) in [
            ("Alpha ALPHA", "alpha", vec![(0, 5), (6, 11)]),
            ("Ä€ä", "Ä", vec![(0, 2), (5, 7)]),
            // One letter becomes two characters, another loses a byte.
            ("İx\u{212a}y XY", "xk", vec![(2, 6)]),
            ("İİx", "X", vec![(4, 5)]),
            ("ΟΔΟΣ οδος", "Οδος", vec![(0, 8), (9, 17)]),
            ("none", "x", vec![]),
        ] {
            let found = Folded::of(wanted).all_in(text);
            let found: Vec<_> = found.iter().map(|found| (found.start, found.end)).collect();
            assert_eq!(found, places, "{text}");
        }
        assert!(Folded::of("ID").is_in("order_id") && !Folded::of("id").is_in("order"));
    }
}

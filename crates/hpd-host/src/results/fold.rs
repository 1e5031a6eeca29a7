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

    /// Bytes that this text takes in another at most: without case, a character has a third of its bytes at least.
    pub(super) const fn longest(&self) -> usize {
        self.text.len().saturating_mul(3)
    }

    /// Whether another text has this one in it, whatever the case.
    pub(super) fn is_in(&self, text: &str) -> bool {
        Self::of(text).text.contains(&self.text)
    }

    /// The places of this text in another, one after the other.
    pub(super) const fn places_in(&self, whole: Self) -> Places<'_> {
        Places { wanted: self, whole, at: 0 }
    }

    /// The byte of the text as it is written. In a character that became several, it is one of its bytes.
    fn written(&self, at: usize) -> usize {
        let before = self.shifts.partition_point(|&(here, _)| here <= at);
        let (here, there) = before.checked_sub(1).map_or((0, 0), |last| self.shifts[last]);
        there + (at - here)
    }

    /// The byte here of one of the text as it is written.
    fn here(&self, written: usize) -> usize {
        let before = self.shifts.partition_point(|&(_, there)| there <= written);
        let (here, there) = before.checked_sub(1).map_or((0, 0), |last| self.shifts[last]);
        here + (written - there)
    }
}

/// Where a text is in another. Places are found when they are asked for: there may be as many as bytes.
pub(super) struct Places<'a> {
    wanted: &'a Folded,
    whole: Folded,
    /// The end of the last place.
    at: usize,
}

impl Places<'_> {
    /// The next place that ends behind a byte of the text as it is written.
    pub(super) fn next_behind(&mut self, written: usize) -> Option<Range<usize>> {
        let Self { wanted: Folded { text: wanted, .. }, whole, at } = self;
        // The first bytes of a place may be before that byte.
        let first = (whole.here(written) + 1).saturating_sub(wanted.len()).max(*at);
        let from = char_end(&whole.text, first);
        let found = from + whole.text.get(from..)?.find(wanted.as_str())?;
        *at = found + wanted.len();
        Some(whole.written(found)..whole.written(*at))
    }
}

/// The first place from a byte on that is between two characters.
fn char_end(text: &str, at: usize) -> usize {
    (at..text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(text.len())
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
            let (wanted, mut found, mut shown_to) = (Folded::of(wanted), Vec::new(), 0);
            let mut all = wanted.places_in(Folded::of(text));
            while let Some(place) = all.next_behind(shown_to) {
                shown_to = place.end;
                found.push((place.start, place.end));
            }
            assert_eq!(found, places, "{text}");
        }
        let (wanted, text) = (Folded::of("aä"), "aÄ".repeat(100));
        let mut places = wanted.places_in(Folded::of(&text));
        // The second place begins before the byte, and ends behind it.
        assert_eq!(places.next_behind(151), Some(150..153));
        assert_eq!(places.next_behind(152), Some(153..156));
        assert_eq!((places.next_behind(299), places.next_behind(299)), (Some(297..300), None));
        assert!(Folded::of("ID").is_in("order_id") && !Folded::of("id").is_in("order"));
    }
}

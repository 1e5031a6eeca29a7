//! Where a text that is too long is cut.

/// Where a part of at most `room` bytes ends that begins at `start`: at the end of a line, if there is one in its last
/// quarter. It is never empty, unless nothing is left.
pub(crate) fn end_of_part(text: &str, start: usize, room: usize) -> usize {
    let end = letter_at(text, start.saturating_add(room));
    if end <= start {
        return text[start..].chars().next().map_or(text.len(), |letter| start + letter.len_utf8());
    }
    let line = text[start..end].rfind('\n').map(|at| start + at + 1);
    line.filter(|line| line - start >= room / 4 * 3).unwrap_or(end)
}

/// The start of the letter that a byte belongs to.
pub(crate) fn letter_at(text: &str, byte: usize) -> usize {
    (0..=byte.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// The first `most` bytes of a text at most, whole letters.
pub(crate) fn cut(text: &str, most: usize) -> &str {
    if text.len() <= most { text } else { &text[..letter_at(text, most)] }
}

//! The words of a sentence, and the gaps between them.

use std::ops::Range;

use hpd_runtime::__private::text::is_invisible;

use super::quoted_spans::quoted_spans;

/// The gap before a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Gap {
    /// Blanks, or signs that mean nothing here.
    Space,
    /// A comma.
    Comma,
    /// A dash, a bracket, a colon or a semicolon.
    Break,
}

/// A word in lower case, with a straight apostrophe. A quote is an empty one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Word {
    pub(super) text: String,
    pub(super) before: Gap,
}

/// The words of a sentence.
pub(super) fn words(text: &str, sentence: Range<usize>) -> Vec<Word> {
    let inside = &text[sentence];
    let mut quotes = quoted_spans(inside).into_iter().peekable();
    let mut words: Vec<Word> = Vec::new();
    let (mut is_open, mut gap, mut before) = (false, Gap::Space, ' ');
    let mut chars = inside.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        if let Some(quote) = quotes.next_if(|quote| quote.contains(&at)) {
            words.push(Word { text: String::new(), before: std::mem::replace(&mut gap, Gap::Space) });
            while chars.next_if(|(next, _)| *next < quote.end).is_some() {}
            (is_open, before) = (false, ' ');
            continue;
        }
        let behind = chars.peek().map_or(' ', |(_, c)| *c);
        if let Some(c) = part_of_word(before, c, behind) {
            if !is_open {
                words.push(Word { text: String::new(), before: std::mem::replace(&mut gap, Gap::Space) });
            }
            is_open = true;
            words.iter_mut().last().into_iter().for_each(|word| word.text.extend(c.to_lowercase()));
        } else if !is_invisible(c) || c.is_whitespace() {
            // Invisible characters separate no words.
            is_open = false;
            gap = gap.max(gap_of(before, c, behind));
        }
        before = c;
    }
    words
}

/// The character as a part of a word, if it is one.
fn part_of_word(before: char, c: char, behind: char) -> Option<char> {
    let is_inside = before.is_alphanumeric() && behind.is_alphanumeric();
    match c {
        '\'' | '’' | 'ʼ' => is_inside.then_some('\''),
        '-' | '_' | '.' | '@' | '/' => is_inside.then_some(c),
        ',' | ':' => (before.is_numeric() && behind.is_numeric()).then_some(c),
        c => c.is_alphanumeric().then_some(c),
    }
}

fn gap_of(before: char, c: char, behind: char) -> Gap {
    match c {
        ',' | '،' | '、' => Gap::Comma,
        ';' | ':' | '：' | '→' | '—' | '–' | '(' | ')' | '[' | ']' | '|' => Gap::Break,
        '-' if before.is_whitespace() && behind.is_whitespace() => Gap::Break,
        _ => Gap::Space,
    }
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn invisible_characters_split_no_word() {
        for text in ["I sent it", "I se\u{200b}nt i\u{ad}t", "I s\u{e0041}ent\u{feff} it"] {
            let words = words(text, 0..text.len());
            assert_eq!(words.iter().map(|word| &*word.text).collect::<Vec<_>>(), ["i", "sent", "it"]);
        }
        assert_eq!(words("sent\nit\tnow", 0..11).len(), 3);
    }
}

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
    let mut reader = Reader { words: Vec::new(), word: String::new(), gap: Gap::Space };
    let mut chars = inside.char_indices().peekable();
    let mut before = ' ';
    while let Some((at, c)) = chars.next() {
        if let Some(quote) = quotes.next_if(|quote| quote.contains(&at)) {
            reader.end_word();
            reader.push(String::new());
            while chars.next_if(|(next, _)| *next < quote.end).is_some() {}
            before = ' ';
            continue;
        }
        let behind = chars.peek().map_or(' ', |(_, c)| *c);
        reader.character(before, c, behind);
        before = c;
    }
    reader.end_word();
    reader.words
}

struct Reader {
    words: Vec<Word>,
    word: String,
    gap: Gap,
}

impl Reader {
    fn character(&mut self, before: char, c: char, behind: char) {
        let is_inside = before.is_alphanumeric() && behind.is_alphanumeric();
        match c {
            c if c.is_alphanumeric() => self.word.extend(c.to_lowercase()),
            // "The payment's been recorded": the verb is a part of the noun.
            '\'' | '’' | 'ʼ' if is_inside => self.word.push('\''),
            '-' | '_' | '.' | '@' | '/' if is_inside => self.word.push(c),
            ',' | ':' if before.is_numeric() && behind.is_numeric() => self.word.push(c),
            ',' | '،' | '、' => self.gap(Gap::Comma),
            ';' | ':' | '：' | '→' | '—' | '–' | '(' | ')' | '[' | ']' | '|' => self.gap(Gap::Break),
            '-' if before.is_whitespace() && behind.is_whitespace() => self.gap(Gap::Break),
            // Invisible characters separate no words.
            _ if is_invisible(c) && !c.is_whitespace() => {}
            _ => self.end_word(),
        }
    }

    fn gap(&mut self, gap: Gap) {
        self.end_word();
        self.gap = self.gap.max(gap);
    }

    fn end_word(&mut self) {
        if !self.word.is_empty() {
            let word = std::mem::take(&mut self.word);
            self.push(word);
        }
    }

    fn push(&mut self, text: String) {
        let before = std::mem::replace(&mut self.gap, Gap::Space);
        self.words.push(Word { text, before });
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

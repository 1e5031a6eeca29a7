//! The words of a message.

/// A word between blanks.
pub(super) struct Word<'t> {
    pub(super) text: &'t str,
    /// In lower case, without punctuation around it.
    pub(super) plain: String,
    pub(super) begins_line: bool,
    /// An empty line is before it.
    pub(super) begins_paragraph: bool,
}

impl Word<'_> {
    /// Whether it is a dash between words.
    pub(super) fn is_dash(&self) -> bool {
        !self.text.is_empty() && self.text.chars().all(|c| matches!(c, '-' | '–' | '—'))
    }
}

/// Words of four letters that end in a full stop within a sentence. Shorter ones are no ends anyway.
const SHORTENED: [&str; 8] = ["blvd", "prof", "dept", "corp", "bldg", "appt", "hwys", "univ"];

/// The words of a text whose lines end with `\n`.
pub(super) fn words(text: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut was_empty = false;
    for line in text.split('\n') {
        let mut is_first = true;
        for text in line.split_whitespace() {
            let plain = text.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase().replace('’', "'");
            words.push(Word { text, plain, begins_line: is_first, begins_paragraph: is_first && was_empty });
            is_first = false;
        }
        was_empty = is_first;
    }
    words
}

/// Whether a sentence surely ends with a word. A full stop after a short word or a number may belong to it: "St.",
/// "5.".
pub(super) fn ends_sentence(word: &Word<'_>) -> bool {
    let text = word.text.trim_end_matches([')', ']', '*', '_']);
    if text.ends_with(['!', '?', '。', '！', '？']) {
        return true;
    }
    let Some(before) = text.strip_suffix('.') else { return false };
    let is_word = before.chars().all(char::is_alphabetic) && before.chars().count() >= 4;
    is_word && !SHORTENED.contains(&word.plain.as_str())
}

/// Whether a sentence that asks ends with a word.
pub(super) fn ends_question(word: &Word<'_>) -> bool {
    word.text.trim_end_matches([')', ']', '!', '.', '*', '_']).ends_with(['?', '？'])
}

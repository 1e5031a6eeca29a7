//! A value as shown to the user: plain text without markup that can be parsed back.
//!
//! A value is compact JSON with other escapes: `\n`, `\r`, `\t`, and `\u{..}` with the number of any other escaped
//! character, quotes and backslashes included. In `CommonMark` and HTML these escapes are plain text, unlike `\"` and
//! `\\`.

use std::fmt::Write;

use hpd_runtime::args::Node;

use super::characters::{Script, ShownAs, script, shown_as};

/// A value of up to this many characters is shown whole.
pub(super) const WHOLE: usize = 1_000;
/// This much of a longer one is shown.
pub(super) const START: usize = 200;
/// Maximum number of marks on one base character.
const MAX_MARKS: usize = 3;

/// A value as it is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Shown {
    pub(super) text: String,
    /// Characters of it that are not shown.
    pub(super) left_out: usize,
    /// It has characters that could mislead, and that are shown by their numbers.
    pub(super) strange: bool,
}

impl Shown {
    /// A value: whole if it is no longer than `most` characters, else its start.
    pub(super) fn of(value: &Node<'_>, max: usize) -> Self {
        match value {
            Node::String(text) => Self::quoted(text, max, true),
            other => Self::whole_or_start(max, |writer| writer.value(other)),
        }
    }

    /// A text in quotes. `alone` means that no neighbouring text could be reordered by its direction.
    pub(super) fn quoted(text: &str, max: usize, alone: bool) -> Self {
        let mut shown = Self::whole_or_start(max, |writer| writer.quoted(text, alone));
        if shown.left_out > 0 {
            // The closing quote is part of the omitted text.
            shown.left_out -= 1;
            shown.text.push('"');
        }
        shown
    }

    fn whole_or_start(max: usize, write: impl Fn(&mut Writer)) -> Self {
        let whole = Self::written(max, &write);
        if whole.left_out == 0 {
            return whole;
        }
        let start = Self::written(START.min(max), write);
        Self { strange: whole.strange, ..start }
    }

    /// A text without quotes, for a place that others name: at most `most` characters of it.
    pub(super) fn unquoted(text: &str, max: usize) -> Self {
        Self::written(max, |writer| writer.characters(text, true))
    }

    fn written(max: usize, write: impl FnOnce(&mut Writer)) -> Self {
        let mut writer = Writer { max, ..Writer::default() };
        write(&mut writer);
        Self { text: writer.out, left_out: writer.left_out, strange: writer.strange }
    }

    /// With a note on the omitted rest.
    pub(super) fn into_line(self) -> String {
        match self.left_out {
            0 => self.text,
            1 => format!("{} … (1 more character)", self.text),
            left_out => format!("{} … ({left_out} more characters)", self.text),
        }
    }
}

#[derive(Debug, Default)]
struct Writer {
    out: String,
    /// Characters that may be written.
    max: usize,
    written: usize,
    left_out: usize,
    strange: bool,
}

/// The context of a character.
#[derive(Debug, Clone, Copy)]
struct Surroundings {
    before: Option<char>,
    after: Option<char>,
    /// Marks right before it.
    marks: usize,
    /// The word has characters or digits that could pass for others in it.
    mixed: bool,
    /// Letters that are written from right to left turn nothing around.
    right_to_left: bool,
}

impl Writer {
    /// Adds a part of the value's JSON.
    fn piece(&mut self, text: &str) {
        self.add(text, text.len());
    }

    /// Adds an indivisible text of this many characters, if it fits as a whole. Nothing follows omitted text.
    fn add(&mut self, text: &str, characters: usize) {
        let length = text.chars().count();
        if self.left_out > 0 || self.written + length > self.max {
            self.left_out += characters;
        } else {
            self.written += length;
            self.out.push_str(text);
        }
    }

    fn value(&mut self, value: &Node<'_>) {
        match value {
            Node::Null => self.piece("null"),
            Node::Bool(true) => self.piece("true"),
            Node::Bool(false) => self.piece("false"),
            Node::Number(text) => self.characters(text, false),
            Node::String(text) => self.quoted(text, false),
            Node::Array(items) => {
                self.piece("[");
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        self.piece(",");
                    }
                    self.value(item);
                }
                self.piece("]");
            }
            Node::Object(members) => {
                self.piece("{");
                for (index, (key, value)) in members.iter().enumerate() {
                    if index > 0 {
                        self.piece(",");
                    }
                    self.quoted(key, false);
                    self.piece(":");
                    self.value(value);
                }
                self.piece("}");
            }
        }
    }

    fn quoted(&mut self, text: &str, alone: bool) {
        self.piece("\"");
        self.characters(text, alone);
        self.piece("\"");
    }

    /// Writes a text. `alone` means that only quotes surround it.
    fn characters(&mut self, text: &str, alone: bool) {
        // Beside characters of the other direction, a renderer moves digits, signs and blanks.
        let right_to_left =
            alone && text.chars().take(self.max).all(|c| c == ' ' || script(c) == Script::RightToLeft);
        let mut at = Surroundings { before: None, after: None, marks: 0, mixed: false, right_to_left };
        let mut chars = text.char_indices().peekable();
        while let Some((place, c)) = chars.next() {
            if self.left_out > 0 {
                // Only the length of the omitted text is shown.
                self.left_out += text[place..].chars().count();
                return;
            }
            if at.before.is_none_or(|before| before == ' ') {
                at.mixed = text[place..].split(' ').next().is_some_and(|word| is_mixed(word, self.max));
            }
            at.after = chars.peek().map(|(_, after)| *after);
            let is_mark = self.character(c, at);
            at.marks = if is_mark { at.marks + 1 } else { 0 };
            at.before = Some(c);
        }
    }

    /// Writes a character. Returns whether it is a mark.
    fn character(&mut self, written: char, at: Surroundings) -> bool {
        let kind = match shown_as(written) {
            ShownAs::Plain if is_markup_here(written, at) => ShownAs::Escaped,
            ShownAs::Plain | ShownAs::Mark if is_misleading_here(written, at) => ShownAs::Strange,
            ShownAs::Mark
                if at.marks >= MAX_MARKS || !at.before.is_some_and(char::is_alphabetic) && at.marks == 0 =>
            {
                ShownAs::Strange
            }
            kind => kind,
        };
        match (kind, written) {
            (ShownAs::Plain | ShownAs::Mark, _) => self.add(written.encode_utf8(&mut [0; 4]), 1),
            (_, '\n') => self.add("\\n", 1),
            (_, '\r') => self.add("\\r", 1),
            (_, '\t') => self.add("\\t", 1),
            _ => self.by_number(written),
        }
        self.strange |= kind == ShownAs::Strange;
        kind == ShownAs::Mark
    }

    fn by_number(&mut self, written: char) {
        let mut escape = String::new();
        // Writing into a `String` can't fail.
        let _ = write!(escape, "\\u{{{:X}}}", u32::from(written));
        self.add(&escape, 1);
    }
}

/// Characters that are markup in some places only: blanks that HTML drops, underscores around words, names of pictures.
fn is_markup_here(c: char, at: Surroundings) -> bool {
    let is_word = |neighbour: Option<char>| neighbour.is_some_and(|c| c.is_ascii_alphanumeric());
    match c {
        ' ' => at.after.is_none() || at.before.is_none_or(|before| before == ' '),
        '_' => !(is_word(at.before) && is_word(at.after)),
        ':' => at.after.is_some_and(|after| after.is_ascii_alphabetic() || matches!(after, '_' | '+' | '-')),
        _ => false,
    }
}

fn is_misleading_here(c: char, at: Surroundings) -> bool {
    match script(c) {
        Script::NotWithLatin => at.mixed,
        Script::RightToLeft => !at.right_to_left,
        Script::Latin | Script::Other => false,
    }
}

/// Whether the start of a word mixes scripts that never occur together, or digits of two scripts.
fn is_mixed(word: &str, max: usize) -> bool {
    let has = |wanted: &dyn Fn(char) -> bool| word.chars().take(max).any(wanted);
    let is_foreign = |c| script(c) == Script::NotWithLatin;
    has(&is_foreign) && has(&|c| script(c) == Script::Latin)
        || has(&|c| is_foreign(c) && c.is_numeric()) && has(&|c| c.is_ascii_digit())
}

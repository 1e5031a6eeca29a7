//! A value as shown to the user: plain text without markup that can be parsed back.
//!
//! A value is compact JSON with other escapes: `\n`, `\r`, `\t`, and `\u{..}` with the number of any other escaped
//! character, quotes and backslashes included. In `CommonMark` and HTML these escapes are plain text, unlike `\"` and
//! `\\`.

use hpd_runtime::__private::text::{Character, characters};
use hpd_runtime::args::Node;

use super::characters::{ShownAs, is_right_to_left, shown_as};
use super::links::is_link_here;
use super::normal::is_replaced;
use super::scripts::{ForeignWord, is_foreign, is_mixed, look_like_ascii};
use super::sequences::{belongs_here, is_joined_here, is_picture_here};

/// A value of up to this many characters is shown whole.
pub(super) const WHOLE: usize = 1_000;
/// This much of a longer one is shown.
pub(super) const START: usize = 200;
/// Maximum number of marks on one base character.
const MAX_MARKS: usize = 3;
/// The most words of another script that a note names.
const MAX_WORDS: usize = 5;

/// A value as it is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Shown {
    pub(super) text: String,
    /// Characters of it that are not shown.
    pub(super) left_out: usize,
    /// It has characters that could mislead, and that are shown by their numbers.
    pub(super) strange: bool,
    /// What follows it: the scripts of words that look like words in ASCII, as in ` (Cyrillic)`.
    pub(super) note: String,
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
        let note = note_on(&writer.alike, writer.is_one_word);
        Self { text: writer.out, left_out: writer.left_out, strange: writer.strange, note }
    }

    /// Texts in a row.
    pub(super) fn joined(parts: impl IntoIterator<Item = Self>, between: &str) -> Self {
        let parts: Vec<Self> = parts.into_iter().collect();
        Self {
            left_out: parts.iter().map(|part| part.left_out).sum(),
            strange: parts.iter().any(|part| part.strange),
            note: String::new(),
            text: parts.into_iter().map(Self::into_line).collect::<Vec<_>>().join(between),
        }
    }

    /// The text without a note on the rest.
    pub(super) fn start(self) -> String {
        self.text + &self.note
    }

    /// With a note on the omitted rest.
    pub(super) fn into_line(self) -> String {
        match self.left_out {
            0 => self.start(),
            1 => format!("{} … (1 more character)", self.start()),
            left_out => format!("{} … ({left_out} more characters)", self.start()),
        }
    }
}

/// The note on words that look like words in ASCII: ` (Cyrillic)`, or ` (РАУ: Cyrillic)` where the text has others.
fn note_on(alike: &[ForeignWord], is_one_word: bool) -> String {
    let [first, ..] = alike else { return String::new() };
    if is_one_word {
        return format!(" ({})", first.script);
    }
    let mut said: Vec<&ForeignWord> = Vec::new();
    for found in alike {
        if !said.contains(&found) {
            said.push(found);
        }
    }
    let mut words: Vec<_> =
        said.iter().take(MAX_WORDS).map(|found| format!("{}: {}", found.word, found.script)).collect();
    if said.len() > MAX_WORDS {
        words.push("…".to_owned());
    }
    format!(" ({})", words.join(", "))
}

#[derive(Debug, Default)]
struct Writer {
    out: String,
    /// Characters that may be written.
    max: usize,
    written: usize,
    left_out: usize,
    strange: bool,
    /// Words that look like words in ASCII.
    alike: Vec<ForeignWord>,
    /// All of it is one text of one word.
    is_one_word: bool,
}

/// The context of a character.
#[derive(Debug, Clone, Copy)]
struct Surroundings<'t> {
    before: &'t str,
    after: &'t str,
    /// The character that a mark is on, across joiners.
    base: Option<char>,
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
        let mut at = Surroundings {
            before: "",
            after: text,
            base: None,
            marks: 0,
            mixed: false,
            right_to_left: alone && is_turned_whole(text, self.max),
        };
        self.note_words(text);
        for character in characters(text) {
            let Character { at: place, c, .. } = character;
            if self.left_out > 0 {
                // Only the length of the omitted text is shown.
                self.left_out += text[place..].chars().count();
                return;
            }
            at.before = &text[..place];
            at.after = &text[place + c.len_utf8()..];
            if place == 0 || at.before.ends_with(' ') {
                at.mixed = is_mixed(start_of(text[place..].split(' ').next().unwrap_or_default(), self.max));
            }
            let kind = kind_here(character, at);
            self.character(c, kind);
            match kind {
                ShownAs::Mark => at.marks += 1,
                ShownAs::Joiner => {}
                kind => {
                    at.marks = 0;
                    at.base = (kind == ShownAs::Plain).then_some(c);
                }
            }
        }
    }

    /// Words that look like words in ASCII. Those of an omitted rest don't count.
    fn note_words(&mut self, text: &str) {
        if text.is_ascii() {
            return;
        }
        self.is_one_word = self.out.len() <= "\"".len() && !text.contains(char::is_whitespace);
        self.alike.extend(look_like_ascii(start_of(text, self.max)));
    }

    fn character(&mut self, written: char, kind: ShownAs) {
        match (kind, written) {
            (ShownAs::Plain | ShownAs::Mark | ShownAs::Joiner, _) => {
                self.add(written.encode_utf8(&mut [0; 4]), 1);
            }
            (_, '\n') => self.add("\\n", 1),
            (_, '\r') => self.add("\\r", 1),
            (_, '\t') => self.add("\\t", 1),
            _ => self.add(&number_of(written), 1),
        }
        self.strange |= kind == ShownAs::Strange;
    }
}

/// The escape of a character by its number.
pub(super) fn number_of(c: char) -> String {
    format!("\\u{{{:X}}}", u32::from(c))
}

/// The first characters of a text.
fn start_of(text: &str, max: usize) -> &str {
    text.char_indices().nth(max).map_or(text, |(end, _)| &text[..end])
}

/// How a character is shown in its context.
fn kind_here(character: Character, at: Surroundings<'_>) -> ShownAs {
    let c = character.c;
    let Surroundings { before, after, .. } = at;
    if c.is_ascii_alphanumeric() {
        return ShownAs::Plain;
    }
    match shown_as(c) {
        ShownAs::Plain if is_markup_here(c, before, after) || is_link_here(c, before, after) => {
            ShownAs::Escaped
        }
        ShownAs::Plain | ShownAs::Mark if is_misleading_here(c, at) => ShownAs::Strange,
        ShownAs::Mark if at.marks >= MAX_MARKS || !at.base.is_some_and(char::is_alphabetic) => {
            ShownAs::Strange
        }
        ShownAs::Plain | ShownAs::Mark if is_replaced(c, before, at.base) => ShownAs::Escaped,
        ShownAs::Escaped if !c.is_ascii() && is_picture_here(after) => ShownAs::Plain,
        ShownAs::Strange if belongs_here(character, before, after) => ShownAs::Joiner,
        kind => kind,
    }
}

/// Characters that are markup in some places only: blanks that HTML drops, underscores around words.
fn is_markup_here(c: char, before: &str, after: &str) -> bool {
    let is_letter = |c: char| c.is_ascii_alphanumeric();
    match c {
        ' ' => after.is_empty() || before.is_empty() || before.ends_with(' '),
        '_' => !(before.ends_with(is_letter) && after.starts_with(is_letter)),
        _ => false,
    }
}

fn is_misleading_here(c: char, at: Surroundings<'_>) -> bool {
    at.mixed && is_foreign(c) || is_right_to_left(c) && !at.right_to_left
}

/// Whether all of a text is written from right to left. Beside characters of the other direction, a renderer moves
/// digits, signs and blanks.
fn is_turned_whole(text: &str, max: usize) -> bool {
    let is_turned = |(at, c): (usize, char)| {
        let before = &text[..at];
        c == ' '
            || is_right_to_left(c) && !is_replaced(c, before, None)
            || is_joined_here(c, before, &text[at + c.len_utf8()..])
    };
    text.char_indices().take(max).all(is_turned)
}

//! Names of tools and parameters, split into words.

/// An iterator over the words of a name. Separators split a name, and so does a capital that begins a word.
///
/// The iterator also works in constants. So names are split alike in the macros, in the host, and for
/// external tools.
///
/// ```
/// use hpd_words::{Word, Words};
///
/// const FIRST: Option<Word<'static>> = Words::new("DBDelete").next_word();
/// assert_eq!(FIRST.unwrap().text, "DB");
/// let words: Vec<_> = Words::new("createURLs-v2.1").map(|word| word.text).collect();
/// assert_eq!(words, ["create", "URLs", "v2", "1"]);
/// ```
#[derive(Debug, Clone)]
pub struct Words<'n> {
    name: &'n str,
    /// The first byte that is not read yet.
    at: usize,
}

/// A word of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Word<'n> {
    /// The word as it is in the name.
    pub text: &'n str,
    /// It follows an acronym without a separator. The end of the acronym is then uncertain: in `DBdelete` the word is
    /// `Bdelete`, although its `B` may belong to the acronym.
    pub follows_acronym: bool,
    /// It is the first word of the name, or of a part that a dot, a slash, a colon or `__` begins.
    pub begins_part: bool,
    /// It begins several words that only capitals tell apart: `Add` in `Alarm_1_AddAlarm`.
    pub begins_compound: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Separator,
    /// A lower-case character, or one of a script without capitals.
    Small,
    Capital,
    Digit,
}

impl<'n> Words<'n> {
    /// Reads the words of `name`.
    pub const fn new(name: &'n str) -> Self {
        Self { name, at: 0 }
    }

    /// Returns the next word, as `Iterator::next` does. Usable in constants.
    pub const fn next_word(&mut self) -> Option<Word<'n>> {
        let bytes = self.name.as_bytes();
        let end_before = self.at;
        let begins_part = self.skip_separators();
        let start = self.at;
        let is_separated = start == 0 || start > end_before;
        if start == bytes.len() {
            return None;
        }
        let follows_acronym = start > 0 && bytes[start - 1].is_ascii_uppercase();
        let mut before = kind(bytes, start);
        self.at += width(bytes, start);
        while !matches!(kind(bytes, self.at), Kind::Separator) && !is_start(bytes, before, self.at) {
            before = kind(bytes, self.at);
            self.at += width(bytes, self.at);
        }
        let begins_compound = is_separated && !matches!(kind(bytes, self.at), Kind::Separator);
        let text = self.name.split_at(self.at).0.split_at(start).1;
        Some(Word { text, follows_acronym, begins_part, begins_compound })
    }

    /// Goes to the next word; whether a part of the name begins there.
    const fn skip_separators(&mut self) -> bool {
        let bytes = self.name.as_bytes();
        let mut begins_part = self.at == 0;
        while self.at < bytes.len() && matches!(kind(bytes, self.at), Kind::Separator) {
            begins_part |= matches!(bytes[self.at], b'.' | b'/' | b':')
                || bytes[self.at] == b'_' && self.at > 0 && bytes[self.at - 1] == b'_';
            self.at += width(bytes, self.at);
        }
        begins_part
    }
}

impl<'n> Iterator for Words<'n> {
    type Item = Word<'n>;

    fn next(&mut self) -> Option<Word<'n>> {
        self.next_word()
    }
}

/// Whether a word begins at `at`, after a character of kind `before`.
const fn is_start(bytes: &[u8], before: Kind, at: usize) -> bool {
    if !matches!(kind(bytes, at), Kind::Capital) {
        return false;
    }
    if !matches!(before, Kind::Capital) {
        return true;
    }
    // The last capital of an acronym begins a word: `HTTPServer`. An `s` alone is a plural: `URLs`.
    let next = at + width(bytes, at);
    let after = kind(bytes, next);
    let is_plural =
        next < bytes.len() && bytes[next] == b's' && !matches!(kind(bytes, next + 1), Kind::Small);
    matches!(after, Kind::Small) && !is_plural
}

/// The kind of the character that begins at `at`. Beyond the end it is a separator.
const fn kind(bytes: &[u8], at: usize) -> Kind {
    if at >= bytes.len() {
        return Kind::Separator;
    }
    match bytes[at] {
        b'a'..=b'z' => Kind::Small,
        b'A'..=b'Z' => Kind::Capital,
        b'0'..=b'9' => Kind::Digit,
        0..0x80 => Kind::Separator,
        0x80.. => kind_of(char_at(bytes, at)),
    }
}

/// The kind of a character outside of ASCII. Unicode properties are not available in constants; blanks and punctuation
/// are few.
const fn kind_of(c: char) -> Kind {
    match c {
        // Letters and joiners in blocks of signs.
        'ª' | 'µ' | 'º' | '\u{200c}' | '\u{200d}' => Kind::Small,
        '\u{80}'..='\u{bf}'
        | '×'
        | '÷'
        | '\u{1680}'
        | '\u{2000}'..='\u{206f}'
        | '\u{20a0}'..='\u{20cf}'
        | '\u{2190}'..='\u{2bff}'
        | '\u{2e00}'..='\u{2e7f}'
        | '\u{3000}'..='\u{3004}'
        | '\u{3008}'..='\u{3020}'
        | '\u{fe10}'..='\u{fe6f}'
        | '\u{ff00}'..='\u{ff0f}'
        | '\u{ff1a}'..='\u{ff20}'
        | '\u{ff3b}'..='\u{ff40}'
        | '\u{ff5b}'..='\u{ff65}'
        | '\u{1f000}'..='\u{1faff}' => Kind::Separator,
        c if c.is_uppercase() => Kind::Capital,
        _ => Kind::Small,
    }
}

/// How many bytes the character has that begins at `at`.
const fn width(bytes: &[u8], at: usize) -> usize {
    match bytes[at] {
        0..0x80 => 1,
        0x80..0xe0 => 2,
        0xe0..0xf0 => 3,
        0xf0.. => 4,
    }
}

/// The character that begins at `at`, where a text has one.
const fn char_at(bytes: &[u8], at: usize) -> char {
    let width = width(bytes, at);
    // The first byte has one bit less for each byte of the character.
    let mut number = (bytes[at] & (0xff >> (width + 1))) as u32;
    let mut next = at + 1;
    while next < at + width {
        number = number << 6 | (bytes[next] & 0x3f) as u32;
        next += 1;
    }
    match char::from_u32(number) {
        Some(c) => c,
        None => char::REPLACEMENT_CHARACTER,
    }
}

/// A name in words that people read: `contact_name` is "contact name", `AccountId` "account ID".
///
/// ```
/// assert_eq!(hpd_words::in_words("invoiceIDs"), "invoice IDs");
/// ```
pub fn in_words(name: &str) -> String {
    let words: Vec<String> = Words::new(name).map(|word| as_word(word.text)).collect();
    words.join(" ")
}

/// A text with a lower-case first character, unless its first word is all capitals.
///
/// ```
/// use hpd_words::lower_start;
///
/// assert_eq!(lower_start("Delivery address"), "delivery address");
/// assert_eq!(lower_start("URL of the page"), "URL of the page");
/// ```
pub fn lower_start(text: &str) -> String {
    let mut chars = text.chars();
    let (first, second) = (chars.next(), chars.clone().next());
    match first {
        Some(first) if !second.is_some_and(char::is_uppercase) => first.to_lowercase().chain(chars).collect(),
        _ => text.to_owned(),
    }
}

/// Acronyms stay large. So do identifiers, which people write large.
fn as_word(word: &str) -> String {
    let stem = word.strip_suffix('s').unwrap_or(word);
    let is_acronym = stem.chars().count() > 1 && stem.chars().all(|c| !c.is_lowercase());
    match word {
        word if word.eq_ignore_ascii_case("id") => "ID".to_owned(),
        word if word.eq_ignore_ascii_case("ids") => "IDs".to_owned(),
        word if is_acronym => word.to_owned(),
        word => word.to_lowercase(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Words, char_at, in_words, lower_start};

    #[test]
    fn names_become_words() {
        for (name, words) in [
            ("phone", "phone"),
            ("contact_name", "contact name"),
            ("AccountId", "account ID"),
            ("node_id", "node ID"),
            ("invoiceID", "invoice ID"),
            ("userIDs", "user IDs"),
            ("DeleteURLs", "delete URLs"),
            ("URLsToCheck", "URLs to check"),
            ("HTTPServer", "HTTP server"),
            ("APICreateUser", "API create user"),
            ("S3DeleteBucket", "S3 delete bucket"),
            ("IBAN", "IBAN"),
            ("line2", "line2"),
            ("ship-to.address", "ship to address"),
            ("__x__", "x"),
            ("Straße", "straße"),
            ("größeÄndern", "größe ändern"),
            ("ÜBERSicht", "ÜBER sicht"),
            ("用户DeleteAll", "用户 delete all"),
            ("नमस्ते", "नमस्ते"),
            ("ship–to　address，now", "ship to address now"),
            ("", ""),
        ] {
            assert_eq!(in_words(name), words, "{name}");
        }
    }

    #[test]
    fn acronyms_stay_large_at_the_start() {
        assert_eq!(lower_start("Delivery address"), "delivery address");
        assert_eq!(lower_start("URL of the page"), "URL of the page");
        assert_eq!(lower_start("A"), "a");
        assert_eq!(lower_start(""), "");
    }

    #[test]
    fn parts_of_a_name_begin_behind_their_signs() {
        let begins: Vec<_> =
            Words::new("a_b.c-d/e:f__g_h").map(|word| (word.text, word.begins_part)).collect();
        assert_eq!(
            begins,
            [
                ("a", true),
                ("b", false),
                ("c", true),
                ("d", false),
                ("e", true),
                ("f", true),
                ("g", true),
                ("h", false)
            ]
        );
    }

    #[test]
    fn every_character_is_decoded() {
        for c in '\u{80}'..=char::MAX {
            let mut bytes = [0; 4];
            assert_eq!(char_at(c.encode_utf8(&mut bytes).as_bytes(), 0), c);
        }
    }

    proptest! {
        #[test]
        fn words_lose_no_letter_of_ascii(name in "[a-zA-Z0-9_./:äÄß用 -]{0,24}") {
            let joined: String = Words::new(&name).map(|word| word.text).collect();
            let chars: String = name.chars().filter(|c| c.is_alphanumeric()).collect();
            prop_assert_eq!(joined, chars);
        }

        #[test]
        fn any_text_has_words(name in any::<String>()) {
            prop_assert!(Words::new(&name).all(|word| !word.text.is_empty()));
        }
    }
}

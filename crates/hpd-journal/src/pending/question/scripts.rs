//! Scripts of words, by Unicode's data (UTS #39).

use unicode_script::{Script, ScriptExtension, UnicodeScript};
use unicode_security::mixed_script::AugmentedScriptSet;

use super::characters::{ShownAs, is_right_to_left, shown_as};
use super::skeleton::skeleton;

/// A word of another script that looks like a word in ASCII: `РАУ` in Cyrillic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ForeignWord {
    pub(super) word: String,
    pub(super) script: &'static str,
}

/// Whether a character belongs to a script of its own: no sign, digit, mark or emoji that many scripts share.
fn has_script(c: char) -> bool {
    let scripts = c.script_extension();
    !scripts.is_common() && !scripts.is_inherited() && !scripts.is_empty()
}

pub(super) fn is_latin(c: char) -> bool {
    c.script_extension().contains_script(Script::Latin)
}

/// Whether a character of a mixed word is shown by its number: all but Latin letters, and signs without a script.
pub(super) fn is_foreign(c: char) -> bool {
    !c.is_ascii() && has_script(c) && !is_latin(c)
}

/// Whether a word mixes scripts that never occur together, digits of two scripts, or look-alikes of two scripts.
///
/// Scripts that Unicode calls *highly restrictive* together may be mixed: those of Japanese, of Korean, and of Chinese
/// with Bopomofo, also with Latin.
pub(super) fn is_mixed(word: &str) -> bool {
    !word.is_ascii() && (has_mixed_scripts(word) || has_mixed_digits(word) || has_twins(word))
}

fn has_mixed_scripts(word: &str) -> bool {
    let mut all = AugmentedScriptSet::default();
    let mut others = AugmentedScriptSet::default();
    for c in word.chars() {
        let scripts = AugmentedScriptSet::for_char(c);
        all.intersect_with(scripts);
        if !scripts.base.contains_script(Script::Latin) {
            others.intersect_with(scripts);
        }
    }
    let is_with_latin = others.hanb || others.jpan || others.kore;
    all.is_empty() && !is_with_latin
}

fn has_mixed_digits(word: &str) -> bool {
    let is_foreign_digit = |c: char| c.is_numeric() && is_foreign(c) && c.script() != Script::Han;
    word.contains(is_foreign_digit) && word.contains(|c: char| c.is_ascii_digit())
}

/// Whether two neighbours of different scripts look the same, as `ニ` and `二` do. Most words of Japanese have look-alikes
/// in another script, and sentences have no blanks: one alone is no danger, nor are two apart.
fn has_twins(word: &str) -> bool {
    let chars = word.chars().filter(|c| is_foreign(*c));
    chars.clone().zip(chars.skip(1)).any(|(one, other)| {
        one != other
            && one.script() != other.script()
            && skeleton(one.encode_utf8(&mut [0; 4])).eq(skeleton(other.encode_utf8(&mut [0; 4])))
    })
}

/// The script of a word that is not Latin, as its first letter has it.
fn script_of(word: &str) -> Option<Script> {
    let c = word.chars().find(|c| c.is_alphanumeric() && is_foreign(*c))?;
    match c.script() {
        Script::Common | Script::Inherited => ScriptExtension::from(c).iter().next(),
        script => Some(script),
    }
}

/// The words of a text that look like words in ASCII, and are none.
///
/// A single letter is left out beside a word of its script that looks like none: such a text is plainly in that script.
/// So are words with characters that are shown by their numbers, and those written from right to left.
pub(super) fn look_like_ascii(text: &str) -> Vec<ForeignWord> {
    let mut found: Vec<(&str, Script)> = Vec::new();
    let mut plain: Vec<Script> = Vec::new();
    for part in text.split(' ').filter(|part| !part.is_ascii() && !is_mixed(part)) {
        for word in part.split(|c: char| !is_in_word(c)) {
            let Some(script) = script_of(word) else { continue };
            let looks_like_ascii = skeleton(word).all(|c| c.is_ascii_alphanumeric());
            if looks_like_ascii { found.push((word, script)) } else { plain.push(script) }
        }
    }
    let is_letter = |word: &str| word.chars().nth(1).is_none();
    found.retain(|(word, script)| !(is_letter(word) && plain.contains(script)));
    found
        .into_iter()
        .map(|(word, script)| ForeignWord { word: word.to_owned(), script: script.full_name() })
        .collect()
}

/// Whether a character is a part of a word that is shown as it is.
fn is_in_word(c: char) -> bool {
    match shown_as(c) {
        ShownAs::Mark => true,
        ShownAs::Plain => c.is_alphanumeric() && !is_right_to_left(c),
        _ => false,
    }
}

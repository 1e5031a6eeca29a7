use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use unicode_normalization::UnicodeNormalization as _;

use super::{PROTOTYPE_BITS, is_ignorable, skeleton};

const HEAD: &str =
    "//! What characters look like, by the data of `unicode-security`. Written by the test beside it.

/// A character, and the number of its prototype in the lowest bits. By character.
";

fn by_unicode_security(text: &str) -> String {
    unicode_security::skeleton(text).collect()
}

/// Characters that are their own decomposition, and look like others.
fn confusables() -> impl Iterator<Item = (char, String)> {
    let own = ('\0'..=char::MAX).filter(|c| [*c].into_iter().nfd().eq([*c]));
    own.map(|c| (c, by_unicode_security(c.encode_utf8(&mut [0; 4]))))
        .filter(|(c, seen)| !seen.is_empty() && !seen.chars().eq([*c]))
}

/// A number in hexadecimal digits, by four.
fn literal(number: u32) -> String {
    match number >> 16 {
        0 => format!("{number:#x}"),
        high => format!("{high:#x}_{:04x}", number & 0xffff),
    }
}

fn rows<T: Copy + Into<u32>>(values: &[T], a_line: usize) -> String {
    let mut text = String::new();
    for line in values.chunks(a_line) {
        let line: Vec<String> = line.iter().map(|value| literal((*value).into())).collect();
        writeln!(text, "    {},", line.join(", ")).unwrap();
    }
    text
}

fn table() -> String {
    let (mut numbers, mut texts, mut entries) = (HashMap::new(), Vec::<String>::new(), Vec::new());
    for (c, seen) in confusables() {
        let number = *numbers.entry(seen).or_insert_with_key(|seen| {
            texts.push(seen.clone());
            texts.len() - 1
        });
        assert!(number < 1 << PROTOTYPE_BITS, "more prototypes than bits: {number}");
        entries.push(u32::try_from((u64::from(c) << PROTOTYPE_BITS) | number as u64).unwrap());
    }
    let mut end = 0;
    let ends: Vec<u16> = texts
        .iter()
        .map(|text| {
            end += u16::try_from(text.len()).unwrap();
            end
        })
        .collect();
    let all: Vec<char> = texts.concat().chars().collect();
    let lines: Vec<String> =
        all.chunks(12).map(|line| line.iter().map(|c| c.escape_unicode().to_string()).collect()).collect();
    format!(
        "{HEAD}#[rustfmt::skip]\npub(super) static ENTRIES: [u32; {}] = [\n{}];\n\n\
         /// Where each prototype ends in their text.\n#[rustfmt::skip]\npub(super) static ENDS: [u16; {}] = [\n{}];\n\n\
         /// All prototypes.\npub(super) static PROTOTYPES: &str = \"\\\n    {}\";\n",
        entries.len(),
        rows(&entries, 9),
        ends.len(),
        rows(&ends, 15),
        lines.join("\\\n    ")
    )
}

#[test]
fn the_table_has_the_data_of_unicode_security() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/pending/question/skeleton/table.rs");
    let table = table();
    if std::env::var_os("HPD_WRITE_TABLE").is_some() {
        fs::write(&file, &table).unwrap();
    }
    assert!(fs::read_to_string(&file).unwrap() == table, "run this test with HPD_WRITE_TABLE=1");
}

#[test]
fn every_character_has_the_skeleton_of_unicode_security() {
    for c in '\0'..=char::MAX {
        let text = c.to_string();
        assert_eq!(skeleton(&text).collect::<String>(), by_unicode_security(&text), "{c:?}");
        assert_eq!(is_ignorable(c), by_unicode_security(&text).is_empty(), "{c:?}");
    }
}

#[test]
fn marks_of_neighbours_are_put_in_order() {
    for text in ["РАУРА", "e\u{301}\u{323}", "rn m \u{fb01}", "\u{1d400}\u{338}\u{a2}\u{34f}", "日本二ニ", ""]
    {
        assert_eq!(skeleton(text).collect::<String>(), by_unicode_security(text), "{text}");
    }
}

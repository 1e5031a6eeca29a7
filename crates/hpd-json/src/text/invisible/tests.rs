use icu_properties::props::{
    BinaryProperty, DefaultIgnorableCodePoint, ExtendedPictographic, GeneralCategory,
    PrependedConcatenationMark,
};
use icu_properties::{CodePointMapData, CodePointSetData};
use proptest::prelude::*;

use super::{characters, has_invisible, is_invisible, is_picture, is_unseen};
use crate::echo::echo;
use crate::text::{cut, one_line, visible};
use crate::tree::Node;

/// Fillers that no property of Unicode names.
const FILLERS: [char; 3] = ['\u{2800}', '\u{16fe4}', '\u{1d159}'];

fn all() -> impl Iterator<Item = char> {
    '\0'..=char::MAX
}

fn has<P: BinaryProperty>(c: char) -> bool {
    CodePointSetData::new::<P>().contains(c)
}

/// The definition, read from the properties that the documentation names.
fn is_invisible_by_properties(c: char) -> bool {
    let by_category = match CodePointMapData::<GeneralCategory>::new().get(c) {
        GeneralCategory::Control | GeneralCategory::LineSeparator | GeneralCategory::ParagraphSeparator => {
            true
        }
        GeneralCategory::Format => !has::<PrependedConcatenationMark>(c),
        _ => false,
    };
    by_category || has::<DefaultIgnorableCodePoint>(c) || FILLERS.contains(&c)
}

#[test]
fn every_character_is_invisible_by_its_properties_or_visible() {
    for c in all() {
        assert_eq!(is_invisible(c), is_invisible_by_properties(c), "{c:?}");
    }
}

#[test]
fn an_echo_keeps_every_visible_character_and_no_other() {
    for c in all() {
        let text = format!("a{c}b");
        let kept = if is_invisible(c) { "ab" } else { &text };
        assert_eq!(cut(&text, 64), kept, "{c:?}");
        assert_eq!(echo(&Node::String(text.as_str().into()), 64), Node::String(kept.into()), "{c:?}");
    }
}

#[test]
fn escapes_leave_every_visible_character_and_no_other() {
    for c in all() {
        let is_written = is_invisible(c) && !matches!(c, '\n' | '\t');
        assert_eq!(visible(&c.to_string()).contains(c), !is_written, "{c:?}");
        assert_eq!(one_line(&c.to_string(), 64).contains(c), !is_unseen(c), "{c:?}");
    }
}

#[test]
fn every_emoji_is_a_picture() {
    for c in all().filter(|c| has::<ExtendedPictographic>(*c)) {
        assert!(is_picture(c), "{c:?}");
    }
    assert!(!all().any(|c| is_picture(c) && is_invisible(c)));
}

#[test]
fn joiners_and_selectors_are_visible_where_they_are_needed() {
    for text in [
        "❤\u{fe0f}",
        "☎\u{fe0e} ©\u{fe0f}",
        "1\u{fe0f}\u{20e3}#\u{fe0f}\u{20e3}",
        "👩\u{200d}🚀",
        "👩🏽\u{200d}❤\u{fe0f}\u{200d}👨🏿",
        "🏳\u{fe0f}\u{200d}🌈 🏴\u{200d}☠\u{fe0f}",
        "می\u{200c}خواهم",
        "خانه\u{200c}ها",
        "ه\u{200d}",
        "ශ්\u{200d}රී",
        "क्\u{200d}ष क्\u{200c}ष",
        "র\u{200d}্য",
        "ന്\u{200d}",
        "ರ\u{200d}್ಕ",
        "ᠠ\u{200d}",
    ] {
        assert!(!has_invisible(text), "{text:?}");
        assert_eq!(cut(text, 64), text);
        assert_eq!(visible(text), text);
        assert_eq!(one_line(text, 64), text);
    }
}

#[test]
fn joiners_and_selectors_are_invisible_elsewhere() {
    for (text, kept) in [
        ("a\u{fe0f}b", "ab"),
        ("1\u{fe0f}0", "10"),
        ("1\u{fe0e}\u{20e3}", "1\u{20e3}"),
        ("❤\u{fe0f}\u{fe0e}\u{fe0f}", "❤\u{fe0f}"),
        ("❤\u{fe00}", "❤"),
        ("葛\u{e0100}", "葛"),
        ("de\u{200d}lete", "delete"),
        ("\u{200c}خ", "خ"),
        ("می\u{200c}", "می"),
        ("می\u{200c}\u{200c}خ", "میخ"),
        ("ه\u{200d}\u{200d}", "ه\u{200d}"),
        ("👩\u{200d}a", "👩a"),
        ("a\u{200d}👩", "a👩"),
        ("👩\u{200d}\u{200d}🚀", "👩🚀"),
        ("🏽\u{200d}🚀", "🏽🚀"),
        ("🏴\u{e0067}\u{e0062}\u{e007f}", "🏴"),
        ("x\u{e0069}\u{e0067}\u{e006e}", "x"),
        ("m\u{3164}\u{ffa0}\u{115f}\u{1160}\u{2800}", "m"),
    ] {
        assert_eq!(cut(text, 64), kept, "{text:?}");
    }
}

proptest! {
    #[test]
    fn contexts_only_ever_show_joiners_and_selectors(text in any::<String>()) {
        for character in characters(&text) {
            let may_show = matches!(character.c, '\u{200c}' | '\u{200d}' | '\u{fe0e}' | '\u{fe0f}');
            prop_assert_eq!(&text[character.at..].chars().next(), &Some(character.c));
            prop_assert!(character.is_invisible == is_invisible(character.c) || may_show);
        }
    }

    #[test]
    fn what_is_shown_hides_no_more_than_one_character_for_each_visible_one(
        chars in prop::collection::vec(
            prop::sample::select(vec!['a', '1', '❤', '👩', '🏽', 'م', 'क', '्', '\u{200c}', '\u{200d}', '\u{fe0e}', '\u{fe0f}', '\u{20e3}']),
            0..24,
        ),
    ) {
        let shown: Vec<char> = cut(&chars.into_iter().collect::<String>(), 64).chars().collect();
        // A selector and a joiner may follow one emoji, no more.
        prop_assert!(!shown.windows(3).any(|three| three.iter().all(|c| is_invisible(*c))));
    }
}

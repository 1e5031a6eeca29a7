//! Which characters are shown, which are escaped, and which raise the risk.

use hpd_runtime::__private::text::is_invisible;
use hpd_runtime::args::Node;
use hpd_runtime::spec::Risk;

use super::{ArgumentChange, Call, shown_arguments};
use crate::pending::question::characters::{ShownAs, shown_as};
use crate::pending::question::read_back::read_back;
use crate::pending::question::shown::{Shown, WHOLE};

/// A text as it is shown, without its quotes, and whether it misleads.
fn shown(text: &str) -> (String, bool) {
    let value = Node::String(text.to_owned().into());
    let shown = Shown::of(&value, WHOLE);
    assert_eq!(read_back(&shown.text), Some(value), "{text}");
    (shown.text[1..shown.text.len() - 1].to_owned(), shown.strange)
}

/// The text is shown like this, and misleads no reader.
pub(super) fn is_shown(text: &str, expected: &str) {
    assert_eq!(shown(text), (expected.to_owned(), false));
}

/// The text is shown so, and could have misled.
pub(super) fn is_strange(text: &str, expected: &str) {
    assert_eq!(shown(text), (expected.to_owned(), true));
}

#[test]
fn ordinary_texts_are_shown_as_they_are() {
    for text in [
        "",
        "INV-042",
        "snake_case_id",
        "(50% off), $5; it's 10:30 + 1.5 = {x}! # @ ? ^/",
        "Müller, Žižka, Đặng, Ștefan",
        "Ελλάδα",
        "Иван",
        "株式会社ひらがなカタカナ",
        "한국어",
        "हिन्दी",
        "ไทยที่นี่",
        "שלום עולם",
        "السلام عليكم",
        "₹5,000 – 10 €",
        "paid 🎉",
    ] {
        is_shown(text, text);
    }
}

#[test]
fn what_markdown_or_html_would_take_is_escaped() {
    is_shown("<b>&amp;", r"\u{3C}b\u{3E}\u{26}amp;");
    is_shown(
        "**x** _x_ `x` ~~x~~",
        r"\u{2A}\u{2A}x\u{2A}\u{2A} \u{5F}x\u{5F} \u{60}x\u{60} \u{7E}\u{7E}x\u{7E}\u{7E}",
    );
    is_shown("[a](b) ![c](d) | e", r"\u{5B}a\u{5D}(b) !\u{5B}c\u{5D}(d) \u{7C} e");
    is_shown(":x: 10:30", r"\u{3A}x: 10:30");
    is_shown(r#"a"b\c"#, r"a\u{22}b\u{5C}c");
    is_shown("a\nb\r\tc", r"a\nb\r\tc");
    is_shown(" a  b ", r"\u{20}a \u{20}b\u{20}");
    is_shown("“x” → ½", r"\u{201C}x\u{201D} \u{2192} \u{BD}");
}

#[test]
fn what_is_invisible_or_turns_the_direction_is_escaped_and_strange() {
    for c in [
        '\0',
        '\u{7}',
        '\u{1b}',
        '\u{7f}',
        '\u{85}',
        '\u{a0}',
        '\u{ad}',
        '\u{34f}',
        '\u{61c}',
        '\u{115f}',
        '\u{1160}',
        '\u{17b4}',
        '\u{180e}',
        '\u{2000}',
        '\u{200b}',
        '\u{200d}',
        '\u{200e}',
        '\u{2028}',
        '\u{2029}',
        '\u{202a}',
        '\u{202e}',
        '\u{2060}',
        '\u{2066}',
        '\u{2069}',
        '\u{2800}',
        '\u{3000}',
        '\u{3164}',
        '\u{e000}',
        '\u{fe0f}',
        '\u{feff}',
        '\u{ffa0}',
        '\u{fff9}',
        '\u{fffc}',
        '\u{fffd}',
        '\u{fffe}',
        '\u{1d173}',
        '\u{13441}',
        '\u{e0041}',
        '\u{e007f}',
        '\u{e0100}',
        '\u{f0000}',
        '\u{10ffff}',
    ] {
        is_strange(&format!("a{c}b"), &format!("a\\u{{{:X}}}b", u32::from(c)));
    }
}

#[test]
fn no_invisible_character_is_shown_as_it_is() {
    for character in ('\0'..=char::MAX).filter(|character| is_invisible(*character)) {
        let is_plain = matches!(shown_as(character), ShownAs::Plain | ShownAs::Mark);
        assert!(!is_plain, "{character:?}");
    }
}

#[test]
fn what_looks_like_another_letter_is_escaped_and_strange() {
    // A Cyrillic character among Latin ones, a Greek one, full-width and mathematical characters.
    is_strange("INV-\u{410}42", r"INV-\u{410}42");
    is_strange("\u{39f}K ok", r"\u{39F}K ok");
    is_strange("\u{ff29}NV", r"\u{FF29}NV");
    is_strange("\u{1d408}NV", r"\u{1D408}NV");
    is_strange("\u{4d5}\u{251}", r"\u{4D5}\u{251}");
    // A Bengali four looks like an eight.
    is_strange("1\u{9ea}", r"1\u{9EA}");
    // Words of one script each may be neighbours, and some scripts may be mixed.
    is_shown("Иван Smith", "Иван Smith");
    is_shown("АВС-123 5वाँ", "АВС-123 5वाँ");
    is_shown("東京Office", "東京Office");
}

#[test]
fn letters_from_right_to_left_stand_alone_or_are_escaped() {
    is_shown("שלום", "שלום");
    is_strange("שלום 5", r"\u{5E9}\u{5DC}\u{5D5}\u{5DD} 5");
    let nested = Node::Array(vec![Node::String("ש".into()), Node::Number("5".into())]);
    assert_eq!(Shown::of(&nested, WHOLE).text, r#"["\u{5E9}",5]"#);
}

#[test]
fn marks_belong_to_letters_and_are_few() {
    is_shown("x\u{301}", "x\u{301}");
    is_strange("1\u{301}", r"1\u{301}");
    is_strange("\u{301}a", r"\u{301}a");
    is_strange("e\u{338}", r"e\u{338}");
    is_strange(
        &format!("x{}", "\u{301}".repeat(5)),
        &format!("x{}{}", "\u{301}".repeat(3), r"\u{301}".repeat(2)),
    );
}

#[test]
fn every_character_can_be_read_back() {
    for c in (0..=0x10_ffff).filter_map(char::from_u32) {
        shown(&format!("x{c}y"));
    }
}

#[test]
fn what_no_value_is_shown_as_is_not_read_back() {
    for text in [
        r#""\u{110000}""#,
        r#""\u{D800}""#,
        r#""\u{zz}""#,
        r#""\u{41""#,
        r#""\q""#,
        r#""\"#,
        "",
        "x",
        r#""a"b"#,
    ] {
        assert_eq!(read_back(text), None, "{text}");
    }
}

#[test]
fn long_values_are_cut_with_what_is_left_out() {
    let text = |length: usize| Shown::of(&Node::String("x".repeat(length).into()), WHOLE).into_line();
    assert_eq!(text(998), format!("\"{}\"", "x".repeat(998)));
    assert_eq!(text(999), format!("\"{}\" … (800 more characters)", "x".repeat(199)));
    assert_eq!(text(1 << 20), format!("\"{}\" … (1048377 more characters)", "x".repeat(199)));
    let array = Node::Array(vec![Node::Bool(true); 300]);
    assert_eq!(
        Shown::of(&array, WHOLE).into_line(),
        format!("[{}true … (1301 more characters)", "true,".repeat(39))
    );
}

#[test]
fn invariant_3_what_can_not_be_shown_raises_the_risk_to_high() {
    let unsafe_arguments = [
        (format!(r#"{{"Memo": "{}"}}"#, "x".repeat(1001)), "Careful: a value is too long to be shown whole."),
        (
            r#"{"Memo": "a\u202eb"}"#.to_owned(),
            "Careful: a character can mislead, since it is invisible or looks like another. It is shown as \\u{..}.",
        ),
        (
            r#"{"Me\u200bmo": 1}"#.to_owned(),
            "Careful: a character can mislead, since it is invisible or looks like another. It is shown as \\u{..}.",
        ),
        (r#"{"Memo": 1, "Memo": 2}"#.to_owned(), "Careful: a name stands there twice."),
        (r#"{"Lines": [{"a": 1, "a": 2}]}"#.to_owned(), "Careful: a name stands there twice."),
        (
            format!("{{{}}}", (0..51).map(|at| format!(r#""f{at}": 1"#)).collect::<Vec<_>>().join(",")),
            "Careful: there are more than 50 fields.",
        ),
    ];
    for (arguments, caution) in unsafe_arguments {
        for risk in [Risk::Low, Risk::Medium, Risk::High] {
            let asked = Call::new("create_payment", risk, &arguments).ask();
            assert_eq!(asked.risk, Risk::High, "{arguments}");
            assert_eq!(asked.question.risk(), Risk::High);
            assert_eq!(asked.phrase.as_deref(), Some("CONFIRM 222222"));
            assert_eq!(asked.question.text().lines().nth(2), Some(caution));
        }
    }
}

#[test]
fn what_is_shown_as_it_is_raises_nothing() {
    for risk in [Risk::Low, Risk::Medium, Risk::High] {
        let arguments = r#"{"Memo": "R&D <x>\n*y*", "Name": "Müller", "f 1": [1, {"a": null}]}"#;
        assert_eq!(Call::new("create_payment", risk, arguments).ask().risk, risk);
    }
}

#[test]
fn a_strange_title_raises_the_risk_too() {
    let mut call = Call::new("void_invoice", Risk::Low, "{}");
    call.title = Some("Get \u{202e}rehtaew".to_owned());
    assert_eq!(call.ask().risk, Risk::High);
    assert_eq!(call.text().lines().next(), Some(r"Confirm: Get \u{202E}rehtaew?"));
}

#[test]
fn a_name_that_is_too_long_is_cut_and_not_read_back() {
    for c in ["x", " "] {
        let arguments = format!(r#"{{"{}": 1}}"#, c.repeat(1_001));
        let asked = Call::new("create_payment", Risk::Low, &arguments).ask();
        assert_eq!(asked.risk, Risk::High);
        let field = &asked.question.fields()[0];
        assert_eq!((field.parameter(), field.value()), (None, None));
        assert!(field.name().ends_with(" more characters)"), "{}", field.name());
    }
}

#[test]
fn a_long_title_is_cut_and_raises_nothing() {
    let mut call = Call::new("void_invoice", Risk::Low, "{}");
    call.title = Some("x".repeat(100));
    assert_eq!(call.ask().risk, Risk::Low);
    let title = format!("Confirm: {} … (20 more characters)?", "x".repeat(80));
    assert_eq!(call.text().lines().next(), Some(title.as_str()));
}

#[test]
fn changes_raise_the_risk_like_arguments() {
    let change = |before: &str| {
        let before = Node::String(before.to_owned().into());
        ArgumentChange { field: "Memo".to_owned(), before, after: Node::Null }
    };
    for changes in [vec![change("a\u{202e}b")], vec![change(&"x".repeat(1_001))], vec![change("x"); 51]] {
        let mut call = Call::new("update_invoice", Risk::Medium, "{}");
        call.changes = Some(changes);
        assert_eq!(call.ask().risk, Risk::High);
    }
}

#[test]
fn many_values_together_are_cut() {
    let arguments = format!(
        "{{{}}}",
        (0..20).map(|at| format!(r#""f{at}": "{}""#, "x".repeat(500))).collect::<Vec<_>>().join(",")
    );
    let asked = Call::new("create_payment", Risk::Low, &arguments).ask();
    assert_eq!(asked.risk, Risk::High);
    assert!(asked.question.text().len() < 6_000);
}

#[test]
fn cut_fields_come_last_and_all_names_first() {
    let arguments = format!(r#"{{"Memo": "{}", "InvoiceId": "INV-1", "Amount": 5}}"#, "x".repeat(2_000));
    let question = Call::new("create_payment", Risk::Low, &arguments).ask().question;
    assert_eq!(question.text().lines().nth(3), Some("Fields: InvoiceId, Amount, Memo"));
    assert_eq!(
        shown_arguments(&question),
        Node::Object(vec![
            ("InvoiceId".into(), Node::String("INV-1".into())),
            ("Amount".into(), Node::Number("5".into()))
        ])
    );
}

#[test]
fn names_that_are_no_words_are_quoted() {
    let question =
        Call::new("x", Risk::Low, r##"{"a b": 1, "# h": 2, "1.": 3, "a__b": 4, "_x_": 5, "a.b-c": 6}"##);
    let names: Vec<_> =
        question.ask().question.fields().iter().map(|field| field.name().to_owned()).collect();
    assert_eq!(
        names,
        [r#""a b""#, r##""# h""##, r#""1.""#, r#""a\u{5F}\u{5F}b""#, r#""\u{5F}x\u{5F}""#, r"a\u{2E}b-c"]
    );
}

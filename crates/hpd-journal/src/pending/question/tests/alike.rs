//! Texts that look like others: within a word, as a word of another script, and beside other texts.

use hpd_runtime::args::Node;
use hpd_runtime::spec::Risk;
use serde_json::json;

use super::characters::{is_shown, is_strange};
use super::{ArgumentChange, Call, Rendered};
use crate::pending::question::read_back::read_back;
use crate::pending::question::shown::{Shown, WHOLE};

/// The line of an argument with this text, and the risk of the call.
fn line(text: &str) -> (String, Risk) {
    let arguments = Node::Object(vec![("To".into(), Node::String(text.to_owned().into()))]);
    let asked = Call::of("pay", Risk::Low, arguments.clone()).ask();
    let field = &asked.question.fields()[0];
    assert_eq!(field.value().as_ref(), arguments.get("To"), "{text}");
    let lines = asked.question.text();
    (lines.lines().last().unwrap().to_owned(), asked.risk)
}

fn asked_with(arguments: &str, known: &[&'static str]) -> Rendered {
    let mut call = Call::new("pay", Risk::Low, arguments);
    call.known = known.to_vec();
    call.ask()
}

/// The line of a caution about look-alikes.
fn caution(rendered: &Rendered) -> Option<String> {
    let text = rendered.question.text();
    let line = text.lines().find(|line| line.contains(" looks like \"") || line.contains(") looks like "));
    assert_eq!(line.is_some(), rendered.risk == Risk::High, "{text}");
    line.map(str::to_owned)
}

#[test]
fn a_word_that_looks_like_one_in_ascii_has_its_script() {
    for (text, note) in [
        ("РАУРА", "(Cyrillic)"),
        ("аррӏе", "(Cyrillic)"),
        ("ѕсоре", "(Cyrillic)"),
        ("СОСА", "(Cyrillic)"),
        ("ΑΒΒ", "(Greek)"),
        ("৪৪", "(Bengali)"),
        ("С", "(Cyrillic)"),
        ("РАУ-7", "(Cyrillic)"),
        ("Acme РАУ", "(РАУ: Cyrillic)"),
        ("СОСА ΑΒΒ СОСА", "(СОСА: Cyrillic, ΑΒΒ: Greek)"),
    ] {
        assert_eq!(line(text), (format!("- To: \"{text}\" {note}"), Risk::Low));
    }
}

#[test]
fn at_most_five_words_are_named() {
    let words = "РАУ СОСА ВВС ОРЕХ АСЕ ХОР";
    let (line, _) = line(words);
    assert_eq!(
        line,
        format!(
            "- To: \"{words}\" (РАУ: Cyrillic, СОСА: Cyrillic, ВВС: Cyrillic, ОРЕХ: Cyrillic, АСЕ: Cyrillic, …)"
        )
    );
}

#[test]
fn plain_words_of_any_script_have_no_note() {
    for text in [
        "Иван Петров",
        "Оплата с карты",
        "Ελλάδα",
        "हिन्दी",
        "রাজশাহী বিশ্ববিদ্যালয়",
        "한국어 이름",
        "株式会社 東京",
        "口コミ",
        "カタカナ",
        "ไทย",
        "Müller",
        "kapı ışık",
        "cœur",
        "O’Neill",
        "₹5,000",
        "שלום",
        "5वाँ",
    ] {
        assert_eq!(line(text), (format!("- To: \"{text}\""), Risk::Low));
    }
}

#[test]
fn names_and_sentences_have_the_note_too() {
    let mut call = Call::new("pay", Risk::Low, r#"{"сору": 1, "To": "РАУРА"}"#);
    call.question = Some("Pay {To}?");
    let asked = call.ask();
    assert_eq!(
        asked.question.text(),
        "Confirm: Pay \"РАУРА\" (Cyrillic)?\n\
         Tool: pay of Bookkeeping. Risk: low.\n\
         - \"сору\" (Cyrillic): 1\n\
         - To: \"РАУРА\" (Cyrillic)"
    );
    assert_eq!(asked.question.fields()[0].parameter().as_deref(), Some("сору"));
    let mcq = asked.question.to_mcq();
    assert_eq!(mcq["data"]["summary"][1], json!({"field": "To", "value": "\"РАУРА\" (Cyrillic)"}));
    assert_eq!(mcq["data"]["pending_args"], json!({"сору": 1, "To": "РАУРА"}));
}

#[test]
fn a_note_on_a_list_follows_all_of_it() {
    let arguments = r#"{"To": ["РАУРА", {"a": "(x)"}]}"#;
    let asked = asked_with(arguments, &[]);
    let field = &asked.question.fields()[0];
    assert_eq!(field.shown(), r#"["РАУРА",{"a":"(x)"}] (РАУРА: Cyrillic)"#);
    assert_eq!(field.value().unwrap().to_json(), r#"["РАУРА",{"a":"(x)"}]"#);
    assert_eq!(read_back(r#""a (b)""#), Some(Node::String("a (b)".into())));
}

#[test]
fn a_cut_value_has_its_note_before_the_rest() {
    let value = Node::String(format!("РАУРА {}", "x".repeat(1_000)).into());
    let shown = Shown::of(&value, WHOLE).into_line();
    assert!(shown.ends_with("x\" (РАУРА: Cyrillic) … (807 more characters)"), "{shown}");
}

#[test]
fn words_of_mixed_scripts_are_escaped_and_strange() {
    is_strange("РАУРАL", r"\u{420}\u{410}\u{423}\u{420}\u{410}L");
    is_strange("Αлфа", r"\u{391}\u{43B}\u{444}\u{430}");
    is_strange("ӕlan", r"\u{4D5}lan");
    is_strange("ニ二", r"\u{30CB}\u{4E8C}");
    is_strange("口ロ", r"\u{53E3}\u{30ED}");
    is_strange("12३", r"12\u{969}");
    for text in ["東京Office", "한글ABC", "АВС-123", "ニコニコする二人", "カードの支払い能力"]
    {
        is_shown(text, text);
    }
}

#[test]
fn invariant_3_a_look_alike_of_another_argument_raises_the_risk() {
    for (arguments, said) in [
        (r#"{"From": "PAYPA", "To": "РАУРА"}"#, r#"Careful: "РАУРА" (Cyrillic) looks like "PAYPA"."#),
        (r#"{"From": "РАУРА", "To": "PAYPA"}"#, r#"Careful: "РАУРА" (Cyrillic) looks like "PAYPA"."#),
        (r#"{"From": "apple", "To": "аррӏе"}"#, r#"Careful: "аррӏе" (Cyrillic) looks like "apple"."#),
        (r#"{"From": "scope", "To": ["ѕсоре"]}"#, r#"Careful: "ѕсоре" (Cyrillic) looks like "scope"."#),
        (r#"{"From": "COCA", "To": "СОСА"}"#, r#"Careful: "СОСА" (Cyrillic) looks like "COCA"."#),
        (r#"{"From": "ABB", "To": "ΑΒΒ"}"#, r#"Careful: "ΑΒΒ" (Greek) looks like "ABB"."#),
        (
            r#"{"From": "Acme PAY", "To": "Acme РАУ"}"#,
            r#"Careful: "Acme РАУ" (РАУ: Cyrillic) looks like "Acme PAY"."#,
        ),
        (r#"{"From": "88", "To": "৪৪"}"#, r#"Careful: "৪৪" (Bengali) looks like "88"."#),
        (r#"{"From": "INV", "To": "ıNV"}"#, r#"Careful: "ıNV" looks like "INV"."#),
        (r#"{"From": "二", "To": "ニ"}"#, r#"Careful: "ニ" looks like "二"."#),
        (r#"{"From": "口", "To": "ロ"}"#, r#"Careful: "ロ" looks like "口"."#),
        (r#"{"From": "ACC-10", "To": "ACC-1O"}"#, r#"Careful: "ACC-1O" looks like "ACC-10"."#),
        (r#"{"From": "Müller", "To": "Mu\u0308ller"}"#, r#"Careful: "Mu\u{308}ller" looks like "Müller"."#),
    ] {
        assert_eq!(caution(&asked_with(arguments, &[])).as_deref(), Some(said));
    }
}

#[test]
fn invariant_3_a_look_alike_of_a_known_text_raises_the_risk() {
    let rendered = asked_with(r#"{"To": "РАУРА", "Amount": 5}"#, &["ACC-7", "PAYPA"]);
    assert_eq!(
        rendered.question.text(),
        "Confirm: Pay?\n\
         Tool: pay of Bookkeeping. Risk: high.\n\
         Careful: \"РАУРА\" (Cyrillic) looks like \"PAYPA\".\n\
         It runs with:\n\
         - To: \"РАУРА\" (Cyrillic)\n\
         - Amount: 5\n\
         \n\
         Type \"CONFIRM 222222\" to confirm."
    );
    let known = ["Müller", "INV-042"];
    assert_eq!(
        caution(&asked_with(r#"{"To": "INV-O42"}"#, &known)).as_deref(),
        Some(r#"Careful: "INV-O42" looks like "INV-042"."#)
    );
    assert_eq!(
        caution(&asked_with(r#"{"To": "PAYPA"}"#, &["РАУРА"])).as_deref(),
        Some(r#"Careful: "РАУРА" (Cyrillic) looks like "PAYPA"."#)
    );
}

#[test]
fn a_change_to_a_look_alike_raises_the_risk() {
    let mut call = Call::new("rename", Risk::Low, r#"{"Id": "CON-1"}"#);
    let (before, after) = (Node::String("PAYPA".into()), Node::String("РАУРА".into()));
    call.changes = Some(vec![ArgumentChange { field: "Name".to_owned(), before, after }]);
    assert_eq!(caution(&call.ask()).as_deref(), Some(r#"Careful: "РАУРА" (Cyrillic) looks like "PAYPA"."#));
    // Sensitive values are not compared.
    call.sensitive = vec!["Name"];
    assert_eq!(caution(&call.ask()), None);
}

#[test]
fn texts_that_differ_to_the_eye_raise_nothing() {
    for (arguments, known) in [
        (r#"{"From": "INV-1", "To": "INV-2"}"#, &["inv-1", "INV-1", "Inv-3"][..]),
        (r#"{"From": "Acme", "To": "ACME"}"#, &["acme"]),
        (r#"{"Size": "l", "Count": "1", "Mark": "I"}"#, &["l"]),
        (r#"{"Amount": 10, "Name": "Müller", "Other": "MÜLLER"}"#, &["Muller"]),
        (r#"{"Size": 10}"#, &["IO"]),
    ] {
        assert_eq!(caution(&asked_with(arguments, known)), None, "{arguments}");
    }
    // Notes are read, not recognised.
    let long = format!(r#"{{"Memo": "{}0", "Note": "{}O"}}"#, "a ".repeat(64), "a ".repeat(64));
    assert_eq!(caution(&asked_with(&long, &[])), None);
}

#[test]
fn at_most_three_look_alikes_are_named() {
    let rendered = asked_with(r#"{"To": ["A1", "Al", "B1", "Bl", "C1", "Cl", "D1", "Dl"]}"#, &[]);
    let text = rendered.question.text();
    assert_eq!(text.lines().filter(|line| line.starts_with("Careful: ")).count(), 3, "{text}");
}

#[test]
fn a_look_alike_is_hidden_with_a_secret() {
    let rendered = asked_with(r#"{"To": "РАУРА"}"#, &["PAYPA"]);
    let hidden = rendered.question.without(&|text: &str| text.replace("PAYPA", "[hidden]"));
    assert!(hidden.text().contains("looks like \"[hidden]\"."), "{}", hidden.text());
}

#[test]
fn what_is_not_composed_is_shown_by_its_marks() {
    // Raises nothing alone: files of some systems are named so.
    is_shown("Mu\u{308}ller", r"Mu\u{308}ller");
    is_shown("e\u{301}", r"e\u{301}");
    is_shown("\u{212b}ngstrom", r"\u{212B}ngstrom");
    is_shown("x\u{301}", "x\u{301}");
    // Keyboards write these letters as NFC does not.
    is_shown("ল\u{9dc}কা", "ল\u{9dc}কা");
    is_shown("ल\u{95c}का", "ल\u{95c}का");
}

#[test]
fn emoji_are_shown_as_they_are() {
    for text in [
        "❤\u{fe0f}",
        "love ❤\u{fe0f}!",
        "👩\u{200d}🚀",
        "❤\u{fe0f}\u{200d}🔥",
        "🏳\u{fe0f}\u{200d}🌈",
        "👨\u{200d}⚕\u{fe0f}",
        "🤝🏽",
        "🫶",
        "🇮🇳",
        "1\u{fe0f}\u{20e3}",
        "☎\u{fe0f} 5",
        "⭐",
    ] {
        is_shown(text, text);
        assert_eq!(line(text), (format!("- To: \"{text}\""), Risk::Low));
    }
    // The signs of the buttons.
    is_shown("✅❌", r"\u{2705}\u{274C}");
    is_strange("a\u{fe0f}", r"a\u{FE0F}");
    is_strange("a\u{200d}b", r"a\u{200D}b");
    is_strange("1\u{20e3}x\u{20e3}", "1\u{20e3}x\\u{20E3}");
    is_strange("❤\u{fe0f}\u{fe0f}", "❤\u{fe0f}\\u{FE0F}");
    // Tags in flags of regions can carry any text.
    is_strange("🏴\u{e0067}\u{e007f}", r"🏴\u{E0067}\u{E007F}");
}

#[test]
fn joiners_are_shown_where_their_script_needs_them() {
    for text in [
        // Hindi, Sinhala, Malayalam, Bengali, Persian.
        "क्\u{200d}ष",
        "क्\u{200c}ष",
        "ශ්\u{200d}රී",
        "ന്\u{200d}",
        "র\u{200d}্যাব",
        "می\u{200c}خواهم",
    ] {
        is_shown(text, text);
        assert_eq!(line(text).1, Risk::Low, "{text}");
    }
    is_strange("pay\u{200c}ment", r"pay\u{200C}ment");
    is_strange("क\u{200d}ष", r"क\u{200D}ष");
    is_strange("Иван\u{200d}ов", r"Иван\u{200D}ов");
    // After a letter that joins nothing, it has no effect.
    is_strange("ا\u{200c}ب", r"\u{627}\u{200C}\u{628}");
}

use hpd_runtime::args::Node;

use super::*;

const TOKEN: &str = "tok-5f2a\"7711";

fn secrets() -> Secrets {
    let mut secrets = Secrets::default();
    for secret in [TOKEN, "4711", "nabc"] {
        secrets.add(&Node::String(secret.into()));
    }
    secrets
}

#[test]
fn json_that_only_lenient_readers_take_stays_json() {
    for (json, hidden) in [
        (r#"{"title":"Buy \ud83d","pin":4711}"#, r#"{"title":"Buy \ud83d","pin":"[hidden]"}"#),
        (r#"{"k\ud83d":[-14711.5e3]}"#, r#"{"k\ud83d":["[hidden]"]}"#),
        (r#"["\ude00 4711"]"#, "[\"\u{fffd}\u{fffd}\u{fffd} [hidden]\"]"),
    ] {
        assert_eq!(secrets().scrub(json), hidden);
        assert!(serde_json::from_str::<IgnoredAny>(hidden).is_ok());
    }
    let deep = |inner: &str| format!("{}{inner}{}", "[".repeat(300), "]".repeat(300));
    assert_eq!(secrets().scrub(&deep("4711")), deep("\"[hidden]\""));
}

#[test]
fn json_is_written_as_before_around_what_is_hidden() {
    let json = "{ \"pin\" : 4711 ,\n \"said\":\"caf\\u00e9\", \"4711\" : [1.50, true, null, -1E+2] }";
    let hidden =
        "{ \"pin\" : \"[hidden]\" ,\n \"said\":\"caf\\u00e9\", \"[hidden]\" : [1.50, true, null, -1E+2] }";
    assert_eq!(secrets().scrub(json), hidden);
    // A value does not begin inside of an escape.
    assert_eq!(secrets().scrub(r#"["\nabc","\\"]"#), r#"["\nabc","\\"]"#);
    assert_eq!(secrets().scrub(" 4711 "), "[hidden]");
}

#[test]
fn a_value_at_the_edge_of_a_window_is_hidden() {
    let secrets = secrets();
    for before in 0..=TOKEN.len() {
        let mut text = "x ".repeat(WINDOW);
        text.replace_range(WINDOW - before..WINDOW - before + TOKEN.len(), TOKEN);
        let expected = text.replace(TOKEN, "[hidden]");
        assert!(secrets.scrub(&text) == expected, "{before} bytes before an edge");
        let json = serde_json::to_string(&[&text]).unwrap();
        assert!(secrets.scrub(&json) == serde_json::to_string(&[expected]).unwrap(), "{before} in JSON");
    }
}

#[test]
fn a_long_text_has_several_pieces() {
    let (secrets, text) = (secrets(), "x ".repeat(2 * WINDOW));
    let lengths = |text: &str| secrets.pieces(text).map(|piece| piece.len()).collect::<Vec<_>>();
    assert_eq!(lengths(&text), [WINDOW, WINDOW, WINDOW, WINDOW]);
    let json = format!("[\"{text}\"]");
    assert_eq!(lengths(&json), [1, 0, 0, 0, 4 * WINDOW + 2, 1]);
}

#[test]
fn pieces_of_a_text_without_values_are_the_text() {
    for text in ["", "plain", "{\"a\": \"b\\/\", \"c\": [ ]}", "[", "\"a\"", "12", "\u{fc}\\u00fc"] {
        assert_eq!(secrets().pieces(text).collect::<String>(), text);
    }
    assert_eq!(Secrets::unknown().pieces("[1]").collect::<Vec<_>>(), [HIDDEN]);
    assert_eq!(Secrets::default().pieces("[1]").collect::<Vec<_>>(), ["[1]"]);
}

//! Values are found in every spelling.

use serde_json::{Value, json};

use super::{Secrets, mask};

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

fn scrubbed(secret: &Value, text: &str) -> String {
    mask(&json!({"Secret": secret}).to_string(), &names(&["Secret"])).1.scrub(text)
}

/// The values of one parameter.
fn of(secret: &str) -> Secrets {
    mask(&json!({ "Secret": secret }).to_string(), &names(&["Secret"])).1
}

#[test]
fn what_is_json_stays_json() {
    let echo = r#"{"pin": 918273, "said": "pin 918273", "list": [1918273, 1.50, true, null]}"#;
    let wanted = r#"{"pin": "[hidden]", "said": "pin [hidden]", "list": ["[hidden]", 1.50, true, null]}"#;
    assert_eq!(scrubbed(&json!(918_273), echo), wanted);
}

#[test]
fn a_value_is_found_however_json_writes_it() {
    assert_eq!(scrubbed(&json!("caf\u{e9}/1"), r#"["caf\u00e9\/1"]"#), r#"["[hidden]"]"#);
}

#[test]
fn a_value_under_a_key_that_is_there_twice_is_found() {
    let (masked, secrets) = mask(r#"{"Secret":"first","Secret":"second"}"#, &names(&["Secret"]));
    assert_eq!(masked, r#"{"Secret":"[hidden]","Secret":"[hidden]"}"#);
    assert_eq!(secrets.scrub("first, second"), "[hidden], [hidden]");
}

#[test]
fn a_number_is_found_with_all_its_digits() {
    let (masked, secrets) = mask(r#"{"Secret":41111111111111111111.10}"#, &names(&["Secret"]));
    assert_eq!(masked, r#"{"Secret":"[hidden]"}"#);
    assert_eq!(secrets.scrub("It is 41111111111111111111.10."), "It is [hidden].");
    assert_eq!(secrets.scrub("[41111111111111111111.10]"), r#"["[hidden]"]"#);
}

#[test]
fn the_longest_value_is_found_first() {
    let secret = json!(["abc", "abcdef"]);
    assert_eq!(scrubbed(&secret, "abcdef abc"), "[hidden] [hidden]");
}

#[test]
fn values_that_stand_in_any_text_are_not_looked_for() {
    assert_eq!(scrubbed(&json!(["ab", 42, true, null]), "ab 42 true null"), "ab 42 true null");
}

#[test]
fn a_text_without_the_values_stays_as_it_is() {
    let text = r#"{ "b": 1.50, "a": [ ] }"#;
    assert_eq!(scrubbed(&json!("secret"), text), text);
}

#[test]
fn arguments_that_nobody_can_read_are_left_out() {
    for text in ["", "[]", "{\"Secret\": ", "null"] {
        assert_eq!(mask(text, &names(&["Secret"])).0, "");
    }
}

#[test]
fn with_too_many_values_nothing_is_told() {
    let many: Vec<_> = (1_000..1_300).collect();
    assert_eq!(scrubbed(&json!(many), "Done."), "[hidden]");
}

/// A value, and how others write it.
const WRITTEN: &[(&str, &str)] = &[
    ("q\"q-77", r#"q\"q-77"#),
    ("q\"q-77", r#"q\\\"q-77"#),
    ("q\"q-77", r"q\u0022q-77"),
    ("q\"q-77", r"q\u{22}q-77"),
    ("back\\slash", r"back\\slash"),
    ("two\nlines", r"two\nlines"),
    ("two\nlines", "twolines"),
    ("4111*1111", r"4111\u{2A}1111"),
    ("caf\u{e9}-77", r"caf\u00e9-77"),
    ("key \u{1f511}", r"key \ud83d\udd11"),
    ("bell\u{7}77", r"bell\u{7}77"),
    ("bell\u{7}77", r"bell\u0007\u0037\u0037"),
    // An invisible character by its number, and a backslash without an escape.
    ("Zq7\u{200b}\\\"7qZ", r#"Zq7\u200b\"7qZ"#),
];

#[test]
fn a_value_is_found_in_every_way_to_write_it() {
    for (secret, written) in WRITTEN {
        assert_eq!(scrubbed(&json!(secret), &format!("with {written}.")), "with [hidden].", "{written}");
    }
}

#[test]
fn a_value_is_found_in_a_text_that_is_json_inside_of_json() {
    let inner = json!({"card": "q\"q-77"}).to_string();
    let outer = json!({"body": json!({"body": inner}).to_string()}).to_string();
    assert_eq!(scrubbed(&json!("q\"q-77"), &outer), outer.replace(r#"q\\\\\\\"q-77"#, "[hidden]"));
    assert_ne!(scrubbed(&json!("q\"q-77"), &outer), outer);
}

#[test]
fn a_value_is_found_in_names() {
    assert_eq!(
        scrubbed(&json!("tok-7731"), r#"{"\u0074ok-7731":{"a tok-7731":1}}"#),
        r#"{"[hidden]":{"a [hidden]":1}}"#
    );
}

#[test]
fn a_value_that_overlaps_itself_leaves_nothing() {
    assert_eq!(scrubbed(&json!("aba"), "xababay"), "x[hidden]y");
}

#[test]
fn what_is_left_of_a_value_where_a_text_was_cut_goes_as_well() {
    for (cut, wanted) in [
        ("with tok-77…", "with [hidden]…"),
        ("\"with tok-77\" … (9 more characters)", "\"with [hidden]\" … (9 more characters)"),
        (
            "tok\n\n[Cut: these are the first 3 of 9 bytes.]",
            "[hidden]\n\n[Cut: these are the first 3 of 9 bytes.]",
        ),
        ("{\"a\": \"tok-7\\u00…", "{\"a\": \"[hidden]\\u00…"),
        ("no tok…no to…", "no [hidden]…no to…"),
    ] {
        assert_eq!(scrubbed(&json!("tok-7731"), cut), wanted);
    }
}

#[test]
fn what_is_hidden_is_not_hidden_again() {
    assert_eq!(scrubbed(&json!("hidden"), "[hidden], hidden"), "[hidden], [hidden]");
    let many = "[hidden], hidden; [hidden]".repeat(5_000);
    assert!(scrubbed(&json!("hidden"), &many) == "[hidden], [hidden]; [hidden]".repeat(5_000));
}

#[test]
fn a_conversation_with_too_many_values_tells_nothing() {
    let mut known = Secrets::default();
    for number in 0..257 {
        known.remember(&mask(&json!({"Secret": format!("tok-{number}")}).to_string(), &names(&["Secret"])).1);
    }
    assert_eq!(known.scrub("Done."), "[hidden]");
    assert!(known.are_in("Done."));
    assert!(!known.are_in("[hidden]"), "what is hidden is not hidden again");
}

#[test]
fn what_one_call_does_not_know_the_conversation_may() {
    let mut known = Secrets::default();
    known.remember(&Secrets::unknown());
    assert_eq!(known.scrub("Done."), "Done.");
}

#[test]
fn the_beginning_of_a_text_ends_before_a_value() {
    let secrets = of("tok-5f2a7711");
    let text = r#"one tok-5f2a7711 two "tok\u002d5f2a7711" three"#;
    for (end, beginning, rest) in [
        (3, "one", 3),
        (4, "one ", 4),
        // In the middle of a value, and at its end.
        (9, "one ", 4),
        (16, "one [hidden]", 16),
        (18, "one [hidden] t", 18),
        (30, "one [hidden] two \"", 22),
        (text.len(), r#"one [hidden] two "[hidden]" three"#, text.len()),
    ] {
        assert_eq!(secrets.scrub_beginning(text, end), (beginning.to_owned(), rest), "{end}");
    }
    // A value that begins the text is no reason to stand still.
    assert_eq!(secrets.scrub_beginning("tok-5f2a7711 x", 5), ("[hidden]".to_owned(), 12));
    assert_eq!(secrets.scrub_beginning("", 0), (String::new(), 0));
}

#[test]
fn a_value_reaches_as_far_as_its_escapes() {
    // As a string in a string in a string, with the first level in ASCII.
    let mut deep = r#"\ud83d\ude00\""#.to_owned();
    for _ in 0..3 {
        deep = deep.replace('\\', r"\\").replace('"', r#"\""#);
    }
    let secrets = of("\u{1f600}\"x");
    assert!(secrets.are_in(&format!("{deep}x")), "{deep}");
    assert_eq!(deep.len(), 26 + 16);
    assert!(deep.len() <= secrets.reach() - 4 * 1024);
}

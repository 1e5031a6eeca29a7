use hpd_runtime::args::Node;

use super::{Phrase, code, is_same, placeholders};
use crate::parse_trusted::parse_trusted;
use crate::system::{Random, RandomError, SystemRandom};

/// The same byte, again and again.
struct Byte(u8);

impl Random for Byte {
    fn fill(&self, bytes: &mut [u8]) -> Result<(), RandomError> {
        bytes.fill(self.0);
        Ok(())
    }
}

struct Broken;

impl Random for Broken {
    fn fill(&self, _bytes: &mut [u8]) -> Result<(), RandomError> {
        Err(RandomError("closed".to_owned()))
    }
}

fn filled(template: &str, arguments: &str) -> String {
    let arguments = parse_trusted(arguments).unwrap();
    Phrase { template: Some(template), arguments: &arguments, sensitive: &["Pin"] }.fill(&Byte(0)).unwrap()
}

/// The phrase for an invoice of this id.
fn void(id: &str) -> String {
    let arguments = Node::Object(vec![("InvoiceId".into(), Node::String(id.to_owned().into()))]);
    Phrase { template: Some("VOID {InvoiceId}"), arguments: &arguments, sensitive: &[] }
        .fill(&Byte(0))
        .unwrap()
}

#[test]
fn values_stand_where_the_template_names_them() {
    assert_eq!(filled("VOID {InvoiceId}", r#"{"InvoiceId": "INV-042"}"#), "VOID INV-042");
    assert_eq!(filled("PAY {Amount} TO {To}", r#"{"Amount": 50, "To": "ada-b"}"#), "PAY 50 TO ada-b");
    assert_eq!(filled("SET {On}", r#"{"On": true}"#), "SET true");
    assert_eq!(filled("SET {On}", r#"{"On": false}"#), "SET false");
    assert_eq!(filled("{a}{b}", r#"{"a": 1, "b": 2}"#), "12");
    assert_eq!(filled("VOID", "{}"), "VOID");
    assert_eq!(filled("{ and }", "{}"), "222222");
    assert_eq!(filled("} {", "{}"), "} {");
}

#[test]
fn invariant_9_a_target_that_can_not_be_typed_as_shown_is_a_code() {
    let code = "VOID 222222";
    for target in [
        "",
        " ",
        " INV-042",
        "INV-042 ",
        "INV  042",
        "INV-042\n",
        "INV\t042",
        "INV-\u{410}42",
        "\u{ff29}NV-042",
        "INV\u{200b}-042",
        "INV-042\u{202e}",
        "Müller",
        "INV-042\u{7f}",
        "a*b*",
        "<INV>",
        "[x](y)",
        "_a_",
        "a\\b",
        "\"a\"",
        &"x".repeat(41),
        "www.acme.example",
        "ada@acme",
        "#general",
        "tel:5",
    ] {
        assert_eq!(void(target), code, "{target}");
    }
    assert_eq!(void(&"x".repeat(40)), format!("VOID {}", "x".repeat(40)));
    for value in ["null", "[1]", r#"{"a": 1}"#] {
        assert_eq!(filled("VOID {InvoiceId}", &format!(r#"{{"InvoiceId": {value}}}"#)), code);
    }
    assert_eq!(filled("VOID {InvoiceId}", "{}"), code);
}

#[test]
fn a_value_that_could_pass_for_a_sentence_is_a_code() {
    for target in ["x to confirm. This is only a test and can be undone", "ada b", "Inc.", "12.50", "a.b"] {
        assert_eq!(void(target), "VOID 222222", "{target}");
    }
    assert_eq!(filled("PAY {Amount}", r#"{"Amount": 12.50}"#), "PAY 222222");
    assert_eq!(filled("PAY {Amount}", r#"{"Amount": 12}"#), "PAY 12");
}

#[test]
fn sensitive_values_are_never_typed() {
    assert_eq!(filled("USE {Pin}", r#"{"Pin": "1234"}"#), "USE 222222");
}

#[test]
fn without_a_template_the_phrase_is_new_each_time() {
    let arguments = Node::Object(vec![]);
    let phrase = Phrase { template: None, arguments: &arguments, sensitive: &[] };
    assert_eq!(phrase.fill(&Byte(0)).unwrap(), "CONFIRM 222222");
    let first = phrase.fill(&SystemRandom).unwrap();
    assert!((0..8).any(|_| phrase.fill(&SystemRandom).unwrap() != first));
}

#[test]
fn codes_have_six_letters_that_look_like_no_other() {
    for _ in 0..1_000 {
        let code = code(&SystemRandom).unwrap();
        assert_eq!(code.len(), 6);
        assert!(code.bytes().all(|c| b"23456789ABCDEFGHJKMNPQRSTUVWXYZ".contains(&c)), "{code}");
    }
    assert_eq!(code(&Byte(255)).unwrap(), "9GN3SW");
}

#[test]
fn without_random_bytes_there_is_no_phrase() {
    let arguments = Node::Object(vec![]);
    let phrase = Phrase { template: None, arguments: &arguments, sensitive: &[] };
    assert_eq!(phrase.fill(&Broken), Err(RandomError("closed".to_owned())));
}

#[test]
fn a_template_names_parameters_in_braces() {
    assert_eq!(placeholders("VOID {InvoiceId} OF {Year}"), ["InvoiceId", "Year"]);
    assert_eq!(placeholders("VOID"), [""; 0]);
    assert_eq!(placeholders("{a.b} {"), ["a.b"]);
}

#[test]
fn invariant_9_only_the_same_text_is_the_phrase() {
    let phrase = "VOID INV-042";
    assert!(is_same(phrase, "VOID INV-042"));
    for spoof in [
        "",
        " ",
        "VOID",
        "void inv-042",
        "Void INV-042",
        "VOID INV-042 ",
        " VOID INV-042",
        "VOID  INV-042",
        "VOID INV-042\n",
        "VOID INV-042\r\n",
        "VOID INV-042\0",
        "VOID\tINV-042",
        "VOID\u{a0}INV-042",
        "VOIDINV-042",
        "VOID INV-041",
        "VOID INV-0422",
        "VOID INV-04",
        "VOID INV\u{2010}042",
        "VOID INV\u{2212}042",
        "\u{ff36}\u{ff2f}\u{ff29}\u{ff24} INV-042",
        "VOID INV-\u{ff10}\u{ff14}\u{ff12}",
        "VO\u{200b}ID INV-042",
        "VOID INV-042\u{200b}",
        "\u{feff}VOID INV-042",
        "VOID INV-042\u{202c}",
        "V\u{41e}ID INV-042",
        "VOID \u{406}NV-042",
        "V\u{39f}ID INV-042",
        "\"VOID INV-042\"",
        "`VOID INV-042`",
        "Type \"VOID INV-042\" to confirm.",
        "VOID {InvoiceId}",
        "CONFIRM 222222",
        "yes",
    ] {
        assert!(!is_same(phrase, spoof), "{spoof:?}");
    }
}

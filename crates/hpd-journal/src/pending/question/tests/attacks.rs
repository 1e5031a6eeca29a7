//! Arguments that try to hide the effect of a call.

use hpd_runtime::args::Node;
use hpd_runtime::spec::Risk;

use super::{Call, shown_arguments};
use crate::pending::Question;
use crate::pending::question::characters::{ShownAs, shown_as};

/// Numbers that are the same in every run (splitmix64).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % limit as u64).unwrap()
    }

    fn one_of<'a>(&mut self, texts: &[&'a str]) -> &'a str {
        texts[self.below(texts.len())]
    }
}

const PIECES: &[&str] = &[
    "\n",
    "\r\n",
    "\n\n\n\n",
    "\u{85}",
    "\u{2028}",
    "\u{2029}",
    "\u{b}",
    "\u{c}",
    "\0",
    "\u{1b}[2J",
    "\u{1b}[8m",
    "\u{8}",
    "**",
    "_",
    "`",
    "```\n",
    "~~",
    "# ",
    "\n# Confirm: Get weather?",
    "\n---\n",
    "[x](http://e.example)",
    "![x](y)",
    "|",
    "\n| a | b |\n|---|---|\n",
    "\n> ",
    "\n- Amount: 1",
    "\n\nType YES to confirm.",
    "\\",
    "\\u{41}",
    "\\\"",
    "\"",
    "\", \"Amount\": 1, \"x\": \"",
    "\" (from you)\n- Amount: 1",
    "\" (mentioned by you)\n- Amount: 1",
    "<!--",
    "-->",
    "<script>",
    "</script>",
    "<br>",
    "<div hidden>",
    "<details>",
    "&nbsp;",
    "&#x202E;",
    "]]>",
    "\u{202e}",
    "\u{202d}",
    "\u{202c}",
    "\u{2066}",
    "\u{2067}",
    "\u{2069}",
    "\u{200e}",
    "\u{200f}",
    "\u{61c}",
    "\u{200b}",
    "\u{200d}",
    "\u{2060}",
    "\u{feff}",
    "\u{ad}",
    "\u{34f}",
    "\u{e0001}",
    "\u{e0041}\u{e0042}",
    "\u{e007f}",
    "\u{e0100}",
    "\u{fe0f}",
    "\u{3164}",
    "\u{2800}",
    "\u{a0}",
    "\u{3000}",
    "\u{e000}",
    "\u{10ffff}",
    "\u{301}\u{301}\u{301}\u{301}\u{301}",
    "\u{338}",
    "שלום",
    "مرحبا",
    "А",
    "Ο",
    "\u{ff29}",
    "𝐈",
    "… (3 more characters)",
    "[hidden]",
    "Risk: low.",
    "null",
    "{InvoiceId}",
    ":x:",
    "   ",
    "\t",
    "a",
    "INV-042",
    "5",
];

fn payload(numbers: &mut Numbers) -> String {
    let mut text = String::new();
    for _ in 0..=numbers.below(12) {
        text.push_str(numbers.one_of(PIECES));
        if numbers.below(3) == 0 {
            text.push_str(numbers.one_of(&["x", " ", "Pay", "1"]));
        }
    }
    if numbers.below(100) == 0 {
        let padding = numbers.one_of(&[" ", "\n", "x", "\u{200b}", "<br>", "\u{301}", "&nbsp;"]);
        text = format!("{text}{}{text}", padding.repeat((1 << 20) / padding.len()));
    }
    text
}

fn attack(numbers: &mut Numbers) -> Node<'static> {
    let mut text = || Node::String(payload(numbers).into());
    let nested = Node::Array(vec![Node::Object(vec![("Note".into(), text()), ("Amount".into(), text())])]);
    let mut members = vec![("Memo".into(), text()), ("Lines".into(), nested), ("Reference".into(), text())];
    // An external tool's name may hold anything too, up to its maximum length.
    let name = payload(numbers);
    if name.len() <= 128 && !["InvoiceId", "Amount", "Memo", "Lines", "Reference"].contains(&name.as_str()) {
        members.push((name.into(), Node::Bool(true)));
    }
    members.push(("InvoiceId".into(), Node::String("INV-042".into())));
    members.push(("Amount".into(), Node::Number("5000".into())));
    let length = members.len();
    members.rotate_left(numbers.below(length));
    Node::Object(members)
}

/// Nothing in it is more than a plain character, and no line is another than ours.
fn assert_is_plain(text: &str) {
    for (at, line) in text.lines().enumerate() {
        assert!(!line.chars().any(|shown| shown_as(shown) == ShownAs::Strange), "{line}");
        let ours = ["Confirm: ", "Tool: ", "Careful: ", "Fields: ", "It runs with:", "- ", "Type "];
        assert!(line.is_empty() || ours.iter().any(|start| line.starts_with(start)), "line {at}: {line}");
        let content = line.strip_prefix("- ").unwrap_or(line);
        assert!(!content.contains(['<', '>', '&', '*', '`', '~', '|']), "{line}");
        assert!(!content.contains("!["), "{line}");
        assert!(!content.contains("]("), "{line}");
    }
}

fn assert_shows_everything(question: &Question, arguments: &Node<'_>) {
    let text = question.text();
    assert_is_plain(&text);
    assert!(text.len() < 20_000);
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines[0], "Confirm: Void invoice?");
    assert_eq!(lines[1], format!("Tool: void_invoice of Bookkeeping. Risk: {}.", risk_of(question)));
    let Node::Object(members) = arguments else { panic!("arguments are an object") };
    let first_field = lines.iter().position(|line| line.starts_with("- ")).unwrap();
    // The target comes first, since the phrase names it, and there is exactly one line a field.
    assert_eq!(lines[first_field], "- InvoiceId: \"INV-042\"");
    assert_eq!(lines.iter().filter(|line| line.starts_with("- ")).count(), members.len());
    assert!(lines.contains(&"- Amount: 5000"));
    assert_eq!(question.fields().len(), members.len());
    for (name, value) in members {
        let mut fields = question.fields().iter();
        let field = fields.find(|field| field.parameter().as_deref() == Some(name)).unwrap();
        let line = format!("- {}: {}", field.name(), field.shown());
        assert!(lines.contains(&line.as_str()), "{line}");
        if field.is_whole() {
            assert_eq!(field.value().as_ref(), Some(value));
        } else {
            assert!(field.shown().ends_with(" more characters)"), "{}", field.shown());
            assert_eq!(question.risk(), Risk::High);
        }
    }
}

fn risk_of(question: &Question) -> &'static str {
    match question.risk() {
        Risk::Low => "low",
        Risk::Medium => "medium",
        Risk::High => "high",
    }
}

#[test]
fn invariant_3_a_thousand_payloads_hide_nothing() {
    let mut numbers = Numbers(7);
    let mut raised = 0;
    for round in 0..1_000 {
        let arguments = attack(&mut numbers);
        let risk = [Risk::Low, Risk::Medium, Risk::High][round % 3];
        let call = Call::of("void_invoice", risk, arguments).phrase("VOID {InvoiceId}");
        let asked = call.ask();
        assert_shows_everything(&asked.question, &call.arguments);
        assert_eq!(asked.phrase.is_some(), asked.risk == Risk::High);
        raised += usize::from(asked.risk > risk);
        if asked.question.fields().iter().all(crate::pending::QuestionField::is_whole) {
            assert_eq!(shown_arguments(&asked.question), call.arguments);
        }
        // A front end that renders the arguments itself gets no misleading data.
        let data = asked.question.to_mcq()["data"]["pending_args"].to_string();
        let has_strange = |text: &str| text.chars().any(|shown| shown_as(shown) == ShownAs::Strange);
        assert!(!has_strange(&data), "{data}");
    }
    assert!(raised > 300, "{raised}");
}

#[test]
fn a_megabyte_does_not_push_the_target_away() {
    for padding in [" ", "\n", "x", "<br>", "\u{200b}", "\u{2028}"] {
        let memo = Node::String(padding.repeat((1 << 20) / padding.len()).into());
        let arguments = Node::Object(vec![
            ("Memo".into(), memo),
            ("InvoiceId".into(), Node::String("INV-042".into())),
            ("Amount".into(), Node::Number("5000".into())),
        ]);
        let call = Call::of("void_invoice", Risk::Low, arguments).phrase("VOID {InvoiceId}");
        let asked = call.ask();
        assert_eq!(asked.risk, Risk::High);
        assert_shows_everything(&asked.question, &call.arguments);
        let data = asked.question.to_mcq().to_string();
        assert!(data.len() < 10_000, "{}", data.len());
    }
}

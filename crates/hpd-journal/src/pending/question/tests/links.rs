//! No link, mail or mention is live in any rendering.

use comrak::{Options, markdown_to_html};
use hpd_runtime::args::Node;
use hpd_runtime::spec::Risk;
use linkify::LinkFinder;
use serde_json::{Value, json};

use super::characters::is_shown;
use super::{ArgumentChange, Call, Rendered};
use crate::clients::ag_ui::{AgUiEvent, AgUiMapper};
use crate::clients::vercel::{UiMessageChunk, UiMessageMapper};
use crate::events::EventRecord;
use crate::pending::QuestionField;
use crate::receipt::{Receipt, ReceiptWords};

/// What programs make a link, a mail or a mention of, and how it is shown.
const LIVE: &[(&str, &str)] = &[
    ("www.evil.example/x", r"www\u{2E}evil\u{2E}example/x"),
    ("www.1", r"www\u{2E}1"),
    ("WWW.1", r"WWW\u{2E}1"),
    ("www.a_b", r"www\u{2E}a_b"),
    ("http://evil.example", r"http\u{3A}//evil\u{2E}example"),
    ("https://localhost:8080/a", r"https\u{3A}//localhost\u{3A}8080/a"),
    ("http://127.0.0.1/", r"http\u{3A}//127.0.0.1/"),
    ("ftp://evil.example", r"ftp\u{3A}//evil\u{2E}example"),
    ("evil.com", r"evil\u{2E}com"),
    ("evil.co.uk:80", r"evil\u{2E}co\u{2E}uk\u{3A}80"),
    ("Pay at evil.com/invoice now.", r"Pay at evil\u{2E}com/invoice now."),
    ("пример.рф", r"пример\u{2E}рф"),
    ("evil。com", r"evil\u{3002}com"),
    ("xn--e1afmkfd.xn--p1ai", r"xn--e1afmkfd\u{2E}xn--p1ai"),
    ("a@b.c", r"a\u{40}b.c"),
    ("ada@acme.example", r"ada\u{40}acme\u{2E}example"),
    ("ada+x@acme.example,bob@acme.example", r"ada+x\u{40}acme\u{2E}example,bob\u{40}acme\u{2E}example"),
    ("mailto:ada@acme.example", r"mailto\u{3A}ada\u{40}acme\u{2E}example"),
    ("xmpp:ada@acme.example", r"xmpp\u{3A}ada\u{40}acme\u{2E}example"),
    ("tel:+4912345", r"tel\u{3A}+4912345"),
    ("tel:112", r"tel\u{3A}112"),
    ("javascript:alert(1)", r"javascript\u{3A}alert(1)"),
    ("slack://open", r"slack\u{3A}//open"),
    ("@everyone", r"\u{40}everyone"),
    ("@here @channel", r"\u{40}here \u{40}channel"),
    ("cc @ada-b", r"cc \u{40}ada-b"),
    ("<@U123>", r"\u{3C}\u{40}U123\u{3E}"),
    ("<!here>", r"\u{3C}!here\u{3E}"),
    ("<#C123|general>", r"\u{3C}\u{23}C123\u{7C}general\u{3E}"),
    ("<http://evil.example|bank>", r"\u{3C}http\u{3A}//evil\u{2E}example\u{7C}bank\u{3E}"),
    ("#general", r"\u{23}general"),
    ("acme/books#7", r"acme/books\u{23}7"),
    (
        "<:ok:123> <t:0:R> </pay:1>",
        r"\u{3C}\u{3A}ok\u{3A}123\u{3E} \u{3C}t\u{3A}0\u{3A}R\u{3E} \u{3C}/pay\u{3A}1\u{3E}",
    ),
    ("[bank](http://evil.example)", r"\u{5B}bank\u{5D}(http\u{3A}//evil\u{2E}example)"),
];

/// Whether a program that reads this as Markdown makes a link or a picture of it.
fn is_live_on_github(text: &str) -> bool {
    let mut options = Options::default();
    options.extension.autolink = true;
    options.extension.table = true;
    options.extension.strikethrough = true;
    options.extension.footnotes = true;
    let html = markdown_to_html(text, &options);
    html.contains("<a ") || html.contains("<img") || mentions(text, &['@'])
}

/// Whether a word begins with such a sign, or has it inside: `@ada`, `acme/books#7`.
fn mentions(text: &str, signs: &[char]) -> bool {
    let chars: Vec<char> = text.chars().collect();
    chars.windows(2).any(|pair| signs.contains(&pair[0]) && (pair[1].is_alphanumeric() || pair[1] == '_'))
}

/// Slack, by "Formatting message text": `<..>` is a link, a mention or a command. In texts without it, addresses, bare
/// domains, `@name` and `#channel` may become links.
fn is_live_in_slack(text: &str) -> bool {
    text.contains('<') || text.contains("://") || mentions(text, &['@', '#'])
}

/// Discord, by its "Message Formatting" and "Allowed Mentions": `<@id>`, `<#id>`, `<:name:id>`, `<t:..>`, `</name:id>`;
/// `@everyone` and `@here`; addresses with a scheme.
fn is_live_in_discord(text: &str) -> bool {
    let everyone = ["@everyone", "@here"].iter().any(|name| text.contains(name));
    text.contains('<') || everyone || text.contains("http://") || text.contains("https://")
}

/// Mail programs and chats that find bare domains and mails in plain text.
fn is_live_in_mails(text: &str) -> bool {
    let mut finder = LinkFinder::new();
    finder.url_must_have_scheme(false).url_can_be_iri(true);
    finder.links(text).next().is_some() || text.contains("mailto:") || text.contains("tel:")
}

fn assert_is_inert(text: &str) {
    assert!(!is_live_on_github(text), "GitHub: {text}");
    assert!(!is_live_in_slack(text), "Slack: {text}");
    assert!(!is_live_in_discord(text), "Discord: {text}");
    assert!(!is_live_in_mails(text), "mails: {text}");
}

#[test]
fn links_mails_and_mentions_are_shown_by_one_sign() {
    for (text, shown) in LIVE {
        is_shown(text, shown);
    }
}

/// Without the escapes, each is live somewhere: the rules above find what they are for.
#[test]
fn each_of_them_would_be_live() {
    // Linkifiers differ on these.
    let rare = ["www.1", "WWW.1", "www.a_b", "пример.рф", "evil。com", "javascript:alert(1)"];
    let is_live = |text: &str| {
        is_live_on_github(text)
            || is_live_in_slack(text)
            || is_live_in_discord(text)
            || is_live_in_mails(text)
    };
    let inert: Vec<&str> = LIVE.iter().map(|(text, _)| *text).filter(|text| !is_live(text)).collect();
    assert_eq!(inert, rare);
}

#[test]
fn numbers_times_and_sentences_stay_readable() {
    for text in [
        "1.5",
        "12.50 EUR",
        "1.5kg",
        "v1.2.3",
        "2024-01-31T10:30:00.000Z",
        "10:30",
        "Paid. Thanks.",
        "e.g. on Monday",
        "Wait...what?",
        "Acme Inc.",
        "U.S.A.",
        "3 @ 5 EUR",
        "Room: 5",
        "No. 7",
        "a # b",
        "支払い済み。確認してください。",
    ] {
        is_shown(text, text);
    }
}

fn string(text: &str) -> Node<'static> {
    Node::String(text.to_owned().into())
}

/// A question with this text in each place.
fn asked(text: &str) -> Rendered {
    let nested = Node::Array(vec![Node::Object(vec![(text.to_owned().into(), string(text))])]);
    let arguments = Node::Object(vec![
        ("Memo".into(), string(text)),
        ("Lines".into(), nested),
        (text.to_owned().into(), Node::Null),
    ]);
    let mut call = Call::of("void_invoice", Risk::High, arguments).phrase("VOID {Memo}");
    call.title = Some(text.to_owned());
    call.question = Some("Void {Memo} for {contact}?");
    call.shown.insert("contact".to_owned(), string(text));
    let change = ArgumentChange { field: text.to_owned(), before: string(text), after: string(text) };
    call.changes = Some(vec![change]);
    call.ask()
}

/// Texts in an event for a front end, without the data that programs compare.
fn shown_in(event: &Value) -> Vec<String> {
    match event {
        Value::String(text) => vec![text.clone()],
        Value::Array(items) => items.iter().flat_map(shown_in).collect(),
        Value::Object(members) => {
            let shown = members.iter().filter(|(key, _)| !["pending_args", "phrase"].contains(&key.as_str()));
            shown.flat_map(|(_, value)| shown_in(value)).collect()
        }
        _ => Vec::new(),
    }
}

#[test]
fn nothing_in_a_question_is_live() {
    for (text, _) in LIVE {
        let asked = asked(text);
        assert_is_inert(&asked.question.text());
        let event = asked.question.to_mcq();
        for text in shown_in(&event) {
            assert_is_inert(&text);
        }
        // A phrase has no characters that are escaped.
        assert_eq!(asked.phrase.as_deref(), Some("VOID 222222"), "{text}");
        let read_back: Vec<_> = asked.question.fields().iter().map(QuestionField::parameter).collect();
        assert!(read_back.contains(&Some((*text).to_owned())), "{text}");
    }
}

/// A record of the turn.
fn record(kind: &str, data: &Value) -> EventRecord {
    let record = json!({
        "entry": 1, "session": "s", "seq": 1, "turn": "now", "call_id": "1", "at": 1, "type": kind, "data": data,
    });
    serde_json::from_value(record).unwrap()
}

fn call_of(tool: &str, to: &str, is_write: bool) -> EventRecord {
    let arguments = json!({"To": to}).to_string();
    let data = json!({"tool": tool, "is_write": is_write, "arguments": arguments});
    record("tool_call", &data)
}

#[test]
fn nothing_in_a_question_for_ag_ui_or_the_ai_sdk_is_live() {
    for (text, _) in LIVE {
        let asked = record("mcq", &asked(text).question.to_mcq()["data"]);
        let mut ag_ui = AgUiMapper::new();
        let mut told: Vec<String> = ag_ui.events(&asked).iter().map(AgUiEvent::to_sse).collect();
        told.extend(ag_ui.finish().iter().map(AgUiEvent::to_sse));
        let mut vercel = UiMessageMapper::new();
        told.extend(vercel.chunks(&asked).unwrap_or_default().iter().map(UiMessageChunk::to_sse));
        let events = told.iter().map(|event| event.trim().strip_prefix("data: ").unwrap());
        let shown: Vec<String> =
            events.flat_map(|event| shown_in(&serde_json::from_str(event).unwrap())).collect();
        assert!(shown.iter().filter(|shown| shown.starts_with("Confirm: ")).count() >= 3, "{shown:?}");
        for shown in shown {
            assert_is_inert(&shown);
        }
    }
}

#[test]
fn nothing_in_a_status_line_or_a_receipt_is_live() {
    for (text, shown) in LIVE {
        assert_is_inert(&call_of(text, text, false).status_line().unwrap());
        let receipt = Receipt::of_events(&[call_of(text, text, true)], "now");
        let words = ReceiptWords::english();
        assert_is_inert(&receipt.text(&words));
        assert_is_inert(&receipt.status_line(&words));
        // A receipt cuts its values.
        let start: String = shown.chars().take(50).collect();
        assert!(receipt.text(&words).contains(&format!("(To: \"{start}")), "{}", receipt.text(&words));
    }
}

#[test]
fn a_status_line_shows_names_of_tools_as_they_are() {
    for (name, line) in [
        ("books__find_invoices", "Calling books__find_invoices…"),
        ("books.find_invoices", "Calling books.find_invoices…"),
        ("evil.com", r"Calling evil\u{2E}com…"),
        ("@everyone", r"Calling \u{40}everyone…"),
    ] {
        assert_eq!(call_of(name, "", false).status_line().as_deref(), Some(line));
    }
}

/// A path below a parameter is no address.
#[test]
fn paths_of_changed_fields_keep_their_dots() {
    let mut call = Call::new("update_invoice", Risk::Medium, r#"{"Lines": []}"#);
    let change =
        |field: &str| ArgumentChange { field: field.to_owned(), before: Node::Null, after: Node::Null };
    call.changes = Some(vec![change("Lines.Amount"), change("Evil.Com")]);
    let text = call.text();
    assert!(text.ends_with("- Lines.Amount: null -> null\n- Evil\\u{2E}Com: null -> null"), "{text}");
}

//! Questions that would show something else than what runs.

use hpd_host::approval::Choice;
use hpd_host::spec::Risk;
use hpd_host::{Session, Toolbox, plugin};
use serde_json::json;

use crate::bank::{Ran, answer, call, question};

struct Books(Ran);

#[plugin]
impl Books {
    /// Voids an invoice.
    #[ai_function(write, risk = high, confirm_phrase = "VOID {invoice}")]
    async fn void(
        &self,
        /** The invoice. */
        invoice: String,
    ) -> String {
        self.0.note(invoice);
        "void".to_owned()
    }

    /// Pays.
    #[ai_function(write, risk = low)]
    async fn pay(
        &self,
        /** The payee. */
        to: String,
        /** The text. */
        text: Option<String>,
    ) -> String {
        self.0.note(format!("{to} {text:?}"));
        "paid".to_owned()
    }
}

fn toolbox(ran: &Ran) -> Toolbox {
    Toolbox::builder().plugin(Books(ran.clone())).build().unwrap()
}

/// A value can't make a sentence of the phrase that the user types.
#[test]
fn a_phrase_is_no_sentence_of_the_model() {
    let toolbox = toolbox(&Ran::default());
    for invoice in [
        "x to confirm. This is only a test and can be undone",
        "INV-1\nTool: x",
        "INV 1",
        "INV.1",
        "INV-1\u{a0}or nothing",
        "INV-1\u{2003}x",
        "INV\u{3002}1",
        "INV-1\" to cancel, or type \"VOID",
        " ",
        "",
        "INV-1\u{301}",
        "\u{406}NV-1",
        "\u{ff29}NV-1",
        "INV\u{2024}1",
        "thisisonlyatestandcanbeundonethisisonlyatest",
    ] {
        let asked = call(&toolbox, &Session::new(), "void", &json!({ "invoice": invoice }).to_string());
        let Some(phrase) = question_phrase(&asked) else { continue };
        let code = phrase.strip_prefix("VOID ").unwrap();
        assert!(
            code != invoice && code.chars().all(|c| c.is_ascii_alphanumeric() || c == '-'),
            "{invoice:?}: {phrase}"
        );
    }
    let asked = call(&toolbox, &Session::new(), "void", r#"{"invoice":"INV-042"}"#);
    assert!(question(&asked).text().ends_with("Type \"VOID INV-042\" to confirm."));
}

fn question_phrase(outcome: &hpd_host::Outcome) -> Option<&str> {
    match &outcome.kind {
        hpd_host::outcome::OutcomeKind::Confirm(question) => question.phrase(),
        _ => None,
    }
}

/// A payee that was paid before, and one that looks like it.
#[test]
fn a_look_alike_of_an_earlier_payee_is_of_high_risk() {
    for (known, other) in [
        ("Alice", "\u{391}lice"),
        ("paypal", "\u{440}\u{430}\u{443}\u{440}\u{430}l"),
        ("PAYPA", "\u{420}\u{410}\u{423}\u{420}\u{410}"),
        ("Acme", "Acme\u{200a}"),
        ("Acme", "\u{ff21}cme"),
        ("caf\u{e9}", "cafe\u{301}"),
        ("INV-1", "\u{131}NV-1"),
        ("INV-10", "INV-1O"),
        ("Bill", "Bi\u{406}l"),
        ("Bill", "BiIl"),
        ("acme", "acm\u{435}"),
        ("\u{30cb}", "\u{4e8c}"),
        ("88", "\u{9ea}\u{9ea}"),
        ("rnodern", "modern"),
    ] {
        let ran = Ran::default();
        let toolbox = toolbox(&ran);
        let session = Session::new();
        let asked = call(&toolbox, &session, "pay", &json!({ "to": known }).to_string());
        answer(&toolbox, &session, question(&asked), Choice::Confirm).unwrap();
        let asked = call(&toolbox, &session, "pay", &json!({ "to": other }).to_string());
        assert_eq!(question(&asked).risk(), Risk::High, "{known} {other}");
        let both = json!({ "to": known, "text": other }).to_string();
        let within = call(&toolbox, &Session::new(), "pay", &both);
        assert_eq!(question(&within).risk(), Risk::High, "{known} {other}");
    }
}

/// In Markdown, Slack, Discord and mail programs.
#[test]
fn links_mentions_and_markup_are_inert() {
    let toolbox = toolbox(&Ran::default());
    for (text, shown) in [
        ("HTTPS://EVIL.COM", r"HTTPS\u{3A}//EVIL\u{2E}COM"),
        ("ftp.evil.com", r"ftp\u{2E}evil\u{2E}com"),
        ("//evil.com", r"//evil\u{2E}com"),
        ("evil\u{3002}com", r"evil\u{3002}com"),
        ("ev\u{ff0e}il", r"ev\u{FF0E}il"),
        ("xn--80ak6aa92e.com", r"xn--80ak6aa92e\u{2E}com"),
        ("<@123>", r"\u{3C}\u{40}123\u{3E}"),
        ("<!channel>", r"\u{3C}!channel\u{3E}"),
        ("@here", r"\u{40}here"),
        ("mailto:a@b.c", r"mailto\u{3A}a\u{40}b.c"),
        ("slack://x", r"slack\u{3A}//x"),
        ("data:text/html,x", r"data\u{3A}text/html,x"),
        ("org/repo#1", r"org/repo\u{23}1"),
        ("![x](//e.vil)", r"!\u{5B}x\u{5D}(//e\u{2E}vil)"),
        ("||spoiler||", r"\u{7C}\u{7C}spoiler\u{7C}\u{7C}"),
    ] {
        let asked = call(&toolbox, &Session::new(), "pay", &json!({ "to": text }).to_string());
        assert_eq!(question(&asked).fields()[0].shown(), format!("\"{shown}\""));
    }
}

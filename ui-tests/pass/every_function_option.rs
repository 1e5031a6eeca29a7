//! Every key of `#[ai_function]` at once.

use hpd_runtime::args::Leniency;
use hpd_runtime::spec::{Effect, Hints, MetaValue, Risk, UnknownFields, Write};
use hpd_runtime::{Plugin, plugin};

fn check_number(number: &String) -> Result<(), String> {
    if number.is_empty() { Err("is empty".to_owned()) } else { Ok(()) }
}

struct Ledger;

#[plugin]
impl Ledger {
    /// For readers of the code.
    #[ai_function(
        name = "void-invoice",
        title = "Void",
        description = "Voids an invoice.",
        write,
        risk = high,
        confirm_phrase = "VOID {InvoiceId}",
        question = "Void {InvoiceId} of {contact}?",
        preview("contact"),
        check = check_number,
        allow_empty,
        idempotent,
        timeout = 2.5,
        leniency = strict,
        unknown_fields = warn,
        direct,
        meta(category = "books", level = -2, weight = 0.5, hidden = true),
        read_only = false,
        destructive,
        open_world = true,
        local,
    )]
    async fn void(
        &self,
        /// The invoice's number.
        #[param(name = "InvoiceId")]
        number: String,
    ) -> String {
        number
    }

    /// The balance.
    #[ai_function()]
    fn balance(&self) -> i64 {
        0
    }

    /// Waits.
    #[ai_function(timeout = "500ms", read_only, leniency = lenient, unknown_fields = reject, check = self.may_wait)]
    fn wait(&self) {}
}

impl Ledger {
    fn may_wait(&self) -> Result<(), String> {
        Ok(())
    }
}

fn main() {
    let [void, balance, wait] = Ledger::SPEC.functions else { panic!("there are three functions") };
    let info = void.info;
    assert_eq!(
        (info.name, info.title, info.description),
        ("void-invoice", Some("Void"), "Voids an invoice.")
    );
    let write = Write { risk: Risk::High, confirm_phrase: Some("VOID {InvoiceId}"), allow_empty: true };
    assert_eq!(info.effect, Effect::Write(write));
    assert_eq!((info.question, info.preview), (Some("Void {InvoiceId} of {contact}?"), &["contact"][..]));
    assert_eq!(info.timeout_ms, Some(2_500));
    assert_eq!((info.leniency, info.unknown_fields), (Some(Leniency::Strict), UnknownFields::Warn));
    assert!(info.idempotent && info.direct);
    let hints = Hints { read_only: Some(false), destructive: Some(true), open_world: Some(true) };
    assert_eq!(info.hints, hints);
    let meta = [
        ("category", MetaValue::Text("books")),
        ("level", MetaValue::Integer(-2)),
        ("weight", MetaValue::Float(0.5)),
        ("hidden", MetaValue::Bool(true)),
    ];
    assert_eq!(info.meta, meta);
    assert_eq!(
        (balance.info.effect, balance.info.timeout_ms, balance.info.leniency),
        (Effect::Read, None, None)
    );
    assert_eq!((wait.info.timeout_ms, wait.info.hints.read_only), (Some(500), Some(true)));
    assert_eq!((wait.info.leniency, wait.info.unknown_fields), (Some(Leniency::Lenient), UnknownFields::Reject));
}

//! Names that only a type knows: no check of the host can be passed by them.

use std::sync::{Arc, Mutex};

use futures_executor::block_on;
use hpd_host::approval::{AmountAbove, NewPayee, Permission, Raise};
use hpd_host::args::Decimal;
use hpd_host::filter::{Filter, FilterContext, Verdict};
use hpd_host::{Approval, RawCall, Session, Toolbox, plugin};
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Closed {
    #[serde(alias = "to")]
    name: String,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Line {
    #[serde(default, alias = "amt")]
    amount: f64,
    to: String,
}

#[derive(Clone, Default)]
struct Bank(Arc<Mutex<Vec<String>>>);

#[plugin]
impl Bank {
    /// Pays somebody.
    #[ai_function(write, risk = low)]
    fn pay(
        &self,
        /** The payee. */
        payee: Closed,
    ) -> String {
        self.note(format!("pay {}", payee.name))
    }

    /// Pays lines.
    #[ai_function(write, risk = low)]
    fn pay_lines(
        &self,
        /** The lines. */
        lines: Vec<Line>,
    ) -> String {
        let paid: Vec<_> = lines.iter().map(|line| format!("{} {}", line.to, line.amount)).collect();
        self.note(paid.join(", "))
    }

    /// Looks somebody up.
    #[ai_function(leniency = strict)]
    fn who(
        &self,
        /** The payee. */
        payee: Closed,
    ) -> String {
        self.note(format!("who {}", payee.name))
    }
}

impl Bank {
    fn note(&self, line: String) -> String {
        self.0.lock().unwrap().push(line);
        "done".to_owned()
    }
}

/// Denies calls whose arguments have a text.
struct Without(&'static str);

impl Filter for Without {
    fn check(&self, context: &FilterContext<'_>) -> Verdict {
        if context.arguments().to_json().contains(self.0) {
            Verdict::deny("no", "no")
        } else {
            Verdict::allow()
        }
    }
}

/// The text for the model, and what ran.
fn call(tool: &str, arguments: &str) -> (String, Vec<String>) {
    let bank = Bank::default();
    let approval = Approval::new()
        .writes(Permission::Allow)
        .escalation(NewPayee::new("payee.name", |payee| payee == "Bob"))
        .escalation(
            AmountAbove::new("lines.amount", Decimal::from(1_000_u128))
                .raise(Raise::deny("Too much.", "too much")),
        );
    let toolbox = Toolbox::builder()
        .plugin(bank.clone())
        .approval(approval)
        .filter(Without("\"eve\""))
        .build()
        .unwrap();
    let outcome = block_on(toolbox.call(&Session::new(), &RawCall::new("1", tool, arguments)));
    let text = outcome.for_model().text.into_owned();
    let ran = bank.0.lock().unwrap().clone();
    (text, ran)
}

#[test]
fn an_alias_runs_nothing_where_the_schema_is_closed() {
    for tool in ["pay", "who"] {
        for payee in [r#"{"to":"evil"}"#, r#"{"name":"Bob","to":"evil"}"#, r#"["evil"]"#] {
            let (text, ran) = call(tool, &format!(r#"{{"payee":{payee}}}"#));
            let is_list = tool == "who" && payee.starts_with('[');
            assert!(
                text.contains(if is_list { "error" } else { "validation_error" }),
                "{tool} {payee}: {text}"
            );
            assert!(ran.is_empty(), "{tool} {payee}: {ran:?}");
        }
    }
    assert_eq!(call("pay", r#"{"payee":{"name":"Bob"}}"#).1, ["pay Bob"]);
}

#[test]
fn an_alias_hides_no_amount() {
    let (text, ran) = call("pay_lines", r#"{"lines":[{"amount":1000000,"to":"evil"}]}"#);
    assert!(text.contains("Too much.") && ran.is_empty(), "{text}");
    // The key of the alias is ignored, as any other that the schema does not know.
    assert_eq!(call("pay_lines", r#"{"lines":[{"amt":1000000,"to":"evil"}]}"#).1, ["evil 0"]);
    assert_eq!(call("pay_lines", r#"{"lines":[{"amount":1,"amt":1000000,"to":"evil"}]}"#).1, ["evil 1"]);
    let (text, ran) = call("pay_lines", r#"{"lines":[[1000000,"evil"]]}"#);
    assert!(text.contains("validation_error") && ran.is_empty(), "{text}");
}

//! Arguments that would reach a function as something else than every check saw.

use std::collections::{BTreeMap, HashMap};

use hpd_host::approval::{AmountAbove, Choice, Permission, Raise};
use hpd_host::args::Decimal;
use hpd_host::{Approval, Session, Toolbox, plugin};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use crate::bank::{Ran, answer, call, question};

#[derive(Debug, Deserialize, JsonSchema)]
struct Line {
    #[serde(default, alias = "amt")]
    amount: f64,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Wrap<T> {
    inner: T,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all_fields = "camelCase", rename_all = "snake_case")]
enum Way {
    Card {
        #[serde(default, alias = "amt")]
        amount: f64,
    },
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Flat {
    #[serde(flatten)]
    line: Line,
    #[serde(flatten)]
    other: Option<Other>,
}

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
struct Other {
    #[serde(alias = "note")]
    memo: String,
}

#[derive(Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize, JsonSchema)]
enum Method {
    #[serde(alias = "CC")]
    Card,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(from = "Line")]
struct From2(f64);

impl From<Line> for From2 {
    fn from(line: Line) -> Self {
        Self(line.amount)
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(transparent)]
struct Thin {
    line: Box<Line>,
}

struct Bank(Ran);

#[plugin]
impl Bank {
    /// Pays a map of lines.
    #[ai_function(write, risk = low)]
    async fn map(
        &self,
        /** Lines. */
        p: HashMap<String, Line>,
    ) -> String {
        self.say(p.values().map(|line| line.amount).sum())
    }

    /// Pays by a method.
    #[ai_function(write, risk = low)]
    async fn by_method(
        &self,
        /** Amounts. */
        p: BTreeMap<Method, f64>,
    ) -> String {
        self.say(p.values().sum())
    }

    /// Pays wrapped lines.
    #[ai_function(write, risk = low)]
    async fn generic(
        &self,
        /** Wrapped. */
        p: Wrap<Wrap<Option<Vec<Line>>>>,
    ) -> String {
        self.say(p.inner.inner.unwrap_or_default().iter().map(|line| line.amount).sum())
    }

    /// Pays in a way.
    #[ai_function(write, risk = low)]
    async fn way(
        &self,
        /** The way. */
        p: Way,
    ) -> String {
        let Way::Card { amount } = p;
        self.say(amount)
    }

    /// Pays a flat line.
    #[ai_function(write, risk = low)]
    async fn flat(
        &self,
        /** Flat. */
        p: Flat,
    ) -> String {
        let _ = p.other.map(|other| other.memo);
        self.say(p.line.amount)
    }

    /// Pays an amount that a line has.
    #[ai_function(write, risk = low)]
    async fn made(
        &self,
        /** A line. */
        p: From2,
    ) -> String {
        self.say(p.0)
    }

    /// Pays a thin line.
    #[ai_function(write, risk = low)]
    async fn thin(
        &self,
        /** A line. */
        p: Option<Thin>,
    ) -> String {
        self.say(p.map_or(0.0, |thin| thin.line.amount))
    }

    /// Pays a pair.
    #[ai_function(write, risk = low)]
    async fn pair(
        &self,
        /** A pair. */
        p: (String, Line),
    ) -> String {
        self.say(p.1.amount)
    }

    /// Pays anything.
    #[ai_function(write, risk = low)]
    async fn any(
        &self,
        /** Anything. */
        p: Value,
    ) -> String {
        self.0.note(p.to_string());
        "ok".to_owned()
    }

    /// Pays a small number.
    #[ai_function(write, risk = low)]
    async fn small(
        &self,
        /** The amount. */
        p: Vec<f32>,
    ) -> String {
        self.0.note(format!("{p:?}"));
        "ok".to_owned()
    }

    /// Pays a count.
    #[ai_function(write, risk = low)]
    async fn count(
        &self,
        /** The amount. */
        p: HashMap<String, Option<u64>>,
    ) -> String {
        self.0.note(format!("{p:?}"));
        "ok".to_owned()
    }
}

impl Bank {
    fn say(&self, amount: f64) -> String {
        self.0.note(format!("{amount}"));
        "ok".to_owned()
    }
}

fn toolbox(ran: &Ran, approval: Approval) -> Toolbox {
    Toolbox::builder().plugin(Bank(ran.clone())).approval(approval).build().unwrap()
}

#[test]
fn an_alias_carries_no_amount_by_a_rule() {
    let ran = Ran::default();
    for (tool, field, arguments) in [
        ("map", "p.a.amount", r#"{"p":{"a":{"amt":1000000}}}"#),
        ("map", "p.a.amount", r#"{"p":{"a":{"amount":1,"amt":1000000}}}"#),
        ("by_method", "p.Card", r#"{"p":{"CC":1000000}}"#),
        ("by_method", "p.Card", r#"{"p":{"Card":1,"CC":1000000}}"#),
        ("generic", "p.inner.inner.amount", r#"{"p":{"inner":{"inner":[{"amt":1000000}]}}}"#),
        ("way", "p.card.amount", r#"{"p":{"card":{"amt":1000000}}}"#),
        ("flat", "p.amount", r#"{"p":{"amt":1000000}}"#),
        ("flat", "p.amount", r#"{"p":{"amt":1000000,"note":"x"}}"#),
        ("made", "p.amount", r#"{"p":{"amt":1000000}}"#),
        ("thin", "p.amount", r#"{"p":{"amt":1000000}}"#),
        ("pair", "p.amount", r#"{"p":["x",{"amt":1000000}]}"#),
        ("pair", "p.amount", r#"{"p":["x",{"\u0061mt":1000000}]}"#),
    ] {
        let rule = AmountAbove::new(field, Decimal::from(100_u128)).raise(Raise::Ask);
        let approval =
            Approval::new().writes(Permission::Allow).escalation_for(&format!("Bank.{tool}"), rule);
        let toolbox = toolbox(&ran, approval);
        call(&toolbox, &Session::new(), tool, arguments);
        let large: Vec<_> = ran.take().into_iter().filter(|amount| amount.contains("1000000")).collect();
        assert!(large.is_empty(), "{tool} {arguments}");
    }
}

/// Numbers that a type can't hold as they were sent.
#[test]
fn no_number_runs_that_was_shown_as_another() {
    let ran = Ran::default();
    let toolbox = toolbox(&ran, Approval::new());
    for (tool, arguments, shown, runs) in [
        ("any", r#"{"p":{"x":[1e-400]}}"#, r#"{"x":[0]}"#, r#"{"x":[0]}"#),
        ("any", r#"{"p":{"x":0.30000000000000001}}"#, r#"{"x":0.3}"#, r#"{"x":0.3}"#),
        (
            "any",
            r#"{"p":123456789012345678901234567890}"#,
            "123456789012345680000000000000",
            "1.2345678901234568e+29",
        ),
        ("any", r#"{"p":9007199254740993.0}"#, "9007199254740993.0", "9007199254740993"),
        ("any", r#"{"p":1E2}"#, "1E2", "100"),
        ("small", r#"{"p":[16777217.0,0.1]}"#, "[16777216,0.1]", "[16777216.0, 0.1]"),
        ("small", r#"{"p":[16777217]}"#, "[16777216]", "[16777216.0]"),
        (
            "map",
            r#"{"p":{"a":{"amount":9007199254740993}}}"#,
            r#"{"a":{"amount":9007199254740992}}"#,
            "9007199254740992",
        ),
        (
            "generic",
            r#"{"p":{"inner":{"inner":[{"amount":1e-400}]}}}"#,
            r#"{"inner":{"inner":[{"amount":0}]}}"#,
            "0",
        ),
        ("flat", r#"{"p":{"amount":0.1000000000000000055511151231257827}}"#, r#"{"amount":0.1}"#, "0.1"),
        ("pair", r#"{"p":["x",{"amount":1e-400}]}"#, r#"["x",{"amount":0}]"#, "0"),
        ("count", r#"{"p":{"a":1e3}}"#, r#"{"a":1000}"#, r#"{"a": Some(1000)}"#),
        ("count", r#"{"p":{"a":5.0}}"#, r#"{"a":5}"#, r#"{"a": Some(5)}"#),
    ] {
        let session = Session::new();
        let asked = call(&toolbox, &session, tool, arguments);
        assert_eq!(question(&asked).fields()[0].shown(), shown, "{tool} {arguments}");
        answer(&toolbox, &session, question(&asked), Choice::Confirm).unwrap();
        assert_eq!(ran.take(), [runs], "{tool} {arguments}");
    }
    for (tool, arguments) in
        [("count", r#"{"p":{"a":18446744073709551616}}"#), ("small", r#"{"p":["16777217"]}"#)]
    {
        assert!(call(&toolbox, &Session::new(), tool, arguments).for_model().is_error, "{arguments}");
    }
}

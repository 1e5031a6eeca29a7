//! Arguments that are too large, too deep, ambiguous or broken: each is an error, soon, and nothing panics.

mod aliases;
mod bombs;
mod broken;
mod deep;
mod random;
mod reserved;
mod sizes;

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use hpd_host::args::Leniency;
use hpd_host::list::ModelOptions;
use hpd_host::{CallError, RawCall, Session, Toolbox};

use bombs::Bombs;

fn toolbox() -> &'static Toolbox {
    static TOOLBOX: OnceLock<Toolbox> = OnceLock::new();
    TOOLBOX.get_or_init(|| {
        Toolbox::builder()
            .plugin(Bombs)
            .model(ModelOptions::new().leniency(Leniency::Strict))
            .build()
            .unwrap()
    })
}

/// Every error as `CODE text`, or the arguments that the function would receive.
fn check(toolbox: &Toolbox, function: &str, arguments: &str) -> Result<String, Vec<String>> {
    match toolbox.check(&Session::new(), &RawCall::new("1", function, arguments)) {
        Ok(checked) => Ok(checked.arguments.unwrap_or_else(|| "accepted, and can't be shown".to_owned())),
        Err(CallError::Validation(response)) => Err(response
            .errors
            .iter()
            .map(|error| format!("{} {}", error.error_code, error.error_message))
            .collect()),
        Err(other) => panic!("{other}"),
    }
}

#[track_caller]
fn assert_refused(function: &str, arguments: &str, error: &str) {
    let mut quickest = Duration::MAX;
    // Other tests run at the same time: only the best time counts.
    for _ in 0..5 {
        let started = Instant::now();
        let answer = check(toolbox(), function, arguments);
        quickest = quickest.min(started.elapsed());
        assert_eq!(answer, Err(vec![error.to_owned()]), "{}", &arguments[..arguments.len().min(80)]);
    }
    // A text that makes reading quadratic takes longer by far, even on a busy machine.
    let longest = if cfg!(debug_assertions) { 1_000 } else { 100 };
    assert!(quickest < Duration::from_millis(longest), "{quickest:?}");
}

#[track_caller]
fn assert_accepted(function: &str, arguments: &str) {
    let answer = check(toolbox(), function, arguments);
    assert!(answer.is_ok(), "{answer:?}");
}

fn value(json: &str) -> String {
    format!(r#"{{"value":{json}}}"#)
}

/// `inner` inside so many of `open` and `close`.
fn nested(open: &str, inner: &str, close: &str, times: usize) -> String {
    format!("{}{inner}{}", open.repeat(times), close.repeat(times))
}

/// A call that is right and has something of everything.
const VALID: &str = r#" {"customer":"Zoë \u00e9\n","lines":[{"item":"Tea 🍵","quantity":2},{"quantity":1.0,"item":""}],"urgent":true,"limit":-0.0e1} "#;

//! Texts that are made to cost much: each is refused or read as documented, soon, and in little memory.
//!
//! `cargo test --release --test limits -- --nocapture` prints the rows of the table in `docs/limits.md`.

mod measure;
mod numbers;
mod promotions;
mod repairs;
mod schemas;
mod sizes;
mod verdicts;

use measure::{Bomb, explode};

/// `inner` inside so many of `open` and `close`.
fn nested(open: &str, inner: &str, close: &str, times: usize) -> String {
    format!("{}{inner}{}", open.repeat(times), close.repeat(times))
}

/// `{"v": ..}` around a JSON text.
fn value(json: &str) -> String {
    format!(r#"{{"v":{json}}}"#)
}

/// A list of `item` for the numbers up to `items`.
fn list(items: usize, item: impl Fn(usize) -> String) -> String {
    format!("[{}]", (0..items).map(item).collect::<Vec<_>>().join(","))
}

//! The rules of each dialect, checked on a finished schema. Written apart from the converter and sharing nothing with
//! it:
//! the providers' rules, one a function.

#![allow(dead_code, unreachable_pub, reason = "each test file uses some of it")]

mod anthropic;
mod common;
mod gemini;
pub mod generate;
mod openai;
mod visit;

use serde_json::Value;
use visit::Visit;

/// Returns the violation of one schema of the whole, if there is one.
type Rule = fn(&Visit<'_>) -> Option<String>;

/// The violations of a dialect's rules in a schema; empty if there are none.
pub fn broken_rules(dialect: &str, schema: &Value) -> Vec<String> {
    let specific: &[&[Rule]] = match dialect {
        "mcp" => &[],
        "openai" => &[openai::LENIENT],
        "openai_strict" => &[openai::LENIENT, openai::STRICT],
        "anthropic" => &[anthropic::LENIENT],
        "anthropic_strict" => &[anthropic::LENIENT, anthropic::STRICT],
        "gemini" => &[gemini::JSON_SCHEMA],
        "gemini_openapi" => &[gemini::OPENAPI],
        other => panic!("there are no rules of {other}"),
    };
    let rules: Vec<Rule> =
        common::ALL.iter().chain(specific.iter().flat_map(|rules| rules.iter())).copied().collect();
    let mut broken = Vec::new();
    visit::each(schema, &mut |visit| {
        broken.extend(rules.iter().filter_map(|rule| {
            rule(visit)
                .map(|what| format!("{}: {what}", if visit.path.is_empty() { "/" } else { &visit.path }))
        }));
    });
    broken
}

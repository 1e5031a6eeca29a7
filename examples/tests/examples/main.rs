//! The example plugins, and the example programs.

mod accounting_rules;
mod bookkeeping;
mod describe;
#[path = "../../../hpd-runtime/tests/schemas/dialect_rules/mod.rs"]
mod dialect_rules;
mod dialects;
mod disclosure_parts;
mod health_parts;
mod journal_parts;
mod journal_programs;
mod ledger;
mod manifests;
mod preflight;
mod programs;
mod replay_parts;
mod schemas;
#[path = "../../../crates/hpd-host/tests/support/postgres.rs"]
mod server;
mod shopping;
mod snapshots;
mod tokens_parts;

// The parts of the programs find each other at the root, as in the programs.
use health_parts::{events, function, quantity, span, spark};
use journal_parts::{options, status};
use replay_parts::tools;
use tokens_parts::{counter, measure};

//! Calls, from the name to the outcome.

mod collect;
mod containers;
mod continued;
mod filter_context;
mod filters;
mod function_tools;
mod images;
mod large_results;
mod mcp_results;
#[cfg(feature = "metrics")]
mod metrics;
mod outcomes;
mod path;
mod running;
#[path = "../support/mod.rs"]
mod support;
mod telemetry;
mod wrong_calls;

//! How well calls go, by the events of a journal.

#![allow(clippy::unused_self, reason = "plugins of tests have no state")]

mod bounds;
mod day;
mod events;
mod functions;
mod json;
mod naive;
mod paged;
mod questions;
mod rates;
mod real;

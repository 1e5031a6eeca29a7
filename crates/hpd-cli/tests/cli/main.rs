//! The program `hpd`, as a user runs it.

mod inspect;
mod postgres;
mod running;
mod states;
#[path = "../../../hpd-host/tests/support/postgres.rs"]
mod support;

//! What the source documents ask for: one test for each row of `docs/seeds.md`.

mod arguments;
mod collection;
mod collection_asked;
mod collection_kit;
#[path = "../../../hpd-host/tests/support/postgres.rs"]
mod server;
mod writes;
mod writes_events;
mod writes_kit;

//! The requirements of the source documents: one test for each row of `docs/seeds.md`.

mod arguments;
mod collection;
mod collection_asked;
mod collection_kit;
mod containers;
mod containers_kit;
mod containers_recovery;
#[path = "../../../crates/hpd-host/tests/support/postgres.rs"]
mod server;
mod stateless;
mod table;
mod visibility;
mod visibility_interface;
mod visibility_kit;
mod writes;
mod writes_events;
mod writes_kit;

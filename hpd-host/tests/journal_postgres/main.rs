//! The journal in PostgreSQL, on a server that the tests start themselves.

#![cfg(feature = "postgres")]

#[path = "../support/postgres.rs"]
mod postgres;

mod desk;
mod kit;

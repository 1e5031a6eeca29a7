//! The journal in PostgreSQL, on a server that the tests start themselves.

#![cfg(feature = "postgres")]

#[path = "../support/postgres.rs"]
mod postgres;
#[path = "../support/whole_way.rs"]
mod talk;
#[path = "../support/turns.rs"]
mod turns;
#[path = "../support/secret_words.rs"]
mod words;

mod desk;
mod erased;
mod interrupted;
mod kit;
mod load;
mod opening;
mod refused;
mod sample;
mod secret_words;
mod secrets;
mod several;
mod tampering;
mod view;
mod whole_way;

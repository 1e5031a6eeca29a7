//! The journal in PostgreSQL, on a server that the tests start themselves.

#![cfg(feature = "postgres")]

#[path = "../support/postgres.rs"]
mod postgres;
#[path = "../support/pages.rs"]
mod support_pages;
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
mod pages;
mod refused;
mod sample;
mod secret_words;
mod secrets;
mod several;
mod tampering;
mod view;

//! Attacks of models, tool servers and stored texts. The name of a test says which one is refused.

#![allow(clippy::unused_async, reason = "synchronous writes run on threads of their own, which takes time")]
#![allow(clippy::unused_self, reason = "plugins of tests have no state")]

mod arguments;
mod bank;
mod changes;
mod classes;
mod documented;
#[path = "../support/log.rs"]
mod log;
mod names;
mod offers;
mod permissions;
#[cfg(feature = "postgres")]
#[path = "../support/postgres.rs"]
mod postgres;
mod rules;
mod secrets;
mod servers;
mod sessions;
mod shown;

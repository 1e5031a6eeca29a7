//! The client, against a server that is a child process: this program itself, started with a role.
#![cfg(feature = "client")]

mod calls;
mod child;
mod connecting;
#[cfg(feature = "http-client")]
mod http;
mod lists;
mod reconnecting;

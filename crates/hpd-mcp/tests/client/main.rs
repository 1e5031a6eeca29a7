//! The client, against a server that is a child process: this program itself, started with a role.
#![cfg(feature = "client")]

mod calls;
mod child;
mod connecting;
mod lists;
mod reconnecting;

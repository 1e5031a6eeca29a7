//! The server with clients of each kind: raw text over a pair of streams, rmcp's own client, and raw HTTP.

#![expect(clippy::unused_self, reason = "plugins of tests have no state")]

mod beside;
mod desk;
mod lists;
mod malformed;
#[cfg(feature = "client")]
mod moving;
#[cfg(feature = "client")]
mod peer;
mod questions;
mod results;
mod skills;
mod stateless;
#[cfg(feature = "http-server")]
mod web;

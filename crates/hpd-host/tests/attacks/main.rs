//! Attacks of models, tool servers and stored texts. Each test is named by what is refused.

#![allow(clippy::unused_async, reason = "synchronous writes run on threads of their own, which takes time")]
#![allow(clippy::unused_self, reason = "plugins of tests have no state")]

mod arguments;
mod bank;
mod changes;
mod classes;
mod documented;
mod names;
mod offers;
mod permissions;
mod rules;
mod servers;
mod shown;

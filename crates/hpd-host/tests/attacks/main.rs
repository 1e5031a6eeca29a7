//! Attacks of models, tool servers and stored texts. Each test is named by what is refused.

#![allow(clippy::unused_self, reason = "plugins of tests have no state")]

mod arguments;
mod bank;
mod changes;
mod classes;
mod documented;
mod names;
mod permissions;
mod rules;
mod servers;
mod shown;

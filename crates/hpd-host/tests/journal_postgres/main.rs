//! The journal in PostgreSQL, on a server that the tests start themselves.

#![cfg(feature = "postgres")]

#[path = "../journal_common/mod.rs"]
mod common;
#[path = "../support/postgres.rs"]
mod postgres;
#[path = "../support/proxy.rs"]
mod proxy;
#[path = "../support/pages.rs"]
mod support_pages;

mod compact;
#[path = "../journal_common/crowd.rs"]
mod crowd;
mod cut;
mod desk;
#[path = "../journal_common/erased.rs"]
mod erased;
mod held;
mod interrupted;
mod kit;
mod opening;
mod others;
mod pages;
mod refused;
mod seams;
mod secret_words;
mod silent;
mod tampering;
mod view;
mod whole_way;

use desk::Schema as Tested;

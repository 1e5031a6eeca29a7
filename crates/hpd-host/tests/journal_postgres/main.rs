//! The journal in PostgreSQL, on a server that the tests start themselves.

#![cfg(feature = "postgres")]

#[path = "../journal_common/database.rs"]
mod database;
#[path = "../support/postgres.rs"]
mod postgres;
#[path = "../support/pages.rs"]
mod support_pages;
#[path = "../support/whole_way.rs"]
mod talk;
#[path = "../support/turns.rs"]
mod turns;
#[path = "../support/secret_words.rs"]
mod words;

#[path = "../journal_common/batches.rs"]
mod batches;
#[path = "../journal_common/columns.rs"]
mod columns;
mod desk;
#[path = "../journal_common/erased.rs"]
mod erased;
mod held;
mod interrupted;
mod kit;
#[path = "../journal_common/load.rs"]
mod load;
mod opening;
mod pages;
#[path = "../journal_common/printed.rs"]
mod printed;
mod refused;
mod secret_words;
#[path = "../journal_common/secrets.rs"]
mod secrets;
#[path = "../journal_common/several.rs"]
mod several;
mod tampering;
mod view;
mod whole_way;

use desk::Schema as Tested;

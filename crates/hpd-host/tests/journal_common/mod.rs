//! The tests that every journal in a database passes, and their shared parts. The program's root has the database, as
//! `Tested`, and the queries of its view, as `view`.

mod batches;
mod columns;
pub(crate) mod database;
mod load;
pub(crate) mod printed;
mod retention;
mod secrets;
mod several;
pub(crate) mod talk;
pub(crate) mod turns;
pub(crate) mod words;

//! What a model says of its writes, held against what is true of them.

mod claims;
mod follows;
mod kit;
mod labelled;
mod languages;
mod length;
mod limits;
mod property;
mod replies;
mod reports;
mod truths;
mod unseen;

//! A model's claims about its writes, compared with the truth.

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
mod twice;
mod unseen;

//! What a model says of its writes, held against what is true of them.

mod claims;
mod kit;
mod languages;
mod length;
mod property;
mod replies;
mod truths;
mod unseen;

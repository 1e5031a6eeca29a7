//! The pages, as a browser gets them.

mod access;
mod answers;
mod books;
mod empty;
mod expired;
mod figures;
mod hostile;
mod journal;
mod live;
mod long;
mod nested;
mod search;
mod secrets;
mod seeds;
mod site;
mod tools;
mod values;

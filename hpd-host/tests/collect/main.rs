//! Values from elsewhere than the model, through a toolbox: where they come from, what is asked, and what an answer does.

#[path = "../support/mod.rs"]
mod support;

mod answers;
mod asked;
mod corrections;
mod function;
mod narrowed;
mod open;
mod order;
mod remembered;
mod secrets;
mod shop;
mod typed;
mod ways;

//! Values from elsewhere than the model, through a toolbox: where they come from, what is asked, and what an answer
//! does.

#![allow(clippy::unused_self, reason = "plugins of tests have no state")]

mod again;
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
mod stored;
mod typed;
mod undeclared;
mod ways;

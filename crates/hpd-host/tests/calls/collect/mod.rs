//! Values that do not come from the model, through a toolbox: their provenance, the questions, and the effects of
//! answers.

#![allow(clippy::unused_self, reason = "plugins of tests have no state")]

mod again;
mod answers;
mod asked;
mod corrections;
mod forms;
mod function;
mod mentions;
mod mentions_more;
mod mentions_shop;
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

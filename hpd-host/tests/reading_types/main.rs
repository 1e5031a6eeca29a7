//! Parameters of every kind of type: what a function sees of right values, and what the model reads of wrong ones.

#[path = "../support/take.rs"]
mod take;

mod collections;
mod crates;
mod decimals;
mod defaults;
mod enums;
mod numbers;
mod scalars;
mod structs;

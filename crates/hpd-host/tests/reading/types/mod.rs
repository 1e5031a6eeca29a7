//! Parameters of every kind of type: the function's view of right values, and the model's errors for wrong ones.

mod collections;
mod crates;
mod decimals;
mod defaults;
mod enums;
mod numbers;
mod scalars;
mod structs;
mod undeclared;
mod undeclared_types;

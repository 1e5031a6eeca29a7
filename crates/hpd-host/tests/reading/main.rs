//! Arguments as models write them, and messages as providers send them: how both are read.

mod agreement;
mod constraints;
mod frozen_numbers;
mod integral;
mod lenient;
mod limits;
mod providers;
mod take;
mod types;
mod unguarded;

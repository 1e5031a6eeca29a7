//! The macros: their accepted input, their errors, and the calls of the code that they write. And the rooms of all
//! crates.

mod advice;
mod calls;
mod cases;
mod mistakes;
mod rooms;
mod smoke;
mod tables;

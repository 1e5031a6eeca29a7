//! The program `hpd`, as a user runs it.

mod inspect;
mod running;
mod states;

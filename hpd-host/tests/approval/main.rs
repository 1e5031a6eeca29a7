//! Calls that wait for the user: their store, what an approval is bound to, and what must hold whatever happens.

mod broken;
mod canonical;
mod digest;
mod frozen;
mod invariants;
mod kit;
mod machine;
mod memory;

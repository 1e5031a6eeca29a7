//! Calls that wait for the user: their store, what an approval is bound to, and what must hold whatever happens.

mod bank;
mod broken;
mod canonical;
mod changed;
mod contract;
mod digest;
mod failing;
mod forged;
mod frozen;
mod hidden;
mod invariants;
mod kit;
mod machine;
mod memory;
mod permissions;
mod property;
mod replayed;
mod secrets;
mod spy;
mod turns;

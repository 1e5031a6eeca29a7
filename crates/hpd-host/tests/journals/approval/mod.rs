//! Pending calls: their store, the binding of an approval, and the invariants.

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
mod keys;
mod kit;
mod machine;
mod memory;
mod permissions;
mod property;
mod replayed;
mod secrets;
mod spy;
mod turns;

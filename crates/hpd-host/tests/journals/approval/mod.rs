//! Pending calls: their store, the binding of an approval, and the invariants.

mod approvers;
mod bank;
mod broken;
mod canonical;
mod changed;
mod contract;
mod digest;
mod edits;
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
mod reasons;
mod replayed;
mod secrets;
mod spy;
mod turns;
mod unanswered;
mod views;

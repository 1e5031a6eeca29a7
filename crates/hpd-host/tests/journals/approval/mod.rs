//! Pending calls: their store, the binding of an approval, and the invariants.

mod approvers;
mod bank;
mod broken;
mod canonical;
mod changed;
mod contract;
mod digest;
mod edits;
#[cfg(feature = "sqlite")]
mod elsewhere;
mod failing;
mod forged;
mod frozen;
mod gone;
mod hidden;
mod housekeeping;
mod inputs;
mod invariants;
mod keys;
mod kit;
mod known_ends;
mod machine;
mod memory;
mod monotonic;
mod permissions;
mod prompts;
mod property;
mod reasons;
mod recorded;
mod replayed;
mod secrets;
mod spy;
mod turns;
mod unanswered;
mod views;

//! For tests of programs that use this crate: doubles of what a host gives, and checks that implementations of its traits
//! must pass.

pub mod store_kit;

pub use store_kit::pending_store;

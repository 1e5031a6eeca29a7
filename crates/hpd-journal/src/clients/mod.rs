//! Events as texts for clients.
//!
//! There are three text forms. [`sse`] has every event with all its data. [`ag_ui`] and [`vercel`] are for front ends
//! of these protocols.

pub mod ag_ui;
mod bounds;
mod call_ids;
mod parts;
pub mod sse;
mod status;
pub mod vercel;

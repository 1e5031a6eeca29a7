//! Events as texts for clients.
//!
//! There are three text forms. [`sse`] is complete. [`ag_ui`] and [`vercel`] serve front ends of those protocols. They
//! show a whole turn as a stream, with the model's texts between the events.

pub mod ag_ui;
mod bounds;
mod call_ids;
mod parts;
pub mod sse;
mod status;
pub mod vercel;

//! Responses to front ends of AG-UI and the AI SDK.

mod ag_ui;
mod connections;
mod desk;
#[cfg(feature = "sqlite")]
mod elsewhere;
mod ends;
mod requests;
mod served;
mod users_part;
mod vercel;

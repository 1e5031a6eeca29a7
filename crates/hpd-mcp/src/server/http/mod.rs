//! Streamable HTTP: the server as a service for axum, with its checks before anything is read.

mod auth;
mod connections;
mod endpoint;
mod options;
mod sessions;

pub use auth::{ProtectedResource, TokenError, TokenVerifier};
pub use options::HttpServer;

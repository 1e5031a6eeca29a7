//! JSON-RPC as it travels: the arguments of a call reach hpd's reader as the client wrote them, and results the client as
//! hpd wrote them.
//!
//! rmcp reads arguments into maps: it refuses those that are no object, keeps the last of two equal keys, and rounds long
//! decimals. So the arguments are taken out before it reads a message.

mod arguments;
mod lines;
mod read;
mod results;
mod salvage;

pub(super) use arguments::RawArguments;
pub(super) use lines::LineTransport;
#[cfg(feature = "http-server")]
pub(super) use read::{is_initialize, read_body};
pub(super) use results::{TakesText, as_text, list_as_text};

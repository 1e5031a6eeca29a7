#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod access;
mod approvals;
mod assets;
mod blocked;
mod call;
mod card;
mod deadlines;
mod export;
mod guard;
mod health;
mod inspector;
mod journal;
mod keeper;
mod live;
mod missing;
mod page;
mod routes;
mod search;
mod session;
mod sessions;
mod text;
mod thinking;
mod tools;
mod unreadable;
mod verifier;

pub use inspector::Inspector;
pub use routes::router;

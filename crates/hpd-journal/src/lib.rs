#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

pub mod clients;
pub mod events;
pub mod journal;
mod keys;
mod parse_trusted;
pub mod pending;
pub mod receipt;
mod redact;
pub mod results;
mod setters;
pub mod stream;
mod system;
#[cfg(feature = "testing")]
pub mod testing;
mod text;

pub use keys::{KeyError, KeyRing};
pub use system::{
    BoxFuture, Clock, MonotonicClock, Random, RandomError, SystemClock, SystemMonotonicClock, SystemRandom,
    SystemTimer, Timer, Timestamp,
};

/// Items for `hpd-host` and `hpd-guardrail` alone. They may change without notice: the crates pin each other by exact
/// version.
#[doc(hidden)]
pub mod __private {
    pub use crate::clients::sse::frame::HEARTBEAT;
    pub use crate::events::data::text_or_json;
    pub use crate::events::record::id_to_keep;
    pub use crate::journal::transition::millis;
    pub use crate::parse_trusted::{is_too_deep, parse_trusted};
    pub use crate::pending::canonical::{CanonicalError, canonical_json};
    pub use crate::pending::digest::{DigestParts, text_hash};
    pub use crate::pending::phrase::is_same;
    pub use crate::pending::question::{CautionInput, QuestionInput, Rendered, cautions, render};
    pub use crate::receipt::writes::{KnownWrite, known_writes};
    pub use crate::redact::{Pieces, PublicNames, Secrets, mask, mask_all_but};
    pub use crate::system::{random_id, within};
    pub use crate::text::{fold, is_same_without_case, shown, without_case};
}

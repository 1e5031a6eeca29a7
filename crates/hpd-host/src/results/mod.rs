//! Results that are too long for a model: kept whole, shown by a preview, and read in parts.
//!
//! A result above a [limit](LargeResults::limit) is kept in a [`ResultStore`]. The model gets a preview with its size and
//! shape, and reads the rest with the tool `read_result`. [`part_from_pages`] makes one of the pages of a source. The guide
//! "Large results" has examples.

mod estimate;
mod fitting;
mod fold;
mod hidden;
mod json;
mod keep;
mod level;
mod lines;
mod pages;
mod parts;
mod pointer;
mod preview;
mod raw;
mod read;
mod read_chunks;
mod search;
mod settings;
mod shape;
mod streamed;

#[doc(inline)]
pub use hpd_journal::results::{Chunk, ChunkIndex, KeptResult, MemoryResults, ResultStore};

pub use estimate::estimated_tokens;
pub(crate) use fitting::{fitting, json_beginning};
pub(crate) use hidden::hidden;
pub(crate) use keep::{Keeping, is_long, is_long_text};
pub use pages::part_from_pages;
pub(crate) use parts::{text_bytes, text_of, with_text};
pub(crate) use preview::ReadBy;
pub(crate) use read::{LEAST_PART, ReadError, Request, read};
pub(crate) use read_chunks::read_chunks;
pub use settings::LargeResults;
pub(crate) use settings::{LEAST_RESULT_BYTES, RESULT_BYTES, TOKEN_BYTES};
pub(crate) use streamed::{CHUNK, StreamedText, Surroundings};

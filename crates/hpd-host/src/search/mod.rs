//! The search for tools by their words, ranked by BM25.

mod bm25;

pub use bm25::Bm25;

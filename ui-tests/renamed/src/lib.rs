//! renamed

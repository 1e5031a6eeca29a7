//! A journal that can't be written.

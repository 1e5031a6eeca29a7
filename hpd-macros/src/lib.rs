//! Attribute macros of hpd.

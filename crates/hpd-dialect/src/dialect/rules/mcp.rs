//! Model Context Protocol.
//!
//! Source: the specification of 2025-11-25, "Tools" and "JSON Schema usage": `inputSchema` is a JSON Schema whose root
//! is of type `object`; where `$schema` says nothing else it is of draft 2020-12.

use super::{Dialect, ListedValues, NullForm, References, Rules, SizeLimits, any_name};

pub(super) const RULES: Rules = Rules {
    dialect: Dialect::Mcp,
    keywords: None,
    formats: None,
    values: ListedValues::Any,
    references: References::Kept,
    null: NullForm::Type,
    typed: false,
    closed: false,
    all_required: false,
    root_unions: true,
    lone_unions: false,
    bare_unions: false,
    plain_patterns: false,
    max_min_items: None,
    takes_name: any_name,
    limits: SizeLimits::NONE,
};

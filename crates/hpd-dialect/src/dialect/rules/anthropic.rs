//! Anthropic, without `strict`.
//!
//! Source: "Tool use" of the API's documentation, and the API's own errors: "`input_schema` does not support `oneOf`,
//! `allOf`, or `anyOf` at the top level". Names of properties match `^[a-zA-Z0-9_.-]{1,64}$`.

use super::{Dialect, JSON_SCHEMA, ListedValues, NullForm, References, Rules, SizeLimits, is_anthropic_name};

pub(super) const RULES: Rules = Rules {
    dialect: Dialect::Anthropic,
    keywords: Some(JSON_SCHEMA),
    formats: None,
    values: ListedValues::Any,
    references: References::Shared,
    null: NullForm::Type,
    typed: false,
    closed: false,
    all_required: false,
    root_unions: false,
    lone_unions: false,
    bare_unions: false,
    plain_patterns: false,
    max_min_items: None,
    takes_name: is_anthropic_name,
    limits: SizeLimits::NONE,
};

//! `OpenAI`, without `strict`.
//!
//! Source: "Function calling" of the API's documentation, and the API's own errors: the root must have type `object`
//! "and not have `oneOf`/`anyOf`/`allOf`/`enum`/`const`/`not` at the top level". An array must have `items`.

use super::{Dialect, JSON_SCHEMA, ListedValues, NullForm, References, Rules, SizeLimits, any_name};

pub(super) const RULES: Rules = Rules {
    dialect: Dialect::OpenAi,
    keywords: Some(JSON_SCHEMA),
    formats: None,
    values: ListedValues::Any,
    references: References::Kept,
    null: NullForm::Type,
    typed: false,
    closed: false,
    all_required: false,
    root_unions: false,
    lone_unions: false,
    bare_unions: false,
    plain_patterns: false,
    max_min_items: None,
    takes_name: any_name,
    limits: SizeLimits::NONE,
};

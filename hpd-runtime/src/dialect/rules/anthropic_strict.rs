//! Anthropic with `strict: true`.
//!
//! Source: "Structured outputs", section "JSON Schema limitations": no recursion, no limits of numbers, of lengths and of counts
//! but `minItems` of 0 and 1, no lists of arrays or objects, closed objects, patterns without look-around, backward references
//! and word boundaries. A request may have 20 strict tools, and in all of them 24 optional parameters and 16 with
//! alternatives: that can't be seen from one schema.

use super::{Dialect, ListedValues, NullForm, References, Rules, SizeLimits, is_anthropic_name};

pub(super) const RULES: Rules = Rules {
    dialect: Dialect::AnthropicStrict,
    keywords: Some(&[
        "type",
        "enum",
        "const",
        "format",
        "pattern",
        "properties",
        "required",
        "additionalProperties",
        "items",
        "minItems",
        "anyOf",
        "description",
        "default",
    ]),
    formats: Some(&[
        "date-time",
        "time",
        "date",
        "duration",
        "email",
        "hostname",
        "uri",
        "ipv4",
        "ipv6",
        "uuid",
    ]),
    values: ListedValues::Scalars,
    references: References::Replaced,
    null: NullForm::Type,
    typed: true,
    closed: true,
    all_required: false,
    root_unions: false,
    lone_unions: true,
    bare_unions: false,
    plain_patterns: true,
    most_min_items: Some(1),
    takes_name: is_anthropic_name,
    limits: SizeLimits::NONE,
};

//! Anthropic with `strict: true`.
//!
//! Source: "Structured outputs", section "JSON Schema limitations". `$ref` and `$defs` inside the
//! schema, no recursion. The provider's own libraries write no keyword beside `$ref`. No limits of numbers, lengths and
//! counts, except `minItems` of 0 and 1. No lists of arrays or objects. Objects are closed. Patterns have no
//! look-around, no back-references and no word boundaries. A request may have 20 strict tools. Together they may have
//! 24 optional parameters and 16 with alternatives. One schema does not show these last limits.

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
    references: References::Acyclic,
    null: NullForm::Type,
    typed: true,
    closed: true,
    all_required: false,
    root_unions: false,
    lone_unions: true,
    bare_unions: false,
    plain_patterns: true,
    max_min_items: Some(1),
    takes_name: is_anthropic_name,
    limits: SizeLimits::NONE,
};

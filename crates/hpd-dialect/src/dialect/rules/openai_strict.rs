//! `OpenAI` with `strict: true`.
//!
//! Source: "Structured model outputs", section "Supported schemas": supported properties, formats, limits, keywords
//! that are not supported. "For a single enum property with string values, the total string length of all enum values
//! cannot exceed 15,000 characters when there are more than 250 enum values." The API's own errors: "`$ref` cannot have keywords", "`default` is not permitted".

use super::{Dialect, ListedValues, NullForm, References, Rules, SizeLimits, any_name};

pub(super) const RULES: Rules = Rules {
    dialect: Dialect::OpenAiStrict,
    keywords: Some(&[
        "type",
        "enum",
        "const",
        "format",
        "pattern",
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "multipleOf",
        "properties",
        "required",
        "additionalProperties",
        "items",
        "minItems",
        "maxItems",
        "anyOf",
        "description",
    ]),
    formats: Some(&["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"]),
    values: ListedValues::Scalars,
    references: References::SharedAlone,
    null: NullForm::Type,
    typed: true,
    closed: true,
    all_required: true,
    root_unions: false,
    lone_unions: true,
    bare_unions: false,
    plain_patterns: true,
    max_min_items: None,
    takes_name: any_name,
    limits: SizeLimits {
        levels: 10,
        properties: 5_000,
        values: 1_000,
        text: 120_000,
        long_list: Some((250, 15_000)),
    },
};

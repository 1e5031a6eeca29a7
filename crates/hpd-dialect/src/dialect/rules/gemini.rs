//! Gemini, `parametersJsonSchema`.
//!
//! Source: the reference of `responseJsonSchema`, which lists the supported keywords: `$id`, `$defs`, `$ref`,
//! `$anchor`, `type`, `format`, `title`, `description`, `enum` (of strings and numbers), `items`, `prefixItems`,
//! `minItems`, `maxItems`, `minimum`, `maximum`, `anyOf`, `oneOf` (read as `anyOf`), `properties`,
//! `additionalProperties`, `required`. The API unrolls cycles to a limited depth, and only below optional properties.
//! This conversion does not rely on it. Beside `$ref` it takes no other keyword.

use super::{Dialect, ListedValues, NullForm, References, Rules, SizeLimits, any_name};

pub(super) const RULES: Rules = Rules {
    dialect: Dialect::Gemini,
    keywords: Some(&[
        "type",
        "enum",
        "format",
        "minimum",
        "maximum",
        "properties",
        "required",
        "additionalProperties",
        "items",
        "prefixItems",
        "minItems",
        "maxItems",
        "anyOf",
        "description",
    ]),
    formats: None,
    values: ListedValues::StringsAndNumbers,
    references: References::Acyclic,
    null: NullForm::Type,
    typed: false,
    closed: false,
    all_required: false,
    root_unions: false,
    lone_unions: true,
    bare_unions: false,
    plain_patterns: false,
    max_min_items: None,
    takes_name: any_name,
    limits: SizeLimits::NONE,
};

//! The rules of each dialect as data: one dialect a file.

mod anthropic;
mod anthropic_strict;
mod gemini;
mod gemini_openapi;
mod mcp;
mod openai;
mod openai_strict;

use super::Dialect;

/// The rules of a dialect.
#[expect(clippy::struct_excessive_bools, reason = "a table of what a provider takes, not a state")]
pub(super) struct Rules {
    pub(super) dialect: Dialect,
    /// The keywords that are kept as they are; `None` for all.
    pub(super) keywords: Option<&'static [&'static str]>,
    /// The formats of strings; `None` for all.
    pub(super) formats: Option<&'static [&'static str]>,
    pub(super) values: ListedValues,
    pub(super) references: References,
    pub(super) null: NullForm,
    /// Every schema says its type, and there is none for "anything": that becomes text.
    pub(super) typed: bool,
    /// Objects take no properties but those listed.
    pub(super) closed: bool,
    /// Every property is required; one that is not may be null.
    pub(super) all_required: bool,
    /// The root may have alternatives.
    pub(super) root_unions: bool,
    /// Alternatives exclude other keywords, which are repeated in each alternative.
    pub(super) lone_unions: bool,
    /// Alternatives exclude even a description.
    pub(super) bare_unions: bool,
    /// Only plain patterns: no look-around, no back-references, no word boundaries.
    pub(super) plain_patterns: bool,
    /// The greatest `minItems`.
    pub(super) max_min_items: Option<u64>,
    /// Whether a property may be called so.
    pub(super) takes_name: fn(&str) -> bool,
    pub(super) limits: SizeLimits,
}

/// Which values may be listed in `enum`.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum ListedValues {
    /// All.
    Any,
    /// All but arrays and objects, of one type a list.
    Scalars,
    /// Strings and numbers.
    StringsAndNumbers,
    /// Strings that are not empty.
    Strings,
}

/// The treatment of `$ref`.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum References {
    /// Kept.
    Kept,
    /// Kept, with sibling keywords. A target that is used once is written in its place.
    Shared,
    /// As `Shared`, without sibling keywords.
    SharedAlone,
    /// As `SharedAlone`, without recursion. What leads back to itself becomes text.
    Acyclic,
    /// Replaced by the target. What leads back to itself becomes text, and so does what would be too long.
    Copied,
}

impl References {
    /// Whether a reference has no sibling keywords.
    pub(super) const fn are_alone(self) -> bool {
        matches!(self, Self::SharedAlone | Self::Acyclic)
    }

    /// Whether a target that is used once is written in its place.
    pub(super) const fn are_shared(self) -> bool {
        matches!(self, Self::Shared | Self::SharedAlone | Self::Acyclic)
    }
}

/// How a schema says that it takes null.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum NullForm {
    /// As one of its types.
    Type,
    /// By `nullable`.
    Flag,
}

/// How large a schema may be.
pub(super) struct SizeLimits {
    /// Objects and arrays inside each other.
    pub(super) levels: usize,
    /// Properties in all.
    pub(super) properties: usize,
    /// Listed values in all.
    pub(super) values: usize,
    /// Characters of names and listed values.
    pub(super) text: usize,
    /// Texts in one list beyond which its characters count, and the characters of such a list.
    pub(super) long_list: Option<(usize, usize)>,
}

impl SizeLimits {
    const NONE: Self = Self {
        levels: usize::MAX,
        properties: usize::MAX,
        values: usize::MAX,
        text: usize::MAX,
        long_list: None,
    };
}

impl Rules {
    pub(super) fn keeps(&self, keyword: &str) -> bool {
        self.keywords.is_none_or(|keywords| keywords.contains(&keyword))
    }

    /// Everything may stay as it is.
    pub(super) fn takes_everything(&self) -> bool {
        self.keywords.is_none()
    }
}

pub(super) fn of(dialect: Dialect) -> &'static Rules {
    match dialect {
        Dialect::Mcp => &mcp::RULES,
        Dialect::OpenAi => &openai::RULES,
        Dialect::OpenAiStrict => &openai_strict::RULES,
        Dialect::Anthropic => &anthropic::RULES,
        Dialect::AnthropicStrict => &anthropic_strict::RULES,
        Dialect::Gemini => &gemini::RULES,
        Dialect::GeminiOpenApi => &gemini_openapi::RULES,
    }
}

fn any_name(_: &str) -> bool {
    true
}

/// Whether a name matches `^[a-zA-Z0-9_.-]{1,64}$`, Anthropic's rule for properties.
fn is_anthropic_name(name: &str) -> bool {
    (1..=64).contains(&name.len())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte))
}

/// Keywords of JSON Schema 2020-12 that the lenient providers pass to the model as they are.
const JSON_SCHEMA: &[&str] = &[
    "type",
    "enum",
    "const",
    "format",
    "pattern",
    "minLength",
    "maxLength",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "properties",
    "required",
    "patternProperties",
    "propertyNames",
    "minProperties",
    "maxProperties",
    "additionalProperties",
    "dependentRequired",
    "dependentSchemas",
    "prefixItems",
    "items",
    "contains",
    "minContains",
    "maxContains",
    "minItems",
    "maxItems",
    "uniqueItems",
    "anyOf",
    "oneOf",
    "not",
    "if",
    "then",
    "else",
    "description",
    "default",
    "examples",
    "deprecated",
    "unevaluatedProperties",
    "unevaluatedItems",
];

//! The draft in `$schema` decides the meaning of keywords.

use hpd_json::Node;

/// How the drafts of JSON Schema differ in the keywords that a Shape knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a difference by itself")]
pub(super) struct Dialect {
    /// `prefixItems`, and no other way to write a tuple.
    pub(super) prefix_items: bool,
    /// Keywords beside `$ref` count.
    pub(super) ref_siblings: bool,
    /// `minContains` and `maxContains`.
    pub(super) contains_bounds: bool,
    /// `if`, `then` and `else`.
    pub(super) conditions: bool,
    /// `const`, `contains` and `propertyNames`.
    pub(super) newer_than_4: bool,
}

impl Dialect {
    const DRAFT_2020: Self = Self {
        prefix_items: true,
        ref_siblings: true,
        contains_bounds: true,
        conditions: true,
        newer_than_4: true,
    };
    const DRAFT_2019: Self = Self { prefix_items: false, ..Self::DRAFT_2020 };
    const DRAFT_7: Self = Self { ref_siblings: false, contains_bounds: false, ..Self::DRAFT_2019 };
    const DRAFT_6: Self = Self { conditions: false, ..Self::DRAFT_7 };
    const DRAFT_4: Self = Self { newer_than_4: false, ..Self::DRAFT_6 };

    /// The dialect that a schema names, and whether a Shape knows all of it.
    pub(super) fn of(schema: &Node<'_>) -> (Self, bool) {
        let Some(uri) = schema.get("$schema").and_then(Node::as_str) else {
            return (Self::DRAFT_2020, true);
        };
        let name = uri.trim_end_matches('#').split_once("://").map_or(uri, |(_, name)| name);
        match name {
            "json-schema.org/draft/2020-12/schema" => (Self::DRAFT_2020, true),
            "json-schema.org/draft/2019-09/schema" => (Self::DRAFT_2019, true),
            "json-schema.org/draft-07/schema" => (Self::DRAFT_7, true),
            "json-schema.org/draft-06/schema" => (Self::DRAFT_6, true),
            // In draft 4, `1.0` is not an integer.
            "json-schema.org/draft-04/schema" => (Self::DRAFT_4, false),
            _ => (Self::DRAFT_2020, false),
        }
    }
}

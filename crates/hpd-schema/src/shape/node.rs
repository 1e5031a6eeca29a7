//! The parts of a Shape.

use std::collections::HashMap;

use hpd_json::__private::KeyHash;
use hpd_json::{Decimal, Node};

use super::pattern::Pattern;

/// The index of a node in its [`Shape`](super::Shape).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ShapeId(pub(crate) u32);

/// The rules of one subschema. An empty node accepts everything.
#[derive(Debug, Default)]
pub struct ShapeNode {
    /// The types that are allowed; all if the schema does not say.
    pub(crate) types: TypeSet,
    /// `enum` and `const`.
    pub(crate) one_of_values: Option<Box<[Node<'static>]>>,
    pub(crate) number: Option<Box<NumberRules>>,
    pub(crate) string: Option<Box<StringRules>>,
    /// The rules for arrays.
    #[doc(hidden)]
    pub array: Option<Box<ArrayRules>>,
    /// The rules for objects.
    #[doc(hidden)]
    pub object: Option<Box<ObjectRules>>,
    pub(crate) all_of: Box<[ShapeId]>,
    pub(crate) any_of: Box<[ShapeId]>,
    pub(crate) one_of: Box<[ShapeId]>,
    pub(crate) not: Option<ShapeId>,
    /// `if`, `then` and `else`.
    pub(crate) condition: Option<Box<Condition>>,
    /// `$ref`; checked in addition to the node's own rules.
    pub(crate) reference: Option<ShapeId>,
    /// The schema is `false`.
    pub(crate) never: bool,
    /// `null` is accepted regardless of the other rules.
    pub(crate) nullable: bool,
    /// A decimal number: a text or a number, of which every digit counts.
    #[doc(hidden)]
    pub exact_number: bool,
    /// The text format or number width that the schema names (`format`, or else `contentEncoding`), checked or not.
    /// Promotion depends on it.
    pub(crate) declared_format: Option<Box<str>>,
    /// The checks that the typed reader needs at and below this node, because the Rust type does not enforce them.
    #[doc(hidden)]
    pub guard: Guard,
}

impl ShapeNode {
    /// Whether its own rules are all there are, with those of its reference.
    pub(crate) fn has_one_way(&self) -> bool {
        self.all_of.is_empty()
            && self.any_of.is_empty()
            && self.one_of.is_empty()
            && self.not.is_none()
            && self.condition.is_none()
            && self.object.as_deref().is_none_or(ObjectRules::has_one_way)
    }
}

impl ObjectRules {
    /// Whether `properties` and `additionalProperties` alone describe members.
    fn has_one_way(&self) -> bool {
        self.pattern_properties.is_empty()
            && self.property_names.is_none()
            && self.required_elsewhere.is_empty()
            && self.dependents.is_empty()
            && !self.names_unknown
    }
}

/// The checks that the typed reader needs at and below a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Guard {
    /// Nothing: decoding the type is check enough.
    #[default]
    Nothing,
    /// Rules that can be checked value by value while decoding: numbers, lengths, patterns, formats, counts, values.
    Stream,
    /// Rules that need the whole value: unions with rules below them, unique items, pattern properties.
    Tree,
}

/// A set of JSON types.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TypeSet(pub(crate) u8);

#[doc(hidden)]
impl TypeSet {
    /// No type.
    pub const NONE: Self = Self(0);
    /// `null`
    pub const NULL: Self = Self(1);
    /// `boolean`
    pub const BOOLEAN: Self = Self(2);
    /// Whole numbers, `3.0` among them.
    pub const INTEGER: Self = Self(4);
    /// Numbers with a fraction.
    pub(crate) const FRACTION: Self = Self(8);
    /// All numbers.
    pub const NUMBER: Self = Self(4 | 8);
    /// `string`
    pub const STRING: Self = Self(16);
    /// `array`
    pub const ARRAY: Self = Self(32);
    /// `object`
    pub const OBJECT: Self = Self(64);
    /// Every type.
    pub const ANY: Self = Self(127);

    /// Whether the set has all types of another.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// The types of either set.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The types that are in both.
    #[must_use]
    pub const fn both(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The types without `other`.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The types that a schema calls by this name.
    pub fn of_name(name: &str) -> Option<Self> {
        Some(match name {
            "null" => Self::NULL,
            "boolean" => Self::BOOLEAN,
            "integer" => Self::INTEGER,
            "number" => Self::NUMBER,
            "string" => Self::STRING,
            "array" => Self::ARRAY,
            "object" => Self::OBJECT,
            _ => return None,
        })
    }
}

impl Default for TypeSet {
    fn default() -> Self {
        Self::ANY
    }
}

/// Rules that depend on whether another schema accepts the value.
#[derive(Debug)]
pub(crate) struct Condition {
    pub(crate) if_accepted: ShapeId,
    pub(crate) then: Option<ShapeId>,
    pub(crate) otherwise: Option<ShapeId>,
}

impl Condition {
    /// All its nodes.
    pub(crate) fn ids(&self) -> impl Iterator<Item = ShapeId> {
        [Some(self.if_accepted), self.then, self.otherwise].into_iter().flatten()
    }
}

/// Rules that hold where an object has a property.
#[derive(Debug)]
pub(crate) struct Dependent {
    pub(crate) property: Box<str>,
    /// Properties that must be there too.
    pub(crate) required: Box<[Box<str>]>,
    /// A schema for the whole object.
    pub(crate) schema: Option<ShapeId>,
}

/// Rules for numbers.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each says something of another bound")]
pub struct NumberRules {
    pub(crate) minimum: Option<Decimal>,
    pub(crate) maximum: Option<Decimal>,
    pub(crate) exclusive_minimum: Option<Decimal>,
    pub(crate) exclusive_maximum: Option<Decimal>,
    pub(crate) multiple_of: Option<Decimal>,
    /// The minimum is no more than that of the Rust type.
    pub(crate) low_is_natural: bool,
    /// The maximum is no more than that of the Rust type.
    pub(crate) high_is_natural: bool,
    /// Decoding refuses values above the range of the type, and no stricter rule exists.
    pub(crate) high_by_type: bool,
    /// The bounds are no more than those of the Rust type, so that decoding enforces them.
    pub(crate) by_type: bool,
    /// The bounds once more, in the forms in which numbers are decoded.
    pub(crate) fast: Option<super::streaming_rules::FastBounds>,
}

/// Rules for strings.
#[derive(Debug, Default)]
pub struct StringRules {
    /// In characters.
    pub(crate) min_length: Option<u64>,
    pub(crate) max_length: Option<u64>,
    pub(crate) pattern: Option<Pattern>,
    pub(crate) format: Option<Box<str>>,
}

/// Rules for arrays.
#[derive(Debug, Default)]
pub struct ArrayRules {
    pub(crate) prefix_items: Box<[ShapeId]>,
    /// `items`: the items after the prefix.
    pub(crate) items: Option<ShapeId>,
    pub(crate) contains: Option<ShapeId>,
    pub(crate) min_contains: Option<u64>,
    pub(crate) max_contains: Option<u64>,
    pub(crate) min_items: Option<u64>,
    pub(crate) max_items: Option<u64>,
    pub(crate) unique_items: bool,
}

/// Rules for objects.
#[derive(Debug, Default)]
pub struct ObjectRules {
    /// In the order of declaration.
    #[doc(hidden)]
    pub properties: Vec<Property>,
    /// From a name to its place in `properties`.
    pub(crate) by_name: HashMap<Box<str>, u32, KeyHash>,
    /// Names in `required` that are not in `properties`.
    pub(crate) required_elsewhere: Box<[Box<str>]>,
    /// Keywords that are not checked may name further properties.
    pub(crate) names_unknown: bool,
    pub(crate) pattern_properties: Vec<(Pattern, ShapeId)>,
    pub(crate) additional_properties: Option<ShapeId>,
    pub(crate) property_names: Option<ShapeId>,
    pub(crate) min_properties: Option<u64>,
    pub(crate) max_properties: Option<u64>,
    /// `dependentRequired` and `dependentSchemas`.
    pub(crate) dependents: Vec<Dependent>,
    /// The type may read keys that are not declared: the guarded reading refuses them.
    pub(crate) refuses_undeclared: bool,
}

/// One entry of `properties`.
#[derive(Debug)]
pub struct Property {
    /// Its name.
    #[doc(hidden)]
    pub name: Box<str>,
    /// The rules for its value.
    #[doc(hidden)]
    pub shape: ShapeId,
    /// The object must have it.
    pub(crate) required: bool,
}

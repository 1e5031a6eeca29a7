//! A compiled schema: a compact tree that lists every error of a value. It also tells the reader which rules to check
//! while decoding.

mod accept;
mod budget;
mod check;
mod checked_items;
mod compile;
mod decimals;
mod declared;
mod describe;
mod finite;
mod format;
mod guard;
mod integers;
mod keyed_scan;
mod keys;
#[cfg(not(feature = "patterns"))]
mod no_pattern;
mod node;
mod number_starts;
mod numbers;
#[cfg(feature = "patterns")]
mod pattern;
mod promote;
mod size_bounds;
mod streaming_rules;
mod text_scan;

pub use accept::has_repeated_key;
pub use budget::Budget;
pub use check::report_repeated;
pub use checked_items::CheckedItems;
pub use compile::{CompileOptions, ShapeError, Unsupported, join_addresses, percent_decoded};
pub use decimals::is_decimal;
pub use declared::DeclaredVariants;
pub use keyed_scan::{KeyedScan, Proof, key_before, point_zero};
pub use keys::{KeyRules, UnknownKeys};
pub use node::{
    ArrayRules, Guard, NumberRules, ObjectRules, Property, ShapeId, ShapeNode, StringRules, TypeSet,
};
pub(crate) use node::{Condition, Dependent};
pub use numbers::DeclaredNumber;
pub use promote::PromoteRules;
pub use text_scan::{TextFlags, TextScan};

use hpd_json::__private::Path;
use hpd_json::Node;
use serde_json::Value;

use crate::error::Findings;
#[cfg(not(feature = "patterns"))]
use no_pattern as pattern;

/// Whether patterns are compiled: the feature `patterns` is on.
pub const HAS_PATTERNS: bool = cfg!(feature = "patterns");

/// A JSON Schema, compiled.
///
/// ```
/// use hpd_json::{Limits, Node};
/// # use hpd_schema::__private::error::Findings;
/// # use hpd_schema::__private::shape::{CompileOptions, Shape};
///
/// let properties = serde_json::json!({"a": {"type": "integer"}});
/// let schema =
///     serde_json::json!({"type": "object", "properties": properties, "required": ["a"]});
/// let limits = Limits::default();
/// let shape = Shape::compile(&schema, CompileOptions::outside(&limits))?;
/// let mut findings = Findings::new(&limits);
/// shape.check(&Node::parse("{}", &limits).unwrap(), &mut findings);
/// assert_eq!(findings.errors()[0].error_message, "a is required");
/// # Ok::<(), hpd_schema::__private::shape::ShapeError>(())
/// ```
#[derive(Debug)]
pub struct Shape {
    nodes: Vec<ShapeNode>,
    root: ShapeId,
    unsupported: Vec<Unsupported>,
    /// Numbers beyond the floats of 64 bits are refused, wherever they are.
    refuses_infinite: bool,
}

impl Shape {
    /// Compiles a schema. Properties are checked in serde's map order: alphabetical, unless the program enables
    /// `serde_json/preserve_order`.
    ///
    /// # Errors
    ///
    /// A [`ShapeError`], if the schema itself is wrong.
    pub fn compile(schema: &Value, options: CompileOptions) -> Result<Self, ShapeError> {
        Self::compile_node(&Node::from_value(schema), options)
    }

    /// Compiles a schema. Properties are checked in their order in the schema.
    ///
    /// # Errors
    ///
    /// A [`ShapeError`] if the schema itself is wrong.
    pub fn compile_node(schema: &Node<'_>, options: CompileOptions) -> Result<Self, ShapeError> {
        compile::compile(schema, options)
    }

    /// The root node: the rules for the whole value.
    #[doc(hidden)]
    pub const fn root(&self) -> ShapeId {
        self.root
    }

    /// A node.
    #[doc(hidden)]
    #[inline]
    pub fn node(&self, id: ShapeId) -> &ShapeNode {
        &self.nodes[id.0 as usize]
    }

    /// The node itself, or its reference if it has no rules of its own.
    pub(crate) fn target(&self, id: ShapeId) -> &ShapeNode {
        const FAR: usize = 8;
        let mut node = self.node(id);
        for _ in 0..FAR {
            match node.reference {
                Some(target) if node.types == TypeSet::ANY => node = self.node(target),
                _ => break,
            }
        }
        node
    }

    /// The guard that the typed reader needs for a property of the whole value; `None` for an unknown
    /// property. Meaningful only for schemas of Rust types ([`CompileOptions::native_formats`]): for others
    /// it is [`Guard::Nothing`].
    #[doc(hidden)]
    pub fn guard_of(&self, property: &str) -> Option<Guard> {
        Some(self.node(self.property(property)?).guard)
    }

    /// Keywords of the schema that the Shape does not check.
    pub fn unsupported(&self) -> &[Unsupported] {
        &self.unsupported
    }

    /// Whether the schema accepts a value, and no object in it has a key twice. A schema that does not describe Rust
    /// types refuses numbers beyond the floats of 64 bits too, which most programs read as infinity.
    pub fn accepts(&self, value: &Node<'_>) -> bool {
        self.accepts_at(self.root, value)
    }

    /// The same for the node `id`.
    #[doc(hidden)]
    pub fn accepts_at(&self, id: ShapeId, value: &Node<'_>) -> bool {
        self.accepts_within(id, value, &Budget::new())
    }

    /// The same, within a shared budget.
    #[doc(hidden)]
    pub fn accepts_within(&self, id: ShapeId, value: &Node<'_>, budget: &Budget) -> bool {
        !self.is_flawed(value) && accept::Judge::new(self, budget, 0).accepts(id, value)
    }

    /// Whether each value has one description: no alternative, condition or pattern of keys decides which rules hold.
    #[doc(hidden)]
    pub fn has_one_way(&self) -> bool {
        self.nodes.iter().all(ShapeNode::has_one_way)
    }

    /// Whether the schema accepts a value, and lists every key in it. Meaningful for schemas that
    /// [have one way](Self::has_one_way): then neither a promotion nor a check has anything to add.
    #[doc(hidden)]
    pub fn accepts_and_lists(&self, value: &Node<'_>) -> bool {
        let budget = Budget::new();
        self.accepts_within(self.root, value, &budget) && !budget.met_unknown_key()
    }

    /// Whether a value has a key twice, or a number that no schema makes right.
    fn is_flawed(&self, value: &Node<'_>) -> bool {
        if self.refuses_infinite { finite::is_flawed(value) } else { has_repeated_key(value) }
    }

    /// Whether the schema accepts `value` for the property `name` of the whole value. Nothing is promoted. A
    /// property that the schema does not name accepts no value.
    #[doc(hidden)]
    pub fn accepts_argument(&self, name: &str, value: &Node<'_>) -> bool {
        self.property(name).is_some_and(|id| self.accepts_at(id, value))
    }

    /// Adds all errors of a value. It adds none if, and only if, the value is [accepted](Self::accepts).
    ///
    /// One mistake is one error. A value of another type is not checked further. Of several alternatives, the closest one
    /// gives the errors. If none is closest, one error names all alternatives. Errors follow the order in which the
    /// properties are checked.
    pub fn check(&self, value: &Node<'_>, findings: &mut Findings) {
        self.check_awaiting(value, &|_| false, findings);
    }

    /// The same for a partly known value, within the rest of the budget.
    #[doc(hidden)]
    pub fn check_rest(
        &self,
        value: &Node<'_>,
        checked_items: &CheckedItems,
        budget: &Budget,
        findings: &mut Findings,
    ) {
        let place = check::Place::root(self).with(checked_items);
        check::check(self, place, value, &|_| false, budget, findings);
    }

    /// [Checks](Self::check) a value that may lack some required properties. A property for which `awaited`
    /// is true may be absent, since another source provides it. Checks by the tool's author don't run here:
    /// they run when the arguments are read.
    #[doc(hidden)]
    pub fn check_awaiting(&self, value: &Node<'_>, awaited: &dyn Fn(&str) -> bool, findings: &mut Findings) {
        check::check(self, check::Place::root(self), value, awaited, &Budget::new(), findings);
    }

    /// Whether a property of the whole value must be there.
    #[doc(hidden)]
    pub fn requires(&self, name: &str) -> bool {
        self.node(self.root).object.as_deref().is_some_and(|rules| {
            rules.position(name).is_some_and(|position| rules.properties[position].required)
                || rules.required_elsewhere.iter().any(|required| **required == *name)
        })
    }

    /// The same for the value of one property of the whole value, if the schema names the property.
    #[doc(hidden)]
    pub fn check_argument(&self, name: &str, value: &Node<'_>, findings: &mut Findings) {
        if let Some(id) = self.property(name) {
            let path = Path::ROOT.key(name);
            check::check(self, check::Place::new(id, &path), value, &|_| false, &Budget::new(), findings);
        }
    }
}

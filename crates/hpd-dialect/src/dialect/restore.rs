//! From an answer in a dialect to one for the original schema.

use std::sync::Arc;

use hpd_json::{Limits, Node};
use hpd_schema::__private::shape::Shape;

use super::report::SchemaChange;

/// The nesting limit for plans: the depth limit of arguments, twice, since a plan may sit between two levels.
const DEEPEST: usize = 2 * Limits::DEEPEST;

/// A schema in a dialect, its report, and the way back.
#[derive(Debug, Clone)]
pub struct Converted {
    /// The schema as the provider takes it.
    pub schema: Node<'static>,
    /// Differences from the original.
    pub report: Vec<SchemaChange>,
    pub(super) plans: Arc<[Plan]>,
    pub(super) root: PlanId,
}

impl Converted {
    /// Converts an answer for this schema into one for the original. Nulls that mean "absent" are dropped. JSON
    /// texts that replace values are parsed. Renamed properties get their original names. Values that break the schema
    /// stay unchanged.
    ///
    /// ```
    /// use hpd_json::{Limits, Node};
    /// # use hpd_dialect::__private::Dialect;
    ///
    /// let limits = Limits::default();
    /// let schema = r#"{"type":"object","properties":
    ///     {"filter":{"type":"object"},"page":{"type":"integer"}}}"#;
    /// let strict = Dialect::OpenAiStrict.convert(&Node::parse(schema, &limits).unwrap())?;
    /// let mut answer =
    ///     Node::parse(r#"{"filter":"{\"status\":\"open\"}","page":null}"#, &limits).unwrap();
    /// strict.restore(&mut answer);
    /// assert_eq!(answer.to_json(), r#"{"filter":{"status":"open"}}"#);
    /// # Ok::<(), hpd_dialect::__private::DialectError>(())
    /// ```
    pub fn restore(&self, arguments: &mut Node<'_>) {
        self.apply(self.root, arguments, 0);
    }

    /// Whether [`restore`](Self::restore) leaves every answer as it is.
    pub const fn is_restored_as_is(&self) -> bool {
        self.root.0 == PlanId::KEEP.0
    }

    /// Whether the tool takes no arguments. Gemini refuses an object without properties: leave `parameters` out then.
    pub fn takes_nothing(&self) -> bool {
        matches!(self.schema.get("properties"), Some(Node::Object(properties)) if properties.is_empty())
    }

    fn apply(&self, id: PlanId, value: &mut Node<'_>, depth: usize) {
        let Some(plan) = self.plans.get(id.0).filter(|_| depth < DEEPEST) else { return };
        let depth = depth + 1;
        match plan {
            Plan::Keep => {}
            Plan::Text(kind, inner) => {
                if let Some(read) = read_text(value, *kind) {
                    *value = read;
                }
                self.apply(*inner, value, depth);
            }
            Plan::Values(values) => {
                let listed = values.iter().find(|(text, _)| value.as_str() == Some(text));
                if let Some((_, listed)) = listed {
                    *value = listed.clone();
                }
            }
            Plan::Object { properties, rest } => self.apply_object(properties, *rest, value, depth),
            Plan::Array { first, rest } => {
                if let Node::Array(items) = value {
                    for (index, item) in items.iter_mut().enumerate() {
                        self.apply(first.get(index).copied().unwrap_or(*rest), item, depth);
                    }
                }
            }
            Plan::AnyOf(branches) => {
                let branch = branches.iter().find(|branch| branch.is_meant(value));
                if let Some(branch) = branch {
                    self.apply(branch.plan, value, depth);
                }
            }
            Plan::Wrapped(name) => {
                if let Node::Object(members) = value
                    && let [(key, inner)] = members.as_slice()
                    && key == name
                    && let Some(read) = read_text(inner, TextKind::Object)
                {
                    *value = read;
                }
            }
            Plan::Several(plans) => plans.iter().for_each(|plan| self.apply(*plan, value, depth)),
        }
    }

    fn apply_object(&self, properties: &[PropertyPlan], rest: PlanId, value: &mut Node<'_>, depth: usize) {
        let Node::Object(members) = value else { return };
        // An answer may have the original name too, which would be there twice.
        let is_taken = |name: &String| members.iter().any(|(key, _)| key == name);
        let taken: Vec<_> = properties
            .iter()
            .filter_map(|property| property.original.as_ref())
            .filter(|name| is_taken(name))
            .collect();
        members.retain_mut(|(key, value)| {
            let Some(property) = properties.iter().find(|property| property.written == *key) else {
                self.apply(rest, value, depth);
                return true;
            };
            if property.null_is_absent && matches!(value, Node::Null) {
                return false;
            }
            self.apply(property.plan, value, depth);
            if let Some(original) = property.original.as_ref().filter(|name| !taken.contains(name)) {
                *key = original.clone().into();
            }
            true
        });
    }
}

/// The place of a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PlanId(pub(super) usize);

impl PlanId {
    /// The plan that changes nothing, which is always the first.
    pub(super) const KEEP: Self = Self(0);
}

/// How a value is restored.
#[derive(Debug)]
pub(super) enum Plan {
    /// As it is.
    Keep,
    /// It is a text that holds JSON, of which the value is restored in turn.
    Text(TextKind, PlanId),
    /// Texts that represent values.
    Values(Vec<(String, Node<'static>)>),
    Object {
        properties: Vec<PropertyPlan>,
        rest: PlanId,
    },
    Array {
        first: Vec<PlanId>,
        rest: PlanId,
    },
    /// By the first alternative that accepts the value.
    AnyOf(Vec<BranchPlan>),
    /// The whole is a text in this property.
    Wrapped(&'static str),
    /// One after the other.
    Several(Vec<PlanId>),
}

/// The JSON type that a text must hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TextKind {
    Object,
    Array,
    Anything,
}

/// How a property is restored.
#[derive(Debug)]
pub(super) struct PropertyPlan {
    /// The name in the converted schema.
    pub(super) written: String,
    /// The name in the original, where that is another.
    pub(super) original: Option<String>,
    /// It is optional in the original, and null there is not allowed.
    pub(super) null_is_absent: bool,
    pub(super) plan: PlanId,
}

/// How an alternative is restored.
#[derive(Debug)]
pub(super) struct BranchPlan {
    pub(super) shape: Shape,
    /// A text that holds an object or an array is recognised by its content.
    pub(super) text: Option<TextKind>,
    pub(super) plan: PlanId,
}

impl BranchPlan {
    fn is_meant(&self, value: &Node<'_>) -> bool {
        match self.text {
            Some(kind) => read_text(value, kind).is_some(),
            None => self.shape.accepts(value),
        }
    }
}

/// The JSON value in a text, if it has that type.
fn read_text(value: &Node<'_>, kind: TextKind) -> Option<Node<'static>> {
    let read = Node::parse(value.as_str()?, &Limits::default()).ok()?.into_owned();
    let fits = match kind {
        TextKind::Object => matches!(read, Node::Object(_)),
        TextKind::Array => matches!(read, Node::Array(_)),
        TextKind::Anything => true,
    };
    fits.then_some(read)
}

//! Listing everything that is wrong with a value.

mod arrays;
mod counts;
mod objects;
mod scalars;
mod unions;

use hpd_json::__private::Path;
use hpd_json::Node;

use super::accept::{Judge, is_of_type, repeated_keys, type_of};
use super::checked_items::CheckedItems;
use super::describe::{NON_EMPTY_ARRAY, type_names};
use super::finite::report_infinite;
use super::{Budget, Shape, ShapeId, ShapeNode, TypeSet};
use crate::error::{Finding, Findings, text};

/// Lists all errors of `value`; none if, and only if, it is accepted. A value that exceeds the budget is refused.
/// `awaited` properties of the value itself may be absent.
pub(super) fn check(
    shape: &Shape,
    place: Place<'_>,
    value: &Node<'_>,
    awaited: &dyn Fn(&str) -> bool,
    budget: &Budget,
    findings: &mut Findings,
) {
    let path = place.path;
    let before = findings.count();
    let is_flawed = shape.is_flawed(value);
    let mut checker =
        Checker { judge: Judge::new(shape, budget, 0), awaited, has_unique_keys: !is_flawed, findings };
    if is_flawed {
        report_repeated(value, path, checker.findings);
    }
    checker.check(place, value);
    if checker.judge.gave_up() && findings.count() == before {
        findings.report(path, None, text::too_much_to_check);
    }
    if is_flawed && shape.refuses_infinite {
        report_infinite(value, path, findings);
    }
}

struct Checker<'s, 'f> {
    judge: Judge<'s>,
    /// Properties of the whole value that another source provides.
    awaited: &'f dyn Fn(&str) -> bool,
    /// No object in the value has a key twice.
    has_unique_keys: bool,
    findings: &'f mut Findings,
}

/// A value with its pointer, constraints and cached results.
#[derive(Clone, Copy)]
pub(super) struct Place<'p> {
    id: ShapeId,
    path: &'p Path<'p>,
    checked_items: &'p CheckedItems,
}

impl<'p> Place<'p> {
    pub(super) const fn new(id: ShapeId, path: &'p Path<'p>) -> Self {
        Self { id, path, checked_items: &CheckedItems::Nothing }
    }

    /// The whole value.
    pub(super) const fn root(shape: &Shape) -> Self {
        Self::new(shape.root(), &Path::ROOT)
    }

    /// The same place, with known facts about its value.
    pub(super) const fn with(self, checked_items: &'p CheckedItems) -> Self {
        Self { checked_items, ..self }
    }
}

impl<'s> Checker<'s, '_> {
    fn shape(&self) -> &'s Shape {
        self.judge.shape
    }

    fn report(&mut self, path: &Path<'_>, value: &Node<'_>, found: impl FnOnce(&str) -> Finding) {
        self.findings.report_named(path, Some(value), found);
    }

    /// Whether a value is no array and no object, and accepted: most are, and the short answer is faster.
    fn is_right_scalar(&self, id: ShapeId, value: &Node<'_>) -> bool {
        !matches!(value, Node::Array(_) | Node::Object(_)) && self.judge.accepts(id, value)
    }

    fn check(&mut self, place: Place<'_>, value: &Node<'_>) {
        if !self.judge.enter() {
            return;
        }
        self.check_node(place, self.shape().node(place.id), value);
        self.judge.leave();
    }

    fn check_node(&mut self, place: Place<'_>, node: &'s ShapeNode, value: &Node<'_>) {
        if node.nullable && matches!(value, Node::Null) {
            return;
        }
        if node.never {
            return self.report(place.path, value, text::not_allowed);
        }
        if !is_of_type(value, node.types) {
            return self.report_type(place, node.types, value);
        }
        if !node.lists(value) {
            return self.report_unlisted(place, node, value);
        }
        match value {
            Node::Number(number) => self.check_number(place, node, number, value),
            Node::String(string) => self.check_text(place, node, string, value),
            Node::Array(items) => self.check_items(place, node, items, value),
            Node::Object(members) => self.check_members(place, node, members, value),
            Node::Null | Node::Bool(_) => {}
        }
        self.check_parts(place, node, value);
    }

    /// Checks the other rules for the same value.
    fn check_parts(&mut self, place: Place<'_>, node: &'s ShapeNode, value: &Node<'_>) {
        for id in node.all_of.iter().chain(&node.reference) {
            self.check(Place { id: *id, ..place }, value);
        }
        if !node.any_of.is_empty() && !node.any_of.iter().any(|id| self.judge.accepts(*id, value)) {
            self.check_alternatives(place, &node.any_of, value);
        }
        if !node.one_of.is_empty() {
            match self.judge.count_accepting(&node.one_of, value) {
                0 => self.check_alternatives(place, &node.one_of, value),
                1 => {}
                _ => self.report(place.path, value, text::ambiguous),
            }
        }
        if node.not.is_some_and(|id| self.judge.accepts(id, value)) {
            self.report(place.path, value, text::forbidden_value);
        }
        if let Some(condition) = node.condition.as_deref()
            && let Some(id) = self.judge.rule_of(condition, value)
        {
            // What is known is that of the node's own rules.
            self.check(Place::new(id, place.path), value);
        }
    }

    /// A value of another type.
    fn report_type(&mut self, place: Place<'_>, types: TypeSet, value: &Node<'_>) {
        let shape = self.shape();
        self.report(place.path, value, |property| {
            let expected = shape.expectation(place.id);
            let is_decimal = shape.node(place.id).exact_number;
            let says_more = is_decimal || expected == NON_EMPTY_ARRAY;
            let names = if says_more { expected.clone() } else { type_names(types) };
            let expected = Some(expected).filter(|words| *words != names);
            text::with_expected(text::wrong_type(property, &names, sent_type(value)), expected)
        });
    }
}

/// Reports keys that come twice, anywhere, with all their values.
pub fn report_repeated(value: &Node<'_>, path: &Path<'_>, findings: &mut Findings) {
    match value {
        Node::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                report_repeated(item, &path.index(index), findings);
            }
        }
        Node::Object(members) => {
            for key in repeated_keys(members) {
                let path = path.key(key);
                // Errors beyond the limit are only counted, so they need no text.
                let all = (!findings.is_full()).then(|| {
                    let same = members.iter().filter(|(other, _)| other == key);
                    Node::Array(same.map(|(_, value)| value.clone()).collect())
                });
                findings.report(&path, all.as_ref(), || text::duplicate_key(&path.property()));
            }
            for (key, value) in members {
                report_repeated(value, &path.key(key), findings);
            }
        }
        _ => {}
    }
}

/// The type of the sent value, in words.
fn sent_type(value: &Node<'_>) -> &'static str {
    match value {
        Node::Null => "null",
        Node::Bool(_) => "a boolean",
        Node::Number(_) if type_of(value) == TypeSet::FRACTION => "a number with a fraction",
        Node::Number(_) => "a number",
        Node::String(_) => "a string",
        Node::Array(_) => "an array",
        Node::Object(_) => "an object",
    }
}

/// Whether an expectation is no more than a type, which the function's schema says well enough.
fn is_plain(expectation: &str) -> bool {
    matches!(
        expectation,
        "a string"
            | "a number"
            | "an integer"
            | "a boolean"
            | "an array"
            | "an object"
            | "null"
            | "any value"
            | "any value but null"
    )
}

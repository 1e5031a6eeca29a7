//! The walk over a value, and which conversion is tried where.

use std::borrow::Cow;

use hpd_json::__private::Path;
use hpd_json::{Leniency, Limits, Node, WarningCode};

use super::PromoteRules;
use super::log::Log;
use super::place::{Ids, Place};
use crate::shape::accept::{BYTES_A_STEP, Judge, is_of_type};
use crate::shape::budget::FOR_THE_CHECK;
use crate::shape::checked_items::CheckedItems;
use crate::shape::{Budget, Shape, ShapeId, TypeSet};

/// The position of a value, and its leniency.
#[derive(Clone, Copy)]
pub(super) struct At<'p> {
    pub(super) path: &'p Path<'p>,
    pub(super) leniency: Leniency,
    /// Arrays and objects around the value.
    pub(super) depth: usize,
    pub(super) is_root: bool,
    /// It was put into an array already, and once is enough.
    pub(super) is_wrapped: bool,
    /// It is part of a value that was converted. A second guess about it would be one too many.
    pub(super) is_converted: bool,
}

impl<'p> At<'p> {
    /// A value below this one.
    pub(super) const fn below(self, path: &'p Path<'p>) -> Self {
        Self { path, depth: self.depth + 1, is_root: false, ..self }
    }

    /// A part of a value that is converted. A lenient guess is about a value as it was sent.
    pub(super) fn converted(self) -> Self {
        let leniency = if self.is_lenient() { Leniency::Safe } else { self.leniency };
        Self { leniency, is_converted: true, ..self }
    }

    pub(super) fn is_lenient(self) -> bool {
        self.leniency == Leniency::Lenient
    }
}

/// The types that a value is tried to be read as, each by itself.
const TARGETS: [TypeSet; 5] =
    [TypeSet::BOOLEAN, TypeSet::INTEGER, TypeSet::STRING, TypeSet::ARRAY, TypeSet::OBJECT];

/// Steps for reading a value as another type, on top of those for its contents.
const CONVERSION: usize = 6;

/// The state of one promotion.
pub(super) struct Promoter<'s, 'r> {
    pub(super) judge: Judge<'s>,
    pub(super) rules: &'r PromoteRules<'r>,
    pub(super) log: Log,
    /// Values that may still be read from strings that contain arrays and objects.
    pub(super) nodes_left: usize,
}

impl<'s, 'r> Promoter<'s, 'r> {
    pub(super) fn new(shape: &'s Shape, rules: &'r PromoteRules<'r>, budget: &'s Budget) -> Self {
        let limits = rules.limits;
        let judge = Judge::new(shape, budget, FOR_THE_CHECK);
        Self { judge, rules, log: Log::new(limits.echo), nodes_left: limits.nodes }
    }

    pub(super) fn finish(self, warnings: &mut Vec<hpd_json::Warning>) {
        self.log.finish(warnings);
    }

    pub(super) const fn shape(&self) -> &'s Shape {
        self.judge.shape
    }

    pub(super) fn promote_root(&mut self, tree: &mut Node<'_>) -> CheckedItems {
        let at = At {
            path: &Path::ROOT,
            leniency: self.rules.leniency,
            depth: 0,
            is_root: true,
            is_wrapped: false,
            is_converted: false,
        };
        self.promote_refused(&Ids::One(self.shape().root()), at, tree)
    }

    pub(super) fn promote_argument(&mut self, name: &str, id: ShapeId, value: &mut Node<'_>) {
        let (path, leniency) = (Path::ROOT.key(name), self.rules.leniency);
        let at =
            At { path: &path, leniency, depth: 1, is_root: false, is_wrapped: false, is_converted: false };
        self.promote(&Ids::One(id), at, value);
    }

    /// Whether a value is right. No, if finding out takes too long: ask the judge.
    pub(super) fn accepts(&self, ids: &[ShapeId], value: &Node<'_>) -> bool {
        ids.iter().all(|id| self.judge.accepts(*id, value))
    }

    /// Whether a value is no array and no object, and right: nearly all are.
    pub(super) fn is_right_scalar(&self, ids: &[ShapeId], value: &Node<'_>) -> bool {
        !matches!(value, Node::Array(_) | Node::Object(_)) && self.accepts(ids, value)
    }

    /// Promotes a value that has to be accepted by all of `ids`.
    pub(super) fn promote(&mut self, ids: &Ids, at: At<'_>, value: &mut Node<'_>) {
        if !self.is_right_scalar(ids.as_slice(), value) {
            self.promote_refused(ids, at, value);
        }
    }

    /// Promotes a value that is not a [right scalar](Self::is_right_scalar). Returns the known facts about it.
    pub(super) fn promote_refused(&mut self, ids: &Ids, at: At<'_>, value: &mut Node<'_>) -> CheckedItems {
        // A strict reading goes no further than the parameters that are read leniently.
        if ids.is_empty() || (at.leniency == Leniency::Strict && !at.is_root) || !self.judge.enter() {
            return CheckedItems::Nothing;
        }
        let walked = self.walk(ids, at, value);
        if walked.is_none() && !self.judge.gave_up() {
            let place = Place::new(self.shape(), ids);
            // Without alternatives nothing below is touched unless a rule refuses it, and then so does the whole.
            if place.unions.is_empty() || !self.accepts(place.ids.as_slice(), value) {
                self.promote_at(&place, at, value);
            }
        }
        self.judge.leave();
        walked.unwrap_or(CheckedItems::Nothing)
    }

    /// Promotes a value that is not accepted, or of which that is not known and there are no alternatives.
    pub(super) fn promote_at(&mut self, place: &Place<'s>, at: At<'_>, value: &mut Node<'_>) {
        if self.judge.gave_up() || place.types == TypeSet::NONE {
            return;
        }
        self.promote_plainly(place, at, value);
        if !place.unions.is_empty() && !self.accepts(place.ids.as_slice(), value) && !self.judge.gave_up() {
            self.choose(place, at, value);
        }
    }

    /// By the rules that hold for every alternative.
    fn promote_plainly(&mut self, place: &Place<'s>, at: At<'_>, value: &mut Node<'_>) {
        match value {
            Node::Array(items) if place.types.contains(TypeSet::ARRAY) => {
                self.promote_items(place, at, items);
            }
            Node::Object(members) if place.types.contains(TypeSet::OBJECT) => {
                self.promote_members(place, at, members);
            }
            _ if at.leniency == Leniency::Strict || at.is_root => {}
            Node::String(_) if place.types.contains(TypeSet::STRING) => self.promote_text(place, at, value),
            Node::Number(_) if place.is_listed() && !place.fits(value) => {
                if let Some(word) = self.list_number(place, at, value) {
                    *value = word;
                }
            }
            value if is_of_type(value, place.types) => {}
            value => self.convert(place, at, value),
        }
    }

    /// Reads a value as one of another type, if there is exactly one type that it can be read as.
    fn convert<'a>(&mut self, place: &Place<'s>, at: At<'_>, value: &mut Node<'a>) {
        if !self.judge.spend(CONVERSION) {
            return;
        }
        let targets = TARGETS.into_iter().filter(|target| place.types.contains(*target));
        // From scalar to scalar nothing has to be undone, if there is one type alone to read it as.
        if let Some(only) = only_scalar(targets.clone())
            && !matches!(value, Node::Array(_) | Node::Object(_))
            && !is_null_word(value)
        {
            if let Some(converted) = self.convert_to(only, place, at, value) {
                *value = converted;
            }
            return;
        }
        let mut found: Option<(Node<'a>, Log)> = None;
        for target in targets.chain(self.takes_null(place, value).then_some(TypeSet::NULL)) {
            let branch = self.log.branch();
            let outer = std::mem::replace(&mut self.log, branch);
            let converted = self.convert_to(target, place, at, value);
            let log = std::mem::replace(&mut self.log, outer);
            let Some(converted) = converted else { continue };
            if found.is_some() {
                return;
            }
            found = Some((converted, log));
        }
        if let Some((converted, log)) = found {
            self.log.merge(log);
            *value = converted;
        }
    }

    fn convert_to<'a>(
        &mut self,
        target: TypeSet,
        place: &Place<'s>,
        at: At<'_>,
        value: &Node<'a>,
    ) -> Option<Node<'a>> {
        if let Node::Array(items) = value {
            return self.unwrap_item(target, place, at, items, value);
        }
        match target {
            TypeSet::BOOLEAN => self.read_boolean(place, at, value),
            TypeSet::INTEGER => self.read_number(place, at, value),
            TypeSet::STRING => self.read_text(place, at, value),
            TypeSet::ARRAY => self.read_array(place, at, value),
            TypeSet::OBJECT => self.read_object(place, at, value),
            _ => Some(self.read_null(at, value)),
        }
    }

    /// Whether a value is the word for null, and null is taken where no other text is meant.
    pub(super) fn takes_null(&self, place: &Place<'s>, value: &Node<'_>) -> bool {
        is_null_word(value)
            && self.accepts(place.ids.as_slice(), &Node::Null)
            && !place.takes_free_text(&self.judge)
    }

    pub(super) fn read_null<'a>(&mut self, at: At<'_>, value: &Node<'_>) -> Node<'a> {
        let message = "string literal converted to null";
        self.log.note(WarningCode::StringToNull, at.path, message, value, Some(&Node::Null));
        Node::Null
    }

    /// The array or object that a string contains, once it is `promoted`. The promotion may fail.
    pub(super) fn parse_text<'a>(
        &mut self,
        at: At<'_>,
        text: &Cow<'a, str>,
        promoted: impl FnOnce(&mut Self, &mut Node<'_>) -> bool,
    ) -> Option<Node<'a>> {
        if !self.judge.spend(text.len() / BYTES_A_STEP) {
            return None;
        }
        match text {
            Cow::Borrowed(text) => {
                let mut node = self.parse_strictly(at, text)?;
                promoted(self, &mut node).then_some(node)
            }
            Cow::Owned(text) => {
                let mut node = self.parse_strictly(at, text)?;
                promoted(self, &mut node).then(|| node.into_owned())
            }
        }
    }

    /// Strictly JSON, and within the limits on the whole.
    fn parse_strictly<'t>(&mut self, at: At<'_>, text: &'t str) -> Option<Node<'t>> {
        let limits = self.rules.limits;
        let limits = Limits {
            depth: limits.effective_depth().checked_sub(at.depth)?,
            nodes: self.nodes_left,
            ..*limits
        };
        let node = Node::parse(text, &limits).ok()?;
        self.nodes_left = self.nodes_left.saturating_sub(size(&node));
        matches!(node, Node::Array(_) | Node::Object(_)).then_some(node)
    }
}

/// The target, if it is the only one and has no parts.
fn only_scalar(mut targets: impl Iterator<Item = TypeSet>) -> Option<TypeSet> {
    let only = targets.next().filter(|target| !matches!(*target, TypeSet::ARRAY | TypeSet::OBJECT))?;
    targets.next().is_none().then_some(only)
}

/// Whether a value is the text `null`.
pub(super) fn is_null_word(value: &Node<'_>) -> bool {
    value.as_str().is_some_and(|text| text.trim() == "null")
}

/// The number of values in a value, itself among them.
pub(super) fn size(value: &Node<'_>) -> usize {
    match value {
        Node::Array(items) => 1 + items.iter().map(size).sum::<usize>(),
        Node::Object(members) => 1 + members.iter().map(|(_, member)| size(member)).sum::<usize>(),
        _ => 1,
    }
}

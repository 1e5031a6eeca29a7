//! Values that fit no alternative: the errors are those of the intended alternative.

use hpd_json::Node;

use super::scalars::nearest_value;
use super::{Checker, Place, type_of};
use crate::error::text;
use crate::shape::describe::type_names;
use crate::shape::{ShapeId, ShapeNode, TypeSet};

/// How far references are followed to look at an alternative.
const FAR: usize = 16;

impl<'s> Checker<'s, '_> {
    /// Reports why `value` fits none of the alternatives.
    pub(super) fn check_alternatives(
        &mut self,
        place: Place<'_>,
        alternatives: &'s [ShapeId],
        value: &Node<'_>,
    ) {
        let sent = type_of(value);
        let types = alternatives.iter().fold(TypeSet::NONE, |types, id| types.with(self.types_at(*id, FAR)));
        let of_type: Vec<ShapeId> =
            alternatives.iter().copied().filter(|id| self.types_at(*id, FAR).contains(sent)).collect();
        if of_type.is_empty() && types != TypeSet::NONE {
            return self.report_no_type(place, alternatives, types, value);
        }
        let meant = match value {
            Node::Object(_) => match self.meant_by_tag(&of_type, value) {
                Meant::Alternative(id) => Some(id),
                Meant::Tag(tag) => return self.report_tag(place, &of_type, tag, value),
                Meant::Unknown => None,
            },
            _ if self.list_all(&of_type).is_some() => {
                return self.report_unlisted_anywhere(place, &of_type, value);
            }
            _ => None,
        };
        let only = match *of_type {
            [id] => Some(id),
            _ => None,
        };
        let before = self.findings.count();
        if let Some(id) = meant.or(only) {
            self.check(Place { id, ..place }, value);
        }
        if self.findings.count() == before {
            let shape = self.shape();
            self.report(place.path, value, |property| {
                text::no_alternative(property, &shape.alternatives(alternatives))
            });
        }
    }

    /// The node of an alternative that is no more than a reference.
    fn resolve(&self, id: ShapeId) -> &'s ShapeNode {
        let mut node = self.shape().node(id);
        for _ in 0..FAR {
            match node.reference {
                Some(target) if node.object.is_none() && node.one_of_values.is_none() => {
                    node = self.shape().node(target);
                }
                _ => break,
            }
        }
        node
    }

    /// The types that an alternative takes.
    fn types_at(&self, id: ShapeId, far: usize) -> TypeSet {
        let node = self.shape().node(id);
        let mut types = if node.never { TypeSet::NONE } else { node.types };
        if let Some(values) = node.one_of_values.as_deref() {
            let listed = values.iter().map(type_of).fold(TypeSet::NONE, TypeSet::with);
            types = types.both(listed);
        }
        if let (Some(target), true) = (node.reference, far > 0) {
            types = types.both(self.types_at(target, far - 1));
        }
        if node.nullable { types.with(TypeSet::NULL) } else { types }
    }

    fn report_no_type(
        &mut self,
        place: Place<'_>,
        alternatives: &[ShapeId],
        types: TypeSet,
        value: &Node<'_>,
    ) {
        let shape = self.shape();
        self.report(place.path, value, |property| {
            let names = type_names(types);
            let expected = Some(shape.alternatives(alternatives)).filter(|words| *words != names);
            text::with_expected(text::wrong_type(property, &names, super::sent_type(value)), expected)
        });
    }

    /// The alternative that the tags of an object name.
    fn meant_by_tag(&self, alternatives: &[ShapeId], value: &Node<'_>) -> Meant<'s> {
        let mut named = Vec::new();
        let mut common: Option<&'s str> = None;
        let mut all_tagged = true;
        for id in alternatives {
            let mut tags = self.tags(self.resolve(*id)).peekable();
            match (tags.peek(), common) {
                (Some((name, _)), None) => common = Some(name),
                (Some((name, _)), Some(other)) if *name == other => {}
                _ => all_tagged = false,
            }
            let mut fits = tags.filter_map(|(name, constant)| Some(value.get(name)? == constant)).peekable();
            if fits.peek().is_some() && fits.all(|fit| fit) {
                named.push(*id);
            }
        }
        match (named.as_slice(), common) {
            ([id], _) => Meant::Alternative(*id),
            ([], Some(tag)) if all_tagged => Meant::Tag(tag),
            _ => self.meant_by_key(alternatives, value),
        }
    }

    /// The alternative whose only key the object has.
    fn meant_by_key(&self, alternatives: &[ShapeId], value: &Node<'_>) -> Meant<'s> {
        let mut named = alternatives.iter().filter(|id| {
            let object = self.resolve(**id).object.as_deref();
            let only = object.and_then(|rules| match &*rules.properties {
                [property] if property.required => Some(&*property.name),
                _ => None,
            });
            only.is_some_and(|name| value.get(name).is_some())
        });
        match (named.next(), named.next()) {
            (Some(id), None) => Meant::Alternative(*id),
            _ => Meant::Unknown,
        }
    }

    /// The properties of an alternative that can have one text only.
    fn tags(&self, node: &'s ShapeNode) -> impl Iterator<Item = (&'s str, &'s Node<'static>)> + use<'s> {
        let shape = self.shape();
        let properties = node.object.as_deref().map(|rules| rules.properties.as_slice()).unwrap_or_default();
        properties.iter().filter_map(move |property| {
            match shape.node(property.shape).one_of_values.as_deref() {
                Some([constant @ Node::String(_)]) => Some((&*property.name, constant)),
                _ => None,
            }
        })
    }

    /// A tag that no alternative has, or that is absent.
    fn report_tag(&mut self, place: Place<'_>, alternatives: &[ShapeId], tag: &str, value: &Node<'_>) {
        // Of errors that are only counted, nothing is shown.
        let shown = if self.findings.is_full() { &[] } else { alternatives };
        let tags = shown.iter().flat_map(|id| self.tags(self.resolve(*id)));
        let values: Vec<Node<'_>> =
            tags.filter(|(name, _)| *name == tag).map(|(_, value)| value.clone()).collect();
        let list = text::list(values.iter().map(Node::to_json));
        let path = place.path.key(tag);
        match value.get(tag) {
            Some(sent) => self.report(&path, sent, |property| {
                let mut finding = text::not_listed(property, &list);
                finding.suggestion = nearest_value(sent, &values);
                finding
            }),
            None => self
                .findings
                .report(&path, None, || text::with_expected(text::required(&path.property()), Some(list))),
        }
    }

    /// All values that alternatives list, if each of them does.
    fn list_all(&self, alternatives: &[ShapeId]) -> Option<Vec<&'s Node<'static>>> {
        let mut all = Vec::new();
        for id in alternatives {
            all.extend(self.resolve(*id).one_of_values.as_deref()?);
        }
        Some(all).filter(|all| !all.is_empty())
    }

    fn report_unlisted_anywhere(&mut self, place: Place<'_>, alternatives: &[ShapeId], value: &Node<'_>) {
        let listed = if self.findings.is_full() { None } else { self.list_all(alternatives) };
        let values: Vec<Node<'_>> = listed.unwrap_or_default().into_iter().cloned().collect();
        self.report(place.path, value, |property| {
            let mut finding = text::not_listed(property, &text::list(values.iter().map(Node::to_json)));
            finding.suggestion = nearest_value(value, &values);
            finding
        });
    }
}

/// The clues in an object about its intended alternative.
enum Meant<'s> {
    /// It is this one.
    Alternative(ShapeId),
    /// All have this tag, and the object has another value of it, or none.
    Tag(&'s str),
    /// Nothing.
    Unknown,
}

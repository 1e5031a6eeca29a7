//! Whether a type reads only keys and variants that its schema declares. Aliases of serde pass a type's own reading; every
//! check of the host knows the declared names alone.
//!
//! The type is asked once, when the plan of its function is made. A [`Probe`] walks to one place of the type at a time
//! and notes its request there. A derived struct requests its fields by name, and a derived enum its variants. Where
//! these are declared, decoding needs no comparison. Other types are compared at run time.

mod access;
mod probe;
mod sample;

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use hpd_schema::__private::shape::{Shape, ShapeId, ShapeNode};

pub use probe::Probe;
use probe::{Request, Step};

use super::NumberForm;

/// The comparison of keys that a type needs at run time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum KeyCheck {
    /// None: the type reads declared names only.
    Nothing,
    /// Each key of the objects at these nodes, while it is read.
    EachKey(Vec<ShapeId>),
    /// The whole value.
    WholeValue,
}

impl KeyCheck {
    /// Of two parts of one type.
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::WholeValue, _) | (_, Self::WholeValue) => Self::WholeValue,
            (Self::Nothing, check) | (check, Self::Nothing) => check,
            (Self::EachKey(mut all), Self::EachKey(more)) => {
                all.extend(more);
                Self::EachKey(all)
            }
        }
    }

    /// The objects whose keys are compared; `None` for the whole value.
    pub(crate) fn places(&self) -> Option<&[ShapeId]> {
        match self {
            Self::Nothing => Some(&[]),
            Self::EachKey(places) => Some(places),
            Self::WholeValue => None,
        }
    }
}

/// Maximum places of a type that are asked. Larger types are compared at run time.
const MAX_PLACES: usize = 4_096;
/// Maximum steps to a place.
const MAX_STEPS: usize = 48;

/// The comparison that a type needs at run time for a value at `id`. `ask` lets the type decode from a probe. Notes the
/// forms of the type's numbers.
pub(crate) fn key_check(
    shape: &Shape,
    id: ShapeId,
    ask: fn(Probe<'_>),
    numbers: &mut HashMap<ShapeId, NumberForm>,
) -> KeyCheck {
    let mut walk = Walk { shape, ask, waiting: vec![(Vec::new(), id)], seen: HashSet::new(), numbers };
    let mut check = KeyCheck::Nothing;
    let mut places = 0;
    while let Some((path, id)) = walk.waiting.pop() {
        places += 1;
        if places > MAX_PLACES || path.len() > MAX_STEPS {
            return KeyCheck::WholeValue;
        }
        check = check.and(walk.place(&path, id));
    }
    check
}

/// The fields that a struct reads, in the order of their declaration; none if the type is no derived struct.
pub(crate) fn field_order(ask: fn(Probe<'_>)) -> &'static [&'static str] {
    let noted = RefCell::new(None);
    ask(Probe::new(&[], &noted));
    match noted.into_inner() {
        Some(Request::Fields { names, .. }) => names,
        _ => &[],
    }
}

/// The walk through a type and its Shape.
struct Walk<'s, 'n> {
    shape: &'s Shape,
    ask: fn(Probe<'_>),
    /// Places to ask.
    waiting: Vec<(Vec<Step>, ShapeId)>,
    /// Structs and enums that were asked, by the name of the type that reads them: recursive types end here.
    seen: HashSet<(ShapeId, &'static str)>,
    /// The numbers that the type was seen to hold.
    numbers: &'n mut HashMap<ShapeId, NumberForm>,
}

impl Walk<'_, '_> {
    fn request(&self, path: &[Step]) -> Option<Request> {
        let noted = RefCell::new(None);
        (self.ask)(Probe::new(path, &noted));
        noted.into_inner()
    }

    fn below(&mut self, path: &[Step], step: Step, id: ShapeId) {
        let mut path = path.to_vec();
        path.push(step);
        self.waiting.push((path, id));
    }

    fn place(&mut self, path: &[Step], id: ShapeId) -> KeyCheck {
        // A type that fails on the way, or asks in an unusual way, is not known.
        let Some(request) = self.request(path) else { return KeyCheck::WholeValue };
        self.note_number(id, request);
        if self.shape.is_free(id) && !matches!(request, Request::Inside) {
            return KeyCheck::Nothing;
        }
        match request {
            Request::Scalar | Request::Float(_) => KeyCheck::Nothing,
            // What a function makes of the text is not known.
            Request::Raw => KeyCheck::WholeValue,
            Request::Anything => {
                let is_decimal = self.shape.only_node(id).is_some_and(|node| node.exact_number);
                if is_decimal { KeyCheck::Nothing } else { KeyCheck::WholeValue }
            }
            Request::Inside => {
                self.below(path, Step::Inside, id);
                KeyCheck::Nothing
            }
            Request::Items { count } => self.items(path, id, count),
            Request::Entries => self.entries(path, id),
            Request::Fields { names, reader } => self.fields(path, id, names, reader),
            Request::Variants { names, reader } => self.variants(path, id, names, reader),
        }
    }

    /// Notes how the type holds a number. Of a union, the alternative tells it. Decimals get the text of a number.
    fn note_number(&mut self, id: ShapeId, request: Request) {
        let form = match request {
            Request::Float(form) => form,
            Request::Anything => NumberForm::Json,
            Request::Raw => NumberForm::Exact,
            _ => return,
        };
        let is_plain = self.shape.only_node(id).is_some_and(|node| !node.exact_number);
        if is_plain && !form.is_declared(self.shape, id) {
            self.numbers.insert(id, form);
        }
    }

    /// A sequence, or a tuple of `count` items.
    fn items(&mut self, path: &[Step], id: ShapeId, count: Option<usize>) -> KeyCheck {
        let Some(node) = self.shape.only_node(id) else { return KeyCheck::WholeValue };
        let Some(rules) = node.array.as_deref() else { return KeyCheck::Nothing };
        // The items after those of the prefix are alike.
        let count = count.unwrap_or_else(|| rules.prefix_count() + 1);
        let items: Vec<_> = (0..count).filter_map(|index| Some((index, rules.item(index as u64)?))).collect();
        for (index, id) in items {
            self.below(path, Step::Item(index), id);
        }
        KeyCheck::Nothing
    }

    /// A map, or a struct that collects the fields of others.
    fn entries(&mut self, path: &[Step], id: ShapeId) -> KeyCheck {
        let Some(node) = self.shape.only_node(id) else { return KeyCheck::WholeValue };
        let Some(rules) = node.object.as_deref() else { return KeyCheck::Nothing };
        if rules.has_patterns() {
            return KeyCheck::WholeValue;
        }
        let collected = rules.collects(self.shape);
        if rules.properties.is_empty() {
            match collected {
                Some(id) => self.below(path, Step::Entry, id),
                None => return KeyCheck::EachKey(vec![id]),
            }
            return KeyCheck::Nothing;
        }
        // serde keeps such values and decodes them later, unseen.
        let values = rules.properties.iter().map(|property| property.shape).chain(collected);
        let are_scalars =
            |id| self.shape.is_free(id) || self.shape.only_node(id).is_some_and(ShapeNode::is_scalar);
        if values.into_iter().all(are_scalars) { KeyCheck::EachKey(vec![id]) } else { KeyCheck::WholeValue }
    }

    fn fields(
        &mut self,
        path: &[Step],
        id: ShapeId,
        names: &'static [&'static str],
        reader: &'static str,
    ) -> KeyCheck {
        if !self.seen.insert((id, reader)) {
            return KeyCheck::Nothing;
        }
        if !is_generated(reader) {
            return KeyCheck::WholeValue;
        }
        let Some(node) = self.shape.only_node(id) else { return KeyCheck::WholeValue };
        let Some(rules) = node.object.as_deref() else {
            return if names.is_empty() { KeyCheck::Nothing } else { KeyCheck::WholeValue };
        };
        let mut check = if rules.has_patterns() { KeyCheck::WholeValue } else { KeyCheck::Nothing };
        for name in names {
            let declared = rules.position(name).map(|position| rules.properties[position].shape);
            match declared.or_else(|| rules.collects(self.shape)) {
                Some(value) => self.below(path, Step::Key(name), value),
                None => check = check.and(KeyCheck::EachKey(vec![id])),
            }
        }
        check
    }

    fn variants(
        &mut self,
        path: &[Step],
        id: ShapeId,
        names: &'static [&'static str],
        reader: &'static str,
    ) -> KeyCheck {
        /// No variant has this name.
        const UNLISTED: &str = "\u{1}";
        if !self.seen.insert((id, reader)) {
            return KeyCheck::Nothing;
        }
        let Some(declared) = self.shape.declared_variants(id) else { return KeyCheck::WholeValue };
        let takes_any = || self.request(&[path, &[Step::Variant(UNLISTED)]].concat()).is_some();
        if !is_generated(reader) || !names.iter().all(|name| declared.has(name)) || takes_any() {
            return KeyCheck::WholeValue;
        }
        for name in names {
            let contents = declared.all.iter().filter(|(other, _)| other == name);
            for id in contents.filter_map(|(_, contents)| *contents) {
                self.below(path, Step::Variant(name), id);
            }
        }
        KeyCheck::Nothing
    }
}

/// Whether a visitor's type is one that serde generated, or brings along: these name all that they read. The name of a
/// type is no promise of the language; where it looks otherwise, the type is compared at run time.
fn is_generated(reader: &str) -> bool {
    const GENERATED: &str = "::__Visitor";
    if ["serde::de::impls::", "serde_core::de::impls::"].iter().any(|own| reader.starts_with(own)) {
        return true;
    }
    let Some(at) = reader.rfind(GENERATED) else { return false };
    let parameters = &reader[at + GENERATED.len()..];
    let count = |bracket| parameters.matches(bracket).count();
    parameters.is_empty() || (parameters.starts_with('<') && count('<') == count('>'))
}

#[cfg(test)]
mod tests {
    use super::is_generated;

    #[test]
    fn visitors_of_serde_are_known_by_their_names() {
        for generated in [
            "bank::_::<impl serde_core::de::Deserialize for bank::Payee>::deserialize::__Visitor",
            "bank::_::<impl serde::de::Deserialize for bank::Many<T>>::deserialize::__Visitor<alloc::string::String>",
            "serde_core::de::impls::range::RangeVisitor<u8>",
        ] {
            assert!(is_generated(generated), "{generated}");
        }
        for other in [
            "bank::PayeeVisitor",
            "bank::Wrapped<bank::_::<impl serde::de::Deserialize for bank::Payee>::deserialize::__Visitor>",
            "bank::Wrapped<bank::__Visitor<u8>>",
            "bank::__VisitorOfMine",
            "bank::serde::de::impls::Visitor",
        ] {
            assert!(!is_generated(other), "{other}");
        }
    }
}

//! `$ref` and `allOf`: schemas that refer to, or combine with, others.

use hpd_json::Node;
use hpd_schema::__private::shape::{TypeSet, percent_decoded};

use super::error::{DialectError, DialectErrorKind};
use super::members::{Members, is_annotation, text};
use super::notes::Notes;
use super::place::Place;
use super::report::SchemaChangeKind;
use super::restore::{PlanId, TextKind};
use super::rules::References;
use super::text::Outer;
use super::typed::described;
use super::walk::{Draft, Out, Walker};
use super::{root, types};

/// Copies of one target inside each other, where the references are written in their place.
const MAX_NESTED: usize = 8;

/// A reference within which we are.
#[derive(Clone)]
pub(super) struct Open {
    pointer: String,
    outer: Outer,
    is_root: bool,
    /// The target is combined with other schemas there, and not written as it is.
    is_combined: bool,
}

impl Open {
    /// Whether this target is written in the place of a reference.
    fn is_written(&self, pointer: &str) -> bool {
        self.pointer == pointer && !self.is_root && !self.is_combined
    }
}

/// A schema of `$defs`.
pub(super) struct Definition {
    pub(super) pointer: String,
    pub(super) name: String,
    /// `None` while it is converted.
    pub(super) schema: Option<Node<'static>>,
    outer: Outer,
}

impl Walker<'_> {
    /// Converts a reference and its sibling keywords.
    pub(super) fn reference(
        &mut self,
        reference: &str,
        mut beside: Members,
        place: &Place,
    ) -> Result<Out, DialectError> {
        let pointer = self.pointer_of(reference, place)?;
        if let Some(outer) = self.outer(&pointer, place) {
            if !self.rules.typed && place.is_root {
                return Err(self.error(place, DialectErrorKind::TooDeep));
            }
            let mut notes = Notes::of(self, &mut beside, place).without_kept();
            self.tell_all(beside, &mut notes.words, place);
            let out = self.text_of_outer(&outer, &mut notes, place);
            return Ok(described(out, notes));
        }
        if !place.is_root && self.is_kept(&pointer) {
            return self.kept_reference(&pointer, beside, place);
        }
        if !place.is_root {
            self.has_copies = true;
            if self.is_cut()
                && let Some(out) = self.cut(&pointer, beside.clone(), place)?
            {
                return Ok(out);
            }
        }
        let target = self.target(&pointer, place)?;
        let target_place = place.at(&pointer);
        let target = self.read(&target, &target_place)?;
        let mut words = Vec::new();
        let merged = self.merge(beside, target, &mut words, place)?;
        self.inside(vec![pointer], false, merged, &words, &target_place)
    }

    /// Whether references to a target stay references.
    fn is_kept(&self, pointer: &str) -> bool {
        match self.rules.references {
            References::Kept => true,
            References::Copied => false,
            // A target that is written in its place does not contain itself, but what is beside a reference may.
            _ => {
                let written = self.open.iter().filter(|open| open.is_written(pointer));
                !self.fit.inlined.contains(pointer) || written.count() > MAX_NESTED
            }
        }
    }

    /// The schema around a reference to which it leads back, where the dialect takes no recursion.
    fn outer(&self, pointer: &str, place: &Place) -> Option<Outer> {
        if !matches!(self.rules.references, References::Acyclic | References::Copied) && !place.is_root {
            return None;
        }
        let open = self.open.iter().find(|open| open.pointer == pointer).map(|open| &open.outer);
        let is_unfinished =
            |definition: &&Definition| definition.schema.is_none() && definition.pointer == pointer;
        let definition = self.definitions.iter().find(is_unfinished);
        open.or_else(|| definition.map(|definition| &definition.outer)).cloned()
    }

    /// Converts the merged result of several schemas.
    fn continued(&mut self, members: Members, words: &[String], place: &Place) -> Result<Out, DialectError> {
        let mut members = members;
        if !words.is_empty() {
            let description = members.get("description").and_then(Node::as_str).map(str::to_owned);
            if let Some(joined) = super::describe::join(description.as_deref(), words) {
                members.set("description", text(joined));
            }
        }
        if place.is_root { root::members(self, members, place) } else { self.members(members, place) }
    }

    /// The same within references.
    fn inside(
        &mut self,
        pointers: Vec<String>,
        is_combined: bool,
        members: Members,
        words: &[String],
        place: &Place,
    ) -> Result<Out, DialectError> {
        let before = self.open.len();
        let plan = self.draft(Draft::Same(PlanId::KEEP));
        let form = match place.property.as_str() {
            "" => "the arguments".to_owned(),
            property => format!("`{property}`"),
        };
        let outer = Outer { form, kind: kind_of(&members), plan };
        let is_root = place.is_root;
        let opened =
            pointers.into_iter().map(|pointer| Open { pointer, outer: outer.clone(), is_root, is_combined });
        self.open.extend(opened);
        let out = self.continued(members, words, place);
        self.open.truncate(before);
        if let Ok(out) = &out {
            self.plans[plan.0] = Draft::Same(out.plan);
        }
        out
    }

    /// A reference that stays one.
    fn kept_reference(&mut self, pointer: &str, beside: Members, place: &Place) -> Result<Out, DialectError> {
        let index = self.definition(pointer, place)?;
        let definition = &self.definitions[index];
        let (name, plan) = (definition.name.clone(), definition.outer.plan);
        let mut reference = Members::one("$ref", text(format!("#/$defs/{}", escape(&name))));
        let mut beside = beside;
        if !self.rules.references.are_alone() {
            if beside.is_empty() {
                return Ok(Out { members: reference, plan, text: None });
            }
            let more = self.members(beside, &place.clone().partial())?;
            reference.0.extend(more.members.0);
            let plan = self.several([plan, more.plan]);
            return Ok(Out { members: reference, plan, text: None });
        }
        let mut notes = Notes::of(self, &mut beside, place).without_kept();
        self.tell_all(beside, &mut notes.words, place);
        let mut remarks = Members::default();
        notes.write(&mut remarks);
        reference.0.extend(remarks.0);
        self.separate_reference(&mut reference);
        Ok(Out { members: reference, plan, text: None })
    }

    /// Moves `$ref` into an alternative of its own where the dialect forbids keywords beside it.
    pub(super) fn separate_reference(&self, members: &mut Members) {
        if self.rules.references.are_alone()
            && members.0.len() > 1
            && let Some(reference) = members.take("$ref")
        {
            members.set("anyOf", Node::Array(vec![Members::one("$ref", reference).into_node()]));
        }
    }

    /// The index in `$defs` for the target of a pointer.
    fn definition(&mut self, pointer: &str, place: &Place) -> Result<usize, DialectError> {
        if let Some(index) = self.definitions.iter().position(|definition| definition.pointer == pointer) {
            return Ok(index);
        }
        let target = self.target(pointer, place)?;
        let name = self.free_name(pointer);
        let target_place = Place { is_root: false, ..Place::root() }.at(pointer);
        let members = self.read(&target, &target_place)?;
        let plan = self.draft(Draft::Same(PlanId::KEEP));
        let outer = Outer { form: format!("`#/$defs/{name}`"), kind: kind_of(&members), plan };
        let index = self.definitions.len();
        self.definitions.push(Definition { pointer: pointer.to_owned(), name, schema: None, outer });
        // A definition is the same wherever it is found first, but for what is written only once.
        let around = self.open.clone();
        self.open.retain(|open| open.is_root || self.fit.inlined.contains(&open.pointer));
        let out = self.members(members, &Place { depth: place.depth + 1, ..target_place });
        self.open = around;
        if out.is_err() {
            // A definition found within may refer to this one.
            self.definitions.truncate(index);
        }
        let out = out?;
        self.plans[plan.0] = Draft::Same(out.plan);
        let definition = &mut self.definitions[index];
        definition.schema = Some(out.members.into_node());
        if out.plan == PlanId::KEEP {
            definition.outer.plan = PlanId::KEEP;
        }
        Ok(index)
    }

    fn free_name(&self, pointer: &str) -> String {
        let last = pointer.rsplit('/').next().unwrap_or_default();
        // A reference is an address, in which other characters have no place.
        let legal =
            |c: char| if c.is_ascii_alphanumeric() || "-._~/$!'()*,;=:@".contains(c) { c } else { '_' };
        let name: String = last.replace("~1", "/").replace("~0", "~").chars().map(legal).collect();
        let name = if name.is_empty() { "arguments".to_owned() } else { name };
        let is_taken = |name: &str| self.definitions.iter().any(|definition| definition.name == name);
        if !is_taken(&name) {
            return name;
        }
        let mut names = (2_usize..).map(|number| format!("{name}_{number}"));
        // There are fewer definitions than numbers.
        names.find(|name| !is_taken(name)).unwrap_or(name)
    }

    /// Converts a schema with `allOf` as the one schema that it means.
    pub(super) fn folded(&mut self, mut members: Members, place: &Place) -> Result<Out, DialectError> {
        let Some(Node::Array(parts)) = members.take("allOf") else { return self.members(members, place) };
        let is_alone = parts.len() == 1 && members.0.iter().all(|(keyword, _)| is_annotation(keyword));
        let mut words = Vec::new();
        let mut pointers = Vec::new();
        for part in parts {
            let mut part = self.read(&part, place)?;
            while let Some(reference) = part.get("$ref").and_then(Node::as_str).filter(|_| !is_alone) {
                let pointer = self.pointer_of(reference, place)?;
                part.take("$ref");
                if pointers.contains(&pointer) || self.open.iter().any(|open| open.pointer == pointer) {
                    self.change(
                        place,
                        "allOf",
                        SchemaChangeKind::Dropped,
                        "holds the schema that it stands in",
                    );
                    continue;
                }
                let target = self.target(&pointer, place)?;
                let target = self.read(&target, place)?;
                part = self.merge(part, target, &mut words, place)?;
                pointers.push(pointer);
            }
            members = self.merge(members, part, &mut words, place)?;
        }
        self.inside(pointers, true, members, &words, place)
    }

    /// A reference's target as a pointer into the original schema.
    fn pointer_of(&self, reference: &str, place: &Place) -> Result<String, DialectError> {
        let unresolved = || self.error(place, DialectErrorKind::UnresolvedReference(reference.to_owned()));
        let pointer = reference.strip_prefix('#').and_then(percent_decoded).ok_or_else(unresolved)?;
        find(self.source, &pointer).ok_or_else(unresolved)?;
        Ok(pointer)
    }

    /// The target of a reference.
    pub(super) fn target_of(&self, reference: &str, place: &Place) -> Result<Node<'static>, DialectError> {
        let pointer = self.pointer_of(reference, place)?;
        self.target(&pointer, place)
    }

    fn target(&self, pointer: &str, place: &Place) -> Result<Node<'static>, DialectError> {
        let unresolved = || self.error(place, DialectErrorKind::UnresolvedReference(format!("#{pointer}")));
        find(self.source, pointer).cloned().ok_or_else(unresolved)
    }
}

/// The kind of a text that stands for a schema.
pub(super) fn kind_of(members: &Members) -> TextKind {
    match types::of(members) {
        Some(TypeSet::OBJECT) => TextKind::Object,
        Some(TypeSet::ARRAY) => TextKind::Array,
        _ => TextKind::Anything,
    }
}

/// The target of a JSON pointer.
pub(super) fn find<'n>(root: &'n Node<'static>, pointer: &str) -> Option<&'n Node<'static>> {
    if pointer.is_empty() {
        return Some(root);
    }
    let mut tokens = pointer.split('/');
    if tokens.next() != Some("") {
        return None;
    }
    tokens.try_fold(root, |node, token| {
        let name = token.replace("~1", "/").replace("~0", "~");
        match node {
            Node::Array(items) => items.get(name.parse::<usize>().ok()?),
            node => node.get(&name),
        }
    })
}

/// The name of the definition to which a written reference leads.
pub(super) fn name_of(reference: &str) -> Option<String> {
    Some(reference.strip_prefix("#/$defs/")?.replace("~1", "/").replace("~0", "~"))
}

pub(super) fn escape(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

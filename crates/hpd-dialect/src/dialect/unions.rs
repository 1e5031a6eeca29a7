//! `anyOf` and `oneOf` in dialects that restrict them.

use hpd_json::__private::order;
use hpd_json::Node;
use hpd_schema::__private::shape::TypeSet;

use super::error::{DialectError, DialectErrorKind};
use super::members::{Member, Members, text};
use super::notes::Notes;
use super::place::Place;
use super::report::SchemaChangeKind;
use super::restore::{PlanId, TextKind};
use super::rules::{ListedValues, NullForm};
use super::text::add_null;
use super::walk::{Draft, Out, Walker};
use super::{describe, merge};

impl Walker<'_> {
    /// Converts a schema with alternatives. `Err` returns the remaining keywords if no alternatives are left.
    pub(super) fn unions(
        &mut self,
        mut members: Members,
        notes: &mut Notes,
        place: &Place,
    ) -> Result<Result<Out, Members>, DialectError> {
        for keyword in ["oneOf", "anyOf"] {
            let Some(Node::Array(branches)) = members.get(keyword) else { continue };
            if let Some(required) = only_required(branches) {
                members.take(keyword);
                notes.words.push(describe::alternatives(&required, keyword == "oneOf"));
                self.change(place, keyword, SchemaChangeKind::Moved, "moved to the description");
            }
        }
        let keyword = if members.has("anyOf") { "anyOf" } else { "oneOf" };
        let Some(Node::Array(branches)) = members.take(keyword) else { return Ok(Err(members)) };
        if let Some(other) = members.take("oneOf") {
            self.tell("oneOf", &other, &mut notes.words, place);
        }
        let branches = self.branches(&members, branches, keyword, notes, place)?;
        if place.is_root {
            return self.flattened(branches, keyword, notes, place).map(Ok);
        }
        if keyword == "oneOf" && branches.len() > 1 {
            if super::disjoint::are_disjoint(&branches) {
                self.change(place, "oneOf", SchemaChangeKind::Rewritten, "is anyOf: no two can hold");
            } else {
                self.change(place, "oneOf", SchemaChangeKind::Widened, "is anyOf: more than one may hold");
            }
        }
        self.alternatives(branches, notes).map(Ok)
    }

    /// The alternatives, each combined with the sibling keywords.
    fn branches(
        &mut self,
        base: &Members,
        branches: Vec<Node<'static>>,
        keyword: &str,
        notes: &mut Notes,
        place: &Place,
    ) -> Result<Vec<(Members, Place)>, DialectError> {
        let mut merged = Vec::new();
        for (index, branch) in branches.into_iter().enumerate() {
            let at = place.beside(keyword, Some(index));
            let branch = self.read(&branch, &at)?;
            if super::normal::is_never(&branch) {
                continue;
            }
            if base.is_empty() {
                merged.push((branch, at));
            } else if branch.has("$ref") || branch.has("allOf") {
                let parts = vec![base.clone().into_node(), branch.into_node()];
                merged.push((Members::one("allOf", Node::Array(parts)), at));
            } else if let Ok(both) = merge::both(branch, base.clone()) {
                self.tell_all(both.besides, &mut notes.words, place);
                merged.push((both.members, at));
            }
        }
        if merged.is_empty() {
            return Err(self.error(place, DialectErrorKind::Unsatisfiable));
        }
        Ok(merged)
    }

    /// `anyOf` alone on its schema.
    pub(super) fn alternatives(
        &mut self,
        branches: Vec<(Members, Place)>,
        notes: &mut Notes,
    ) -> Result<Out, DialectError> {
        let (nulls, mut others): (Vec<_>, Vec<_>) =
            branches.into_iter().partition(|(branch, _)| is_null(branch));
        if others.is_empty() {
            others.extend(nulls.into_iter().take(1));
            return self.only(others, false, notes);
        }
        let takes_null = !nulls.is_empty();
        if others.len() == 1 {
            return self.only(others, takes_null, notes);
        }
        let (mut outs, has_null) = match self.outs(others) {
            Err(error) if takes_null && error.kind == DialectErrorKind::Unsatisfiable => (Vec::new(), true),
            outs => outs?,
        };
        let takes_null = takes_null || has_null;
        if outs.is_empty() {
            return Ok(self.only_null(std::mem::take(notes)));
        }
        if outs.len() == 1
            && let Some(only) = outs.pop()
        {
            return Ok(self.only_left(only, takes_null, std::mem::take(notes)));
        }
        // A text that holds an object is tried before other texts. One that holds any value is tried last.
        let drafts = self.branch_plans(&outs);
        let mut schemas: Vec<Members> = outs.into_iter().map(|out| out.members).collect();
        let notes = std::mem::take(notes);
        let mut union = Members::default();
        if self.rules.bare_unions {
            self.write_into_first(&mut schemas, takes_null, notes);
            if schemas.len() == 1
                && let Some(only) = schemas.pop()
            {
                return Ok(Out { members: only, plan: drafts, text: None });
            }
        } else {
            notes.write(&mut union);
            if takes_null {
                schemas.push(Members::one("type", text("null")));
            }
        }
        let schemas = schemas.into_iter().map(Members::into_node).collect();
        union.set("anyOf", Node::Array(schemas));
        Ok(Out { members: union, plan: drafts, text: None })
    }

    /// The alternatives converted, each once, but null; and whether null is among them.
    fn outs(&mut self, branches: Vec<(Members, Place)>) -> Result<(Vec<Out>, bool), DialectError> {
        let mut outs: Vec<Out> = Vec::new();
        let mut has_null = false;
        let mut impossible = None;
        for (branch, at) in branches {
            let Some(out) = self.possible(|walker| walker.members(branch, &at))? else {
                impossible.get_or_insert_with(|| self.error(&at, DialectErrorKind::Unsatisfiable));
                continue;
            };
            for mut out in self.flat(out) {
                super::finish::sort(&mut out.members);
                if is_null_type(&out.members.0) {
                    has_null = true;
                } else if !outs.iter().any(|other| other.members == out.members) {
                    outs.push(out);
                }
            }
        }
        match impossible {
            Some(error) if outs.is_empty() && !has_null => Err(error),
            _ => Ok((outs, has_null)),
        }
    }

    /// The one alternative that all became.
    fn only_left(&self, mut out: Out, takes_null: bool, notes: Notes) -> Out {
        let own = out.members.take("description");
        let own: Vec<String> = own.iter().filter_map(Node::as_str).map(str::to_owned).collect();
        notes.write(&mut out.members);
        let outer = out.members.take("description");
        if let Some(description) = describe::join(outer.as_ref().and_then(Node::as_str), &own) {
            out.members.set("description", text(description));
        }
        self.separate_reference(&mut out.members);
        if takes_null { self.or_null(out) } else { out }
    }

    /// Alternatives that are nothing but alternatives themselves, as those.
    fn flat(&self, out: Out) -> Vec<Out> {
        let [(keyword, Node::Array(branches))] = out.members.0.as_slice() else { return vec![out] };
        if keyword != "anyOf" {
            return vec![out];
        }
        let known = match self.plans.get(out.plan.0) {
            Some(Draft::Branches(known)) => known.as_slice(),
            _ => &[],
        };
        // Beside null, the only alternative has the plan of the whole.
        let is_null =
            |schema: &&Node<'static>| matches!(schema, Node::Object(members) if is_null_type(members));
        let is_only = branches.len() == branches.iter().filter(is_null).count() + 1;
        if known.is_empty() && out.plan != PlanId::KEEP && !is_only {
            return vec![out];
        }
        let branch = |schema: &Node<'static>| {
            let Node::Object(members) = schema else { return None };
            let plan = known.iter().find(|(known, ..)| known == schema).map(|(_, text, plan)| (*text, *plan));
            let of_whole = || (!is_null(&schema) && known.is_empty()).then_some((out.text, out.plan));
            let (text, plan) = plan.or_else(of_whole).unwrap_or((None, PlanId::KEEP));
            Some(Out { members: Members(members.clone()), plan, text })
        };
        branches.iter().filter_map(branch).collect()
    }

    /// One alternative is no alternative.
    fn only(
        &mut self,
        branches: Vec<(Members, Place)>,
        takes_null: bool,
        notes: &mut Notes,
    ) -> Result<Out, DialectError> {
        let mut branches = branches;
        let Some((mut branch, at)) = branches.pop() else { return Ok(Out::plain(Members::default())) };
        let inner = Notes::of(self, &mut branch, &at);
        let notes = std::mem::take(notes).or(inner);
        let mut remarks = Members::default();
        notes.write(&mut remarks);
        branch.0.extend(remarks.0);
        let is_simple =
            branch.has("type") && !branch.has("anyOf") && !branch.has("oneOf") && !branch.has("const");
        if takes_null && is_simple {
            add_null(&mut branch, NullForm::Type);
            return self.members(branch, &at);
        }
        if !takes_null {
            return self.members(branch, &at);
        }
        match self.possible(|walker| walker.members(branch, &at))? {
            Some(out) => Ok(self.or_null(out)),
            None => Ok(self.only_null(Notes::default())),
        }
    }

    /// Lets a converted schema take null.
    pub(super) fn or_null(&self, out: Out) -> Out {
        let mut out = self.or_null_unsorted(out);
        super::finish::sort(&mut out.members);
        out
    }

    fn or_null_unsorted(&self, mut out: Out) -> Out {
        if self.takes_null(&out.members) {
            return out;
        }
        let lists_no_null = self.rules.values == ListedValues::StringsAndNumbers && out.members.has("enum");
        if out.members.has("type") && !out.members.has("const") && !lists_no_null {
            add_null(&mut out.members, self.rules.null);
            return out;
        }
        if self.rules.bare_unions {
            if let Some(Node::Array(branches)) = out.members.get("anyOf").cloned() {
                let mut branches = branches;
                if let Some(Node::Object(first)) = branches.first_mut() {
                    first.push(("nullable".into(), Node::Bool(true)));
                }
                out.members.set("anyOf", Node::Array(branches));
            }
            return out;
        }
        let null = Members::one("type", text("null")).into_node();
        if let Some(Node::Array(branches)) = out.members.get("anyOf").cloned() {
            let mut branches = branches;
            branches.push(null);
            out.members.set("anyOf", Node::Array(branches));
            return out;
        }
        let description = out.members.take("description");
        let mut union = Members::default();
        if let Some(description) = description {
            union.set("description", description);
        }
        union.set("anyOf", Node::Array(vec![out.members.into_node(), null]));
        Out { members: union, ..out }
    }

    /// Whether a converted schema, or the definition to which it refers, says that it takes null.
    pub(super) fn takes_null(&self, members: &Members) -> bool {
        let accepts = |members: &[Member]| {
            let target = get(members, "$ref").and_then(Node::as_str).and_then(super::reference::name_of);
            let mut definitions = self.definitions.iter();
            let target = target.and_then(|name| definitions.find(|definition| definition.name == name));
            let target = target.and_then(|definition| definition.schema.as_ref());
            accepts_null(members) || matches!(target, Some(Node::Object(target)) if accepts_null(target))
        };
        let branches = match members.get("anyOf") {
            Some(Node::Array(branches)) => branches.as_slice(),
            _ => &[],
        };
        let in_branch = |branch: &Node<'static>| matches!(branch, Node::Object(branch) if accepts(branch));
        accepts(&members.0) || branches.iter().any(in_branch)
    }

    fn write_into_first(&self, schemas: &mut Vec<Members>, takes_null: bool, notes: Notes) {
        let Some(first) = schemas.first_mut() else { return };
        let own = first.take("description");
        let mut remarks = Members::default();
        notes.write(&mut remarks);
        let outer = remarks.get("description").and_then(Node::as_str);
        let own: Vec<String> = own.iter().filter_map(Node::as_str).map(str::to_owned).collect();
        if let Some(description) = describe::join(outer, &own) {
            first.set("description", text(description));
        }
        if takes_null {
            add_null(first, self.rules.null);
        }
        super::finish::sort(first);
        // Combined with the common keywords, the first may equal another.
        let (first, others) = (first.clone(), schemas.split_off(1));
        schemas.extend(others.into_iter().filter(|other| *other != first));
    }

    fn branch_plans(&mut self, outs: &[Out]) -> PlanId {
        if outs.iter().all(|out| out.plan == PlanId::KEEP) {
            return PlanId::KEEP;
        }
        let rank = |text: Option<TextKind>| match text {
            Some(TextKind::Object | TextKind::Array) => 0,
            None => 1,
            Some(TextKind::Anything) => 2,
        };
        let mut branches: Vec<_> =
            outs.iter().map(|out| (out.members.clone().into_node(), out.text, out.plan)).collect();
        order::sort_by_key(&mut branches, |(_, text, _)| rank(*text));
        self.draft(Draft::Branches(branches))
    }
}

/// The names of each alternative, if the alternatives are about nothing else.
fn only_required(branches: &[Node<'_>]) -> Option<Vec<Vec<String>>> {
    let names = |branch: &Node<'_>| match branch {
        Node::Object(members) => {
            let is_about = members.iter().all(|(keyword, value)| {
                keyword == "required" || keyword == "type" && value.as_str() == Some("object")
            });
            (is_about && members.iter().any(|(keyword, _)| keyword == "required"))
                .then(|| names_of(branch.get("required")))
        }
        _ => None,
    };
    branches.iter().map(names).collect()
}

pub(super) fn names_of(required: Option<&Node<'_>>) -> Vec<String> {
    match required {
        Some(Node::Array(names)) => names.iter().filter_map(Node::as_str).map(str::to_owned).collect(),
        _ => Vec::new(),
    }
}

/// Whether a schema accepts null and nothing else.
fn is_null(members: &Members) -> bool {
    let is_null = |value: &Node<'_>| matches!(value, Node::Null);
    if members.get("type").is_some_and(|types| super::types::declared(types) == TypeSet::NULL) {
        return true;
    }
    match (members.get("const"), members.get("enum")) {
        (Some(value), _) => is_null(value),
        (None, Some(Node::Array(values))) => values.iter().all(is_null),
        _ => false,
    }
}

/// Whether a converted schema is the type null alone.
fn is_null_type(members: &[Member]) -> bool {
    get(members, "type").and_then(Node::as_str) == Some("null")
}

fn get<'m>(members: &'m [Member], keyword: &str) -> Option<&'m Node<'static>> {
    members.iter().find(|(name, _)| name == keyword).map(|(_, value)| value)
}

/// Whether a converted schema says that it takes null.
fn accepts_null(members: &[Member]) -> bool {
    if matches!(get(members, "nullable"), Some(Node::Bool(true))) {
        return true;
    }
    if let Some(Node::Array(branches)) = get(members, "anyOf") {
        let accepts = |branch: &Node<'static>| matches!(branch, Node::Object(branch) if accepts_null(branch));
        return branches.iter().any(accepts);
    }
    let listed = match (get(members, "const"), get(members, "enum")) {
        (Some(value), _) => matches!(value, Node::Null),
        (None, Some(Node::Array(values))) => values.contains(&Node::Null),
        _ => true,
    };
    let of_type =
        get(members, "type").is_some_and(|types| super::types::declared(types).contains(TypeSet::NULL));
    listed && of_type
}

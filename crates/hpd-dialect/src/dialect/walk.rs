//! The way through a schema, which is the same for all dialects.

use hpd_json::Node;
use hpd_schema::__private::shape::{CompileOptions, Shape};

use super::error::{DialectError, DialectErrorKind};
use super::fit::Fit;
use super::members::Members;
use super::notes::Notes;
use super::place::Place;
use super::reference::{Definition, Open};
use super::report::{SchemaChange, SchemaChangeKind};
use super::restore::{BranchPlan, Plan, PlanId, TextKind};
use super::rules::{ListedValues, Rules};
use super::{merge, normal};

/// Schemas that are visited at most, so that references can't multiply without end.
const MAX_VISITS: usize = 50_000;
/// Schemas inside each other that are followed.
const DEEPEST: usize = 100;

/// The keywords of one condition.
pub(super) const CONDITION: [&str; 3] = ["if", "then", "else"];

/// A schema on its way into a dialect.
pub(super) struct Walker<'s> {
    pub(super) rules: &'static Rules,
    pub(super) source: &'s Node<'static>,
    pub(super) report: Vec<SchemaChange>,
    pub(super) plans: Vec<Draft>,
    /// The references within which we are.
    pub(super) open: Vec<Open>,
    pub(super) definitions: Vec<Definition>,
    visits: usize,
    pub(super) fit: &'s Fit,
    /// A reference was replaced by its target.
    pub(super) has_copies: bool,
}

/// A plan that may need facts known only at the end.
pub(super) enum Draft {
    Done(Plan),
    /// Alternatives whose schemas are compiled once all definitions are there.
    Branches(Vec<(Node<'static>, Option<TextKind>, PlanId)>),
    /// The same as another.
    Same(PlanId),
}

/// A converted schema and how its values are restored.
#[derive(Debug, Clone)]
pub(super) struct Out {
    pub(super) members: Members,
    pub(super) plan: PlanId,
    /// Its values are texts that hold JSON.
    pub(super) text: Option<TextKind>,
}

impl Out {
    pub(super) const fn plain(members: Members) -> Self {
        Self { members, plan: PlanId::KEEP, text: None }
    }
}

impl<'s> Walker<'s> {
    pub(super) fn new(rules: &'static Rules, source: &'s Node<'static>, fit: &'s Fit) -> Self {
        Self {
            rules,
            source,
            report: Vec::new(),
            plans: vec![Draft::Done(Plan::Keep)],
            open: Vec::new(),
            definitions: Vec::new(),
            visits: 0,
            fit,
            has_copies: false,
        }
    }

    /// Converts a schema.
    pub(super) fn schema(&mut self, schema: &Node<'_>, place: &Place) -> Result<Out, DialectError> {
        let members = self.read(schema, place)?;
        self.members(members, place)
    }

    /// The keywords of a schema.
    pub(super) fn read(&mut self, schema: &Node<'_>, place: &Place) -> Result<Members, DialectError> {
        self.visits += 1;
        if place.depth > DEEPEST {
            return Err(self.error(place, DialectErrorKind::TooDeep));
        }
        if self.visits > MAX_VISITS {
            return Err(self.error(&Place::root(), DialectErrorKind::TooWide { max: MAX_VISITS }));
        }
        normal::read(schema).map_err(|what| self.error(place, DialectErrorKind::IllFormed(what)))
    }

    /// Converts a schema that was read.
    pub(super) fn members(&mut self, mut members: Members, place: &Place) -> Result<Out, DialectError> {
        if !self.rules.takes_everything() && normal::is_never(&members) {
            return Err(self.error(place, DialectErrorKind::Unsatisfiable));
        }
        if let Some(Node::Array(parts)) = members.get("allOf")
            && members.has("$ref")
            && !self.rules.takes_everything()
        {
            // One more part that holds.
            let mut parts = parts.clone();
            parts.extend(members.take("$ref").map(|reference| Members::one("$ref", reference).into_node()));
            members.set("allOf", Node::Array(parts));
        }
        if let Some(reference) = members.take("$ref") {
            let reference = reference.as_str().unwrap_or_default().to_owned();
            return self.reference(&reference, members, place);
        }
        if members.has("allOf") && (!self.rules.takes_everything() || place.is_root) {
            return self.folded(members, place);
        }
        let mut notes = Notes::of(self, &mut members, place);
        if place.is_root && !self.rules.root_unions {
            // All arguments at once are not listed by any provider.
            self.drop_unfit_values(&mut members, &mut notes, place);
            for keyword in ["enum", "const"] {
                if let Some(value) = members.take(keyword) {
                    self.tell(keyword, &value, &mut notes.words, place);
                }
            }
        }
        if !place.is_root && self.rules.lone_unions || place.is_root && !self.rules.root_unions {
            match self.unions(members, &mut notes, place)? {
                Ok(out) => return Ok(out),
                Err(rest) => members = rest,
            }
        }
        if self.rules.values == ListedValues::StringsAndNumbers && self.take_null(&mut members, place)? {
            let out = self.keywords(members, notes, place)?;
            return Ok(self.or_null(out));
        }
        if self.rules.typed && !place.is_partial {
            return self.typed(members, notes, place);
        }
        self.keywords(members, notes, place)
    }

    /// A conversion, or `None` where its schema accepts no value. Its remarks are then void.
    pub(super) fn possible<T>(
        &mut self,
        convert: impl FnOnce(&mut Self) -> Result<T, DialectError>,
    ) -> Result<Option<T>, DialectError> {
        let told = self.report.len();
        match convert(self) {
            Ok(converted) => Ok(Some(converted)),
            Err(error) if error.kind == DialectErrorKind::Unsatisfiable => {
                self.report.truncate(told);
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// Merges two schemas that both apply. The rest that can't be merged becomes sentences.
    pub(super) fn merge(
        &mut self,
        first: Members,
        second: Members,
        notes: &mut Vec<String>,
        place: &Place,
    ) -> Result<Members, DialectError> {
        let merged = merge::both(first, second);
        let merged = merged.map_err(|_| self.error(place, DialectErrorKind::Unsatisfiable))?;
        self.tell_all(merged.besides, notes, place);
        Ok(merged.members)
    }

    /// Moves keywords into the description, or drops them.
    pub(super) fn tell_all(&mut self, mut members: Members, notes: &mut Vec<String>, place: &Place) {
        self.tell_condition(&mut members, notes, place);
        for (keyword, value) in members.0 {
            self.tell(&keyword, &value, notes, place);
        }
    }

    /// The same for `if`, `then` and `else`: one sentence, since each alone says nothing.
    pub(super) fn tell_condition(&mut self, members: &mut Members, notes: &mut Vec<String>, place: &Place) {
        let mut parts = Members::default();
        for keyword in CONDITION {
            if let Some(value) = members.take(keyword) {
                parts.set(keyword, value);
            }
        }
        let has_effect = parts.has("if") && (parts.has("then") || parts.has("else"));
        let sentence = if has_effect { super::describe::condition(&parts) } else { None };
        for (keyword, _) in parts.0 {
            let (kind, message) = match (&sentence, has_effect) {
                (Some(_), _) => (SchemaChangeKind::Moved, "moved to the description"),
                (None, true) => (SchemaChangeKind::Dropped, "has no form in this dialect"),
                (None, false) => (SchemaChangeKind::Dropped, "says nothing without its counterpart"),
            };
            self.change(place, &keyword, kind, message);
        }
        notes.extend(sentence);
    }

    /// Moves a keyword into the description, or drops it.
    pub(super) fn tell(&mut self, keyword: &str, value: &Node<'_>, notes: &mut Vec<String>, place: &Place) {
        match super::describe::keyword(keyword, value) {
            Some(sentence) => {
                notes.push(sentence);
                self.change(place, keyword, SchemaChangeKind::Moved, "moved to the description");
            }
            None => self.change(place, keyword, SchemaChangeKind::Dropped, "has no form in this dialect"),
        }
    }

    pub(super) fn change(&mut self, place: &Place, keyword: &str, kind: SchemaChangeKind, message: &str) {
        let change = SchemaChange {
            pointer: place.pointer.clone(),
            keyword: keyword.to_owned(),
            kind,
            message: message.to_owned(),
        };
        if !self.report.contains(&change) {
            self.report.push(change);
        }
    }

    pub(super) fn error(&self, place: &Place, kind: DialectErrorKind) -> DialectError {
        DialectError { dialect: self.rules.dialect, pointer: place.pointer.clone(), kind }
    }

    /// Keeps a plan for later.
    pub(super) fn plan(&mut self, plan: Plan) -> PlanId {
        self.draft(Draft::Done(plan))
    }

    pub(super) fn draft(&mut self, draft: Draft) -> PlanId {
        self.plans.push(draft);
        PlanId(self.plans.len() - 1)
    }

    /// Several plans for the same value.
    pub(super) fn several(&mut self, plans: impl IntoIterator<Item = PlanId>) -> PlanId {
        let plans: Vec<_> = plans.into_iter().filter(|plan| *plan != PlanId::KEEP).collect();
        match plans.as_slice() {
            [] => PlanId::KEEP,
            [plan] => *plan,
            _ => self.plan(Plan::Several(plans)),
        }
    }

    /// The plans as they are carried out, once `$defs` are known.
    pub(super) fn compile_plans(
        drafts: Vec<Draft>,
        definitions: Option<&Node<'static>>,
        failed: impl Fn(String) -> DialectError,
    ) -> Result<Vec<Plan>, DialectError> {
        let limits = hpd_json::Limits::default();
        let compile = |(schema, text, plan): (Node<'static>, Option<TextKind>, PlanId)| {
            let mut schema = schema;
            if let (Node::Object(members), Some(definitions)) = (&mut schema, definitions) {
                members.push(("$defs".into(), definitions.clone()));
            }
            let shape = Shape::compile_node(&schema, CompileOptions::outside(&limits));
            let shape = shape.map_err(|error| failed(error.to_string()))?;
            Ok(BranchPlan { shape, text, plan })
        };
        let plan = |draft| {
            Ok(match draft {
                Draft::Done(plan) => plan,
                Draft::Same(plan) => Plan::Several(vec![plan]),
                Draft::Branches(branches) => {
                    Plan::AnyOf(branches.into_iter().map(compile).collect::<Result<_, _>>()?)
                }
            })
        };
        drafts.into_iter().map(plan).collect()
    }
}

//! References within a size: targets that are used once are written in their place, and copies are cut.

use std::collections::HashSet;

use hpd_json::Node;

use super::error::{DialectError, DialectErrorKind};
use super::members::{Members, text};
use super::notes::Notes;
use super::place::Place;
use super::reference::kind_of;
use super::report::SchemaChangeKind;
use super::restore::{Converted, PlanId, TextKind};
use super::rules::{References, Rules};
use super::typed::described;
use super::walk::{Out, Walker};
use super::{addresses, describe, finish, root, text as held, types};

/// How much longer than its source a schema with copies may be.
const GROWTH: usize = 2;
/// Conversions until each definition is used more than once.
const ROUNDS: usize = 16;

/// The form of the references.
#[derive(Default)]
pub(super) struct Fit {
    /// Targets that are written in their place, as pointers.
    pub(super) inlined: HashSet<String>,
    /// References inside each other that are copied; `None` for all.
    depth: Option<usize>,
    /// Targets without parts, such as long lists of values, are not copied either.
    is_bare: bool,
}

/// Converts a whole schema.
pub(super) fn convert(rules: &'static Rules, schema: &Node<'_>) -> Result<Converted, DialectError> {
    let mut source = schema.clone().into_owned();
    addresses::resolve(&mut source);
    let mut fit = Fit::default();
    for _ in 0..ROUNDS {
        if !rules.references.are_shared() {
            break;
        }
        let mut walker = Walker::new(rules, &source, &fit);
        let out = root::convert(&mut walker)?;
        let inlined = finish::used_once(&walker, &out);
        if inlined.is_empty() {
            return finish::finish(walker, out);
        }
        fit.inlined.extend(inlined);
    }
    let (converted, has_copies) = attempt(rules, &source, &fit);
    if rules.references != References::Copied || !has_copies || fits(&converted, &source) {
        return converted;
    }
    cut(rules, &source).unwrap_or(converted)
}

/// One conversion, and whether it has copies.
fn attempt(
    rules: &'static Rules,
    source: &Node<'static>,
    fit: &Fit,
) -> (Result<Converted, DialectError>, bool) {
    let mut walker = Walker::new(rules, source, fit);
    let out = root::convert(&mut walker);
    let has_copies = walker.has_copies;
    (out.and_then(|out| finish::finish(walker, out)), has_copies)
}

/// Whether copies need no cut: the schema is short enough, or copies are not the reason why it can't be written.
fn fits(converted: &Result<Converted, DialectError>, source: &Node<'static>) -> bool {
    match converted {
        Ok(converted) => converted.schema.to_json().len() <= GROWTH * source.to_json().len(),
        Err(error) => !matches!(error.kind, DialectErrorKind::TooDeep | DialectErrorKind::TooWide { .. }),
    }
}

/// The conversion with the most copies that is short enough; without such, the shortest.
fn cut(rules: &'static Rules, source: &Node<'static>) -> Option<Result<Converted, DialectError>> {
    let mut shortest = None;
    for is_bare in [false, true] {
        let mut best = None;
        for depth in 0.. {
            let fit = Fit { depth: Some(depth), is_bare, ..Fit::default() };
            let (converted, _) = attempt(rules, source, &fit);
            let is_written = converted.is_ok();
            if !is_written || !fits(&converted, source) {
                shortest = if is_written && depth == 0 { Some(converted) } else { shortest };
                break;
            }
            best = Some(converted);
        }
        if best.is_some() {
            return best;
        }
    }
    shortest
}

impl Walker<'_> {
    /// Whether no further copy fits here.
    pub(super) fn is_cut(&self) -> bool {
        self.fit.depth.is_some_and(|depth| self.open.len() >= depth)
    }

    /// A reference without a copy of its target: text for an object or array, the type alone for other values.
    pub(super) fn cut(
        &mut self,
        pointer: &str,
        beside: Members,
        place: &Place,
    ) -> Result<Option<Out>, DialectError> {
        let target = self.target_of(&format!("#{pointer}"), place)?;
        let mut members = self.read(&target, &place.at(pointer))?;
        let kind = kind_of(&members);
        let has_parts = kind != TextKind::Anything
            || ["anyOf", "oneOf", "allOf", "$ref"].iter().any(|keyword| members.has(keyword));
        if !has_parts && !self.fit.is_bare {
            return Ok(None);
        }
        let mut beside = beside;
        let mut notes = Notes::of(self, &mut beside, place).without_kept();
        self.tell_all(beside, &mut notes.words, place);
        if has_parts {
            notes.words.push(describe::cut(held::what(kind), &members, self.fit.is_bare));
            let message = "is text that holds JSON, for a copy of its schema is too long";
            self.change(place, "$ref", SchemaChangeKind::Widened, message);
            let out = self.string_of(kind, PlanId::KEEP, false);
            return Ok(Some(described(out, notes)));
        }
        let kinds = types::of(&members).and_then(types::to_node).unwrap_or_else(|| text("string"));
        members = Members::one("type", kinds);
        let message = "is the type alone, for a copy of its schema is too long";
        self.change(place, "$ref", SchemaChangeKind::Widened, message);
        self.typed(members, notes, place).map(Some)
    }
}

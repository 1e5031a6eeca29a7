//! Errors and the warning about keys that a schema does not list.

use std::fmt::Write;

use hpd_json::__private::Path;
use hpd_json::text::cut;
use hpd_json::{Leniency, Node, Warning, WarningCode};

use super::place::{KeyPlace, Kind, Members, Stray};
use super::{KeyRules, UnknownKeys};
use crate::error::{Findings, nearest, text};
use crate::shape::accept::Judge;
use crate::shape::{Budget, Shape, ShapeId};

/// Characters of one name in the warning.
const LONGEST_NAME: usize = 48;
/// Characters of all names in the warning.
const LONGEST_LIST: usize = 120;

pub(super) fn report(
    shape: &Shape,
    tree: &Node<'_>,
    rules: &KeyRules<'_>,
    budget: &Budget,
    findings: &mut Findings,
) -> Option<Warning> {
    let before = findings.count();
    let judge = Judge::new(shape, budget, 0);
    let mut reporting =
        Reporting { judge, rules, is_refused: before > 0, findings, passed: Passed::default() };
    reporting.report(&[shape.root()], &Path::ROOT, tree);
    if reporting.judge.gave_up() && reporting.findings.count() == 0 {
        reporting.findings.report(&Path::ROOT, None, text::too_much_to_check);
    }
    reporting.passed.into_warning()
}

struct Reporting<'s, 'f> {
    judge: Judge<'s>,
    rules: &'f KeyRules<'f>,
    /// Other errors were found before.
    is_refused: bool,
    findings: &'f mut Findings,
    passed: Passed,
}

impl<'s> Reporting<'s, '_> {
    fn report(&mut self, ids: &[ShapeId], path: &Path<'_>, value: &Node<'_>) {
        if ids.is_empty() || !matches!(value, Node::Array(_) | Node::Object(_)) || !self.judge.enter() {
            return;
        }
        if let Some(place) = KeyPlace::new(&self.judge, ids) {
            match value {
                Node::Object(members) => {
                    self.report_members(&place, path, members);
                    for (key, member) in members {
                        // Nearly all members are scalars.
                        if matches!(member, Node::Array(_) | Node::Object(_)) {
                            let ids = place.member(&self.judge, key);
                            self.report(&ids, &path.key(key), member);
                        }
                    }
                }
                Node::Array(items) => {
                    for (index, item) in items.iter().enumerate() {
                        self.report(&place.item(index), &path.index(index), item);
                    }
                }
                _ => {}
            }
        }
        self.judge.leave();
    }

    fn report_members(&mut self, place: &KeyPlace<'s>, path: &Path<'_>, members: Members<'_, '_>) {
        let strays = place.strays(&self.judge, members);
        if strays.is_empty() {
            return;
        }
        let takes_unknown = place.takes_unknown(self.judge.shape);
        for Stray { index, kind } in strays {
            let (key, member) = &members[index];
            let path = path.key(key);
            match kind {
                // The error about the missing property names this key already.
                Kind::Misspelt(name) if self.is_refused && place.missing(members).contains(&name) => {}
                Kind::Misspelt(name) | Kind::Ambiguous(name) => {
                    self.findings
                        .report_named(&path, Some(member), |property| text::misspelt(property, name));
                }
                Kind::Repeated(name) => {
                    self.findings
                        .report_named(&path, Some(member), |property| text::spelt_twice(property, name));
                }
                Kind::Near(name) if !self.leaves_near() => {
                    self.findings
                        .report_named(&path, Some(member), |property| text::misspelt(property, name));
                }
                Kind::Unknown | Kind::Near(_) if takes_unknown => {}
                Kind::Unknown | Kind::Near(_) => match self.rules.unknown {
                    UnknownKeys::Reject => self.reject(place, &path, key, members, member),
                    UnknownKeys::Warn => self.passed.add(&path),
                    UnknownKeys::Pass => {}
                },
            }
        }
    }

    /// Whether a key that is nearly one of the schema's is an unknown one: by the schema it is right.
    fn leaves_near(&self) -> bool {
        self.rules.leniency == Leniency::Strict || self.rules.unknown == UnknownKeys::Pass
    }

    fn reject(
        &mut self,
        place: &KeyPlace<'s>,
        path: &Path<'_>,
        key: &str,
        members: Members<'_, '_>,
        member: &Node<'_>,
    ) {
        // The error about the missing property names this key already.
        if self.is_refused && nearest(key, place.missing(members)).is_some() {
            return;
        }
        self.findings.report_named(path, Some(member), |property| {
            let mut finding = text::unknown(property);
            finding.suggestion = nearest(key, place.absent(members)).map(str::to_owned);
            finding
        });
    }
}

/// The keys that are passed on, as the model reads of them.
#[derive(Default)]
struct Passed {
    names: String,
    length: usize,
    /// Those without room for their names.
    more: usize,
}

impl Passed {
    fn add(&mut self, path: &Path<'_>) {
        if self.more > 0 {
            self.more += 1;
            return;
        }
        let name = cut(&path.property(), LONGEST_NAME);
        let length = name.chars().count();
        if self.length + length > LONGEST_LIST {
            self.more += 1;
            return;
        }
        if self.length > 0 {
            self.names.push_str(", ");
        }
        self.names.push_str(&name);
        self.length += length + 2;
    }

    fn into_warning(self) -> Option<Warning> {
        let Self { mut names, length, more } = self;
        if length == 0 && more == 0 {
            return None;
        }
        if more > 0 {
            // Writing into a `String` can't fail.
            let _ = write!(names, " and {more} more");
        }
        let message = format!("Not known to this tool: {names}; passed on unread.");
        Some(Warning::new(WarningCode::UnknownField, "", message))
    }
}

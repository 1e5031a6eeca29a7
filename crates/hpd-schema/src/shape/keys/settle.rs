//! Keys in another spelling than that of the property that they mean.

use std::borrow::Cow;

use hpd_json::__private::Path;
use hpd_json::{Node, Warning, WarningCode};

use super::KeyRules;
use super::place::{KeyPlace, Kind};
use crate::shape::accept::Judge;
use crate::shape::budget::FOR_THE_CHECK;
use crate::shape::promote::Log;
use crate::shape::{Budget, Shape, ShapeId};

pub(super) fn settle(
    shape: &Shape,
    tree: &mut Node<'_>,
    rules: &KeyRules<'_>,
    budget: &Budget,
    warnings: &mut Vec<Warning>,
) -> bool {
    let judge = Judge::new(shape, budget, FOR_THE_CHECK);
    let mut settling = Settling { judge, log: Log::new(rules.limits.echo) };
    settling.settle(&[shape.root()], &Path::ROOT, tree);
    let is_changed = settling.log.total() > 0;
    settling.log.finish(warnings);
    is_changed
}

struct Settling<'s> {
    judge: Judge<'s>,
    log: Log,
}

impl Settling<'_> {
    fn settle(&mut self, ids: &[ShapeId], path: &Path<'_>, value: &mut Node<'_>) {
        if ids.is_empty() || !matches!(value, Node::Array(_) | Node::Object(_)) || !self.judge.enter() {
            return;
        }
        if let Some(place) = KeyPlace::new(&self.judge, ids) {
            match value {
                Node::Object(members) => {
                    for stray in place.strays(&self.judge, members) {
                        if let Kind::Misspelt(name) = stray.kind {
                            let key = &mut members[stray.index].0;
                            self.note(&path.key(name), key, name);
                            *key = Cow::Owned(name.to_owned());
                        }
                    }
                    for (key, member) in members {
                        // Nearly all members are scalars.
                        if matches!(member, Node::Array(_) | Node::Object(_)) {
                            let ids = place.member(&self.judge, key);
                            self.settle(&ids, &path.key(key), member);
                        }
                    }
                }
                Node::Array(items) => {
                    for (index, item) in items.iter_mut().enumerate() {
                        let ids = place.item(index);
                        self.settle(&ids, &path.index(index), item);
                    }
                }
                _ => {}
            }
        }
        self.judge.leave();
    }

    fn note(&mut self, path: &Path<'_>, from: &str, to: &str) {
        let (from, to) = (Node::String(from.into()), Node::String(to.into()));
        let message = "spelling of a field name corrected";
        self.log.note(WarningCode::KeySpelling, path, message, &from, Some(&to));
    }
}

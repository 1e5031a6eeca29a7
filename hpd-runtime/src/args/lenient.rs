//! What the second reading reads: a tree, set right as far as the policy allows.

use super::reading::Reading;
use super::{Limits, Node, SyntaxError, Warning, unwrap};
use crate::error::{Findings, echo};
use crate::repair::{Repaired, merge_duplicates, repair};
use crate::shape::{PromoteRules, Shape};
use crate::spec::Policy;

/// What is read, and how.
#[derive(Clone, Copy)]
pub(super) struct Lenient<'p> {
    pub(super) reading: Reading,
    pub(super) limits: &'p Limits,
    pub(super) shape: &'p Shape,
    /// The name of the function, if it is known.
    pub(super) function: Option<&'p str>,
    /// The parameters that are read as under [`Policy::Lenient`].
    pub(super) forgiven: &'p [&'static str],
}

impl Lenient<'_> {
    /// From text to tree. Text that is JSON is never repaired.
    ///
    /// # Errors
    ///
    /// The text has no meaning, more than one, or may have been cut off.
    pub(super) fn parse<'t>(&self, text: &'t str) -> Result<Repaired<'t>, SyntaxError> {
        let mut read = match Node::parse_object(text, self.limits) {
            Ok(tree) => Repaired { tree, warnings: Vec::new() },
            Err(_) => repair(text, &self.reading, self.limits)?,
        };
        if self.reading.policy != Policy::Strict {
            merge_duplicates(&mut read.tree, &mut read.warnings);
            unwrap::unwrap(&mut read.tree, self, &mut read.warnings);
        }
        Ok(read)
    }

    /// Brings the values of a tree towards the schema.
    pub(super) fn promote(&self, tree: &mut Node<'_>, warnings: &mut Vec<Warning>) {
        self.shape.promote(tree, &self.promote_rules(), warnings);
    }

    /// The same, and lists what is wrong with it then.
    pub(super) fn promote_and_check(
        &self,
        tree: &mut Node<'_>,
        warnings: &mut Vec<Warning>,
        findings: &mut Findings,
    ) {
        self.shape.promote_and_check(tree, &self.promote_rules(), warnings, findings);
    }

    const fn promote_rules(&self) -> PromoteRules<'_> {
        PromoteRules { policy: self.reading.policy, lenient_params: self.forgiven, limits: self.limits }
    }
}

/// Hides what warnings say of values that are never shown.
pub(super) fn hide_sensitive(warnings: &mut [Warning], findings: &Findings) {
    for warning in warnings {
        if findings.hides_at(&warning.pointer) {
            for shown in [&mut warning.from, &mut warning.to].into_iter().flatten() {
                echo::HIDDEN.clone_into(shown);
            }
        }
    }
}

//! Questions to the user: exact texts, attacks on them, and the way back to the arguments.

mod alike;
mod attacks;
mod cautions;
mod characters;
mod links;
mod offers;
mod secrets;
mod sentence;
mod texts;

use std::collections::BTreeMap;

use hpd_runtime::args::Node;
use hpd_runtime::spec::Risk;
use hpd_runtime::values::Provenance;

use super::{ArgumentChange, Question, QuestionInput, Rendered, render};
use crate::parse_trusted::parse_trusted;
use crate::pending::{Offer, PendingId};
use crate::system::{Random, RandomError};

/// Random bytes that a test knows: codes made of it are `222222`.
pub(super) struct Zeros;

impl Random for Zeros {
    fn fill(&self, bytes: &mut [u8]) -> Result<(), RandomError> {
        bytes.fill(0);
        Ok(())
    }
}

/// A call that is asked about.
pub(super) struct Call {
    name: &'static str,
    title: Option<String>,
    risk: Risk,
    arguments: Node<'static>,
    provenance: BTreeMap<String, Provenance>,
    sensitive: Vec<&'static str>,
    phrase: Option<&'static str>,
    pub(super) question: Option<&'static str>,
    pub(super) shown: BTreeMap<String, Node<'static>>,
    changes: Option<Vec<ArgumentChange>>,
    asked_again: Option<&'static str>,
    note: Option<&'static str>,
    pub(super) offers: Vec<Offer>,
    pub(super) known: Vec<&'static str>,
}

impl Call {
    pub(super) fn new(name: &'static str, risk: Risk, arguments: &str) -> Self {
        Self::of(name, risk, parse_trusted(arguments).unwrap().into_owned())
    }

    pub(super) fn of(name: &'static str, risk: Risk, arguments: Node<'static>) -> Self {
        Self {
            name,
            title: None,
            risk,
            arguments,
            provenance: BTreeMap::new(),
            sensitive: Vec::new(),
            phrase: None,
            question: None,
            shown: BTreeMap::new(),
            changes: None,
            asked_again: None,
            note: None,
            offers: Vec::new(),
            known: Vec::new(),
        }
    }

    pub(super) fn from(mut self, source: Provenance, names: &[&str]) -> Self {
        self.provenance.extend(names.iter().map(|name| ((*name).to_owned(), source)));
        self
    }

    pub(super) fn phrase(mut self, template: &'static str) -> Self {
        self.phrase = Some(template);
        self
    }

    pub(super) fn ask(&self) -> Rendered {
        let rendered = render(&QuestionInput {
            pending_id: &PendingId::new("0f1e2d3c4b5a69788796a5b4c3d2e1f0"),
            nonce: "00112233445566778899aabbccddeeff",
            name: self.name,
            title: self.title.as_deref(),
            plugin: Some("Bookkeeping"),
            risk: self.risk,
            arguments: &self.arguments,
            provenance: &self.provenance,
            sensitive: &self.sensitive,
            phrase: self.phrase,
            question: self.question,
            shown: &self.shown,
            changes: self.changes.as_deref(),
            asked_again: self.asked_again,
            note: self.note,
            offers: &self.offers,
            known: &self.known,
            random: &Zeros,
        });
        rendered.unwrap()
    }

    pub(super) fn text(&self) -> String {
        self.ask().question.text()
    }
}

/// The arguments that a question shows, those apart that it hides or cuts.
pub(super) fn shown_arguments(question: &Question) -> Node<'static> {
    let shown = question.fields().iter().filter(|field| field.is_whole());
    Node::Object(shown.map(|field| (field.parameter().unwrap().into(), field.value().unwrap())).collect())
}

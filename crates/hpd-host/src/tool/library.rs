//! The documents of all skills of a toolbox, by id.

use std::borrow::Cow;
use std::sync::Arc;

use hpd_runtime::spec::{Document, DocumentContent};
use rustc_hash::FxHashMap;

use super::{ContainerKind, Role, Tool, ToolIndex};
use crate::skill::{DocumentSource, DocumentText, ImportedSkill, SkillDocument};

/// The documents of all skills of a toolbox, by id.
#[derive(Debug, Default)]
pub(crate) struct Library {
    pub(crate) documents: Vec<StoredDocument>,
    by_id: FxHashMap<Box<str>, usize>,
}

/// A document, and the skills that it belongs to.
#[derive(Debug)]
pub(crate) struct StoredDocument {
    pub(crate) id: Box<str>,
    pub(crate) content: Content,
    pub(crate) skills: Vec<ToolIndex>,
}

/// Where a document's text is.
#[derive(Debug, Clone)]
pub(crate) enum Content {
    Text(Cow<'static, str>),
    Source(Arc<dyn DocumentSource>),
    /// It is not to be read. Says why.
    None(&'static str),
}

/// Problems with a document.
pub(crate) enum DocumentProblem {
    /// Another document has the same id.
    Same { id: String, skills: [ToolIndex; 2] },
    /// No source knows it.
    NoSource { id: String, skill: ToolIndex },
}

impl Library {
    /// Collects the documents of all skills among `tools`.
    pub(crate) fn collect(
        tools: &[Tool],
        sources: &[Arc<dyn DocumentSource>],
        problems: &mut Vec<DocumentProblem>,
    ) -> Self {
        let mut library = Self::default();
        for (skill, tool) in tools.iter().enumerate() {
            for (id, content) in contents(tool, sources) {
                let Some(content) = content else {
                    problems.push(DocumentProblem::NoSource { id: id.into_owned(), skill });
                    continue;
                };
                if let Some(problem) = library.add(&id, content, skill) {
                    problems.push(problem);
                }
            }
        }
        library
    }

    fn add(&mut self, id: &str, content: Content, skill: ToolIndex) -> Option<DocumentProblem> {
        let Some(&known) = self.by_id.get(id) else {
            self.by_id.insert(id.into(), self.documents.len());
            self.documents.push(StoredDocument { id: id.into(), content, skills: vec![skill] });
            return None;
        };
        let document = &mut self.documents[known];
        if !document.content.is(&content) {
            return Some(DocumentProblem::Same { id: id.to_owned(), skills: [document.skills[0], skill] });
        }
        document.skills.push(skill);
        None
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.documents.is_empty()
    }

    pub(crate) fn get(&self, id: &str) -> Option<&StoredDocument> {
        self.by_id.get(id).map(|&document| &self.documents[document])
    }
}

impl Content {
    /// Whether two documents of one id are one document.
    fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Text(own), Self::Text(other)) => own == other,
            (Self::Source(own), Self::Source(other)) => Arc::ptr_eq(own, other),
            _ => false,
        }
    }
}

/// The documents of a tool, if it is a skill; without content where no source knows one.
fn contents<'t>(
    tool: &'t Tool,
    sources: &'t [Arc<dyn DocumentSource>],
) -> Vec<(Cow<'t, str>, Option<Content>)> {
    let Role::Container(container) = &tool.role else { return Vec::new() };
    let find = |id: &str| sources.iter().find(|source| source.has(id)).cloned().map(Content::Source);
    match &container.kind {
        ContainerKind::Skill { info, .. } => {
            let content = |document: &Document| match document.content {
                DocumentContent::Text(text) => Some(Content::Text(Cow::Borrowed(text))),
                DocumentContent::Source => find(document.id),
            };
            info.documents.iter().map(|document| (document.id.into(), content(document))).collect()
        }
        ContainerKind::Imported(skill) => {
            let content = |document: &SkillDocument| match &document.text {
                DocumentText::Here(text) => Some(Content::Text(text.clone().into())),
                DocumentText::Source => own_source(skill).or_else(|| find(&document.id)),
                DocumentText::None(why) => Some(Content::None(why)),
            };
            skill.documents.iter().map(|document| (document.id.as_str().into(), content(document))).collect()
        }
        ContainerKind::Scope(_) | ContainerKind::External(_) => Vec::new(),
    }
}

fn own_source(skill: &ImportedSkill) -> Option<Content> {
    skill.source.clone().map(Content::Source)
}

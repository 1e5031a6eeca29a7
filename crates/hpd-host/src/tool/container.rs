//! A tool that reveals others: its members and its texts.

use std::borrow::Cow;

use hpd_runtime::spec::{BoundPlugin, ScopeSpec, SkillInfo};

use super::{Named, ToolIndex};
use crate::skill::ImportedSkill;

/// A tool that reveals others.
#[derive(Debug)]
pub(crate) struct ContainerRole {
    /// Its members, in order.
    pub(crate) members: Vec<ToolIndex>,
    /// Parameters of its functions that are never echoed.
    pub(crate) sensitive: Vec<Cow<'static, str>>,
    pub(crate) kind: ContainerKind,
}

/// The kinds of containers.
#[derive(Debug, Clone)]
pub(crate) enum ContainerKind {
    /// Of a plugin.
    Scope(&'static ScopeSpec),
    /// A skill.
    Skill { info: &'static SkillInfo, plugin: BoundPlugin, skill: usize },
    /// A skill that no macro declares.
    Imported(Box<ImportedSkill>),
    /// Of external tools.
    External(Box<SourceContainer>),
}

/// The texts of a source of external tools about its container.
#[derive(Debug, Clone)]
pub(crate) struct SourceContainer {
    pub(crate) text: String,
    pub(crate) named: Named,
    pub(crate) post_expansion: Option<String>,
}

impl ContainerKind {
    pub(crate) const fn is_skill(&self) -> bool {
        matches!(self, Self::Skill { .. } | Self::Imported(_))
    }

    /// How many members the description names.
    pub(crate) fn named(&self) -> Named {
        match self {
            Self::External(source) => source.named,
            Self::Scope(_) | Self::Skill { .. } | Self::Imported(_) => Named::First,
        }
    }

    /// The author's description of the contents.
    pub(crate) fn text(&self) -> &str {
        match self {
            Self::Scope(scope) => scope.description,
            Self::Skill { info, .. } => info.description,
            Self::Imported(skill) => &skill.description,
            Self::External(source) => &source.text,
        }
    }

    /// The text for the model once it is expanded, where that is no skill's instructions.
    pub(crate) fn post_expansion(&self) -> Option<&str> {
        match self {
            Self::Scope(scope) => scope.post_expansion,
            Self::External(source) => source.post_expansion.as_deref(),
            Self::Skill { .. } | Self::Imported(_) => None,
        }
    }
}

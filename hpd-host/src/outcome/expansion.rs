//! What the expansion of a container revealed, and what the model reads of it.

use std::fmt;

use serde::Serialize;

use crate::skill::{READ_DOCUMENT, SkillDocument};
use crate::toolbox::BRIDGE;

/// What the expansion of a container revealed. As text it is what the model reads.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Expansion {
    /// The container's name.
    pub container: String,
    /// It was expanded before; nothing changed.
    pub already_expanded: bool,
    /// The functions that are visible now.
    pub functions: Vec<String>,
    /// The skills that are visible now.
    pub skills: Vec<String>,
    /// The containers of scopes inside that are visible now.
    pub containers: Vec<String>,
    /// The containers that were collapsed to make room.
    pub collapsed: Vec<String>,
    /// How all of them are called, where the list of tools can't show it since it never changes.
    pub schemas: Vec<MemberSchema>,
    /// What the model reads besides.
    pub instructions: Option<String>,
    /// The documents that can be read now, of a skill.
    pub documents: Vec<SkillDocument>,
}

/// How a member of a container is called.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct MemberSchema {
    /// Its name.
    pub name: String,
    /// What it does, for the model.
    pub description: String,
    /// The JSON Schema of its arguments, as a JSON text; `None` for a container, which takes none.
    pub input_schema: Option<String>,
}

impl fmt::Display for Expansion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let was = if self.already_expanded { " is already" } else { "" };
        write!(f, "{}{was} expanded.", self.container)?;
        for (what, names) in [
            ("Functions", &self.functions),
            ("Skills", &self.skills),
            ("Containers", &self.containers),
            ("Collapsed to make room", &self.collapsed),
        ] {
            if !names.is_empty() {
                write!(f, " {what}: {}.", names.join(", "))?;
            }
        }
        if !self.schemas.is_empty() {
            write!(f, "\n\nCall them with {BRIDGE}, by name:")?;
        }
        self.schemas.iter().try_for_each(|member| write!(f, "\n- {member}"))?;
        if let Some(text) = &self.instructions {
            write!(f, "\n\n{text}")?;
        }
        if !self.documents.is_empty() {
            write!(f, "\n\nDocuments (read with {READ_DOCUMENT}):")?;
        }
        self.documents.iter().try_for_each(|document| write!(f, "\n{document}"))
    }
}

impl fmt::Display for MemberSchema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, description, input_schema } = self;
        f.write_str(name)?;
        if !description.is_empty() {
            write!(f, ": {description}")?;
        }
        match input_schema {
            Some(schema) => write!(f, "\n  Arguments: {schema}"),
            None => f.write_str("\n  Arguments: none"),
        }
    }
}

//! The result of expanding a container, and its text for the model.

use std::borrow::Cow;
use std::fmt;

use hpd_runtime::__private::text::{CutNote, cut_with_note};
use hpd_runtime::list::Access;
use serde::Serialize;

use crate::skill::SkillDocument;
use crate::tool::AddedNames;

/// The result of expanding a container. Its `Display` is the whole text. The model gets this text, cut if it is [too
/// long](crate::Limits::result_bytes).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Expansion {
    /// The container's name.
    pub container: String,
    /// The access of the session. Where it is open, the text is documentation: nothing had to be expanded.
    pub access: Access,
    /// It was expanded before; nothing changed.
    pub already_expanded: bool,
    /// The functions that are visible now.
    pub functions: Vec<String>,
    /// The skills that are visible now.
    pub skills: Vec<String>,
    /// The nested containers that are visible now.
    pub containers: Vec<String>,
    /// Containers that were collapsed for the limit.
    pub collapsed: Vec<String>,
    /// How to call each of these functions, skills and containers. Empty where the list shows their schemas after the
    /// expansion.
    pub schemas: Vec<MemberSchema>,
    /// Further text for the model.
    pub instructions: Option<String>,
    /// The documents that can be read now, of a skill.
    pub documents: Vec<SkillDocument>,
    /// The text for the model, where the whole is too long.
    pub(crate) short: Option<Box<str>>,
    /// The names of the tools that read documents and call functions.
    pub(crate) added_names: AddedNames,
    /// The list never changes: members are called through the tool that calls functions.
    pub(crate) is_bridged: bool,
    /// The names of the members that a provider loads, which has them as deferred tools in its list.
    pub(crate) loads: Vec<String>,
}

/// How to call a member of a container.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct MemberSchema {
    /// Its name.
    pub name: String,
    /// The purpose, for the model.
    pub description: String,
    /// The JSON Schema of its arguments, as a JSON text; `None` for a container, which takes none.
    pub input_schema: Option<String>,
}

impl Expansion {
    /// The text for the model.
    pub(super) fn told(&self) -> Cow<'_, str> {
        match &self.short {
            Some(short) => Cow::Borrowed(short),
            None => Cow::Owned(self.to_string()),
        }
    }

    /// Cuts the model's text beyond `most` bytes. The schemas of the last members go first, since the answer to a wrong
    /// call has them too. Then the end of the text is cut.
    pub(super) fn shorten(&mut self, max: usize) {
        let is_long = |described: usize| self.with_members(described).len() > max;
        if !is_long(self.schemas.len()) {
            return;
        }
        // Each member makes the text longer, so a binary search finds the largest number that fits.
        let (mut fit, mut too_many) = (0, self.schemas.len());
        while fit + 1 < too_many {
            let middle = usize::midpoint(fit, too_many);
            if is_long(middle) { too_many = middle } else { fit = middle }
        }
        let mut text = self.with_members(fit);
        cut_with_note(&mut text, max, CutNote::Plain);
        self.short = Some(text.into());
    }

    /// The text, with how the first `described` members are called.
    fn with_members(&self, described: usize) -> String {
        let mut text = String::new();
        // Writing into a `String` can't fail.
        let _ = self.write(described, &mut text);
        text
    }

    fn write(&self, described: usize, f: &mut impl fmt::Write) -> fmt::Result {
        let end = match (self.access, self.already_expanded) {
            (Access::Open, _) => "is open",
            (Access::Expanded, true) => "is already expanded",
            (Access::Expanded, false) => "expanded",
        };
        write!(f, "{} {end}.", self.container)?;
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
            f.write_str("\n\nCall them ")?;
            if self.is_bridged {
                write!(f, "with {}, ", self.added_names.bridge)?;
            }
            f.write_str("by name:")?;
        }
        self.schemas.iter().take(described).try_for_each(|member| write!(f, "\n- {member}"))?;
        let more = self.schemas.len().saturating_sub(described);
        if more > 0 {
            write!(
                f,
                "\n- {more} more, too long to show: the answer to a wrong call of one says what it takes."
            )?;
        }
        if let Some(text) = &self.instructions {
            write!(f, "\n\n{text}")?;
        }
        if !self.documents.is_empty() {
            write!(f, "\n\nDocuments (read with {}):", self.added_names.reader)?;
        }
        self.documents.iter().try_for_each(|document| write!(f, "\n{document}"))
    }
}

/// The whole, however long it is.
impl fmt::Display for Expansion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(self.schemas.len(), f)
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

//! A source or a skill inside of something that can't hold it.

use std::fmt;

/// Something is to lie in a container that can't hold it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct WithinProblem {
    /// The source or the skill.
    pub id: String,
    /// The container that was named.
    pub within: String,
    /// The nearest name of a container, where nothing is called so.
    pub suggestion: Option<String>,
    pub(crate) why: Why,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Why {
    Unknown,
    NoScope,
    Skill,
    Implicit,
}

const CONTAINERS: &str = "name a plugin with `#[scope(..)]`, or a source";

impl fmt::Display for WithinProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { id, within, suggestion, why } = self;
        write!(f, "`{id}` is to lie within `{within}`, which ")?;
        match (why, suggestion) {
            (Why::Unknown, Some(name)) => write!(f, "is no container: did you mean `{name}`?"),
            (Why::Unknown, None) => write!(f, "is no container: {CONTAINERS}"),
            (Why::NoScope, _) => {
                write!(f, "has no scope: write `#[scope(..)]` in place of `#[plugin]` at `{within}`")
            }
            (Why::Skill, _) => write!(f, "is a skill: {CONTAINERS}"),
            (Why::Implicit, _) => {
                write!(
                    f,
                    "is hidden, since only a skill refers to it: register it with `.plugin({within} {{ .. }})`"
                )
            }
        }
    }
}

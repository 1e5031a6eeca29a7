//! Why a toolbox can't be built.

use std::fmt;

/// Why a toolbox can't be built: everything that is wrong, at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BuildError {
    problems: Vec<BuildProblem>,
}

impl BuildError {
    /// `None` if there is no problem.
    pub(crate) fn from_problems(problems: Vec<BuildProblem>) -> Option<Self> {
        (!problems.is_empty()).then_some(Self { problems })
    }

    /// Everything that is wrong, in the order of registration.
    pub fn problems(&self) -> &[BuildProblem] {
        &self.problems
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.problems.as_slice() {
            [problem] => write!(f, "the toolbox can't be built: {problem}"),
            problems => {
                write!(f, "the toolbox can't be built, {} problems:", problems.len())?;
                problems.iter().try_for_each(|problem| write!(f, "\n- {problem}"))
            }
        }
    }
}

impl std::error::Error for BuildError {}

/// One thing that keeps a toolbox from being built.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum BuildProblem {
    /// Two plugins of different types have one name, or one was registered twice.
    SamePlugin {
        /// The name.
        plugin: String,
        /// It is one type, registered twice.
        twice: bool,
    },
    /// The model could not tell two tools apart.
    SameName {
        /// The name.
        name: String,
        /// The qualified ids of the two.
        ids: [String; 2],
    },
    /// A provider would refuse the name.
    IllegalName {
        /// The tool's qualified id.
        id: String,
        /// What is wrong with the name.
        problem: String,
    },
    /// A skill refers to a plugin that is not registered and has no `Default`.
    NeedsInstance {
        /// The plugin.
        plugin: String,
        /// The skill.
        referred_by: String,
    },
    /// Skills refer to each other in a circle.
    SkillCycle {
        /// The circle, from a skill back to itself.
        path: Vec<String>,
    },
    /// Scopes lie in each other in a circle.
    ScopeCycle {
        /// The circle, from a plugin back to itself.
        path: Vec<String>,
    },
    /// A tool from outside asks for something in its schema that nothing checks.
    Unchecked {
        /// The tool's qualified id.
        id: String,
        /// The keyword.
        keyword: String,
        /// JSON pointer to it.
        pointer: String,
    },
    /// A function's parameters contradict themselves, or a tool from outside has an ill-formed schema.
    Schema {
        /// The tool's qualified id.
        id: String,
        /// What is wrong.
        problem: String,
    },
}

impl fmt::Display for BuildProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SamePlugin { plugin, twice: true } => {
                write!(f, "the plugin `{plugin}` was registered twice: register it once")
            }
            Self::SamePlugin { plugin, twice: false } => {
                write!(f, "two plugins are called `{plugin}`: give one another `name`")
            }
            Self::SameName { name, ids: [first, second] } => write!(
                f,
                "`{first}` and `{second}` would both be called `{name}`: rename one, or register its plugin with `plugin_as(prefix, ..)`"
            ),
            Self::IllegalName { id, problem } => write!(f, "the tool `{id}` can't be offered: {problem}"),
            Self::NeedsInstance { plugin, referred_by } => write!(
                f,
                "the skill `{referred_by}` refers to the plugin `{plugin}`, which has no `Default`: register it with `.plugin({plugin} {{ .. }})`"
            ),
            Self::SkillCycle { path } => {
                write!(f, "skills refer to each other in a circle: {}", path.join(" -> "))
            }
            Self::ScopeCycle { path } => {
                write!(f, "scopes lie in each other in a circle: {}", path.join(" -> "))
            }
            Self::Unchecked { id, keyword, pointer } => write!(
                f,
                "`{id}`: nothing checks `{keyword}` at {pointer} of its schema; the feature `jsonschema` of hpd-host does"
            ),
            Self::Schema { id, problem } => write!(f, "`{id}`: {problem}"),
        }
    }
}

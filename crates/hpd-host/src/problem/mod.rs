//! Why a toolbox can't be built.

mod text;
mod within;

use std::fmt;

pub(crate) use within::Why;
pub use within::WithinProblem;

/// Why a toolbox can't be built: everything that is wrong, at once.
///
/// `Debug` shows the same text as `Display`: a `main` that returns this error prints it.
#[derive(Clone, PartialEq, Eq)]
pub struct BuildError {
    problems: Vec<BuildProblem>,
}

impl BuildError {
    /// `None` if there is no problem.
    pub(crate) fn from_problems(problems: Vec<BuildProblem>) -> Option<Self> {
        (!problems.is_empty()).then_some(Self { problems })
    }

    /// One problem alone.
    pub(crate) fn of(problem: BuildProblem) -> Self {
        Self { problems: vec![problem] }
    }

    /// Everything that is wrong, in the order of registration.
    pub fn problems(&self) -> &[BuildProblem] {
        &self.problems
    }
}

impl fmt::Debug for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
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

/// A problem that prevents the build of a toolbox, or that the built toolbox reports.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum BuildProblem {
    /// Two plugins have one name: plugins of two types, or one type that was registered twice.
    SamePlugin {
        /// The name.
        plugin: String,
        /// Whether it is one type, registered twice.
        twice: bool,
    },
    /// A plugin was registered with a prefix that is empty.
    EmptyPrefix {
        /// The plugin.
        plugin: String,
    },
    /// The policy names an unknown container in `never_collapse`. Only reported, never an error: sources come and go.
    NeverCollapse {
        /// The name, in lower case.
        name: String,
        /// The nearest name of a container.
        suggestion: Option<String>,
    },
    /// The model could not tell two tools apart.
    SameName {
        /// The name.
        name: String,
        /// The qualified ids of the two.
        ids: [String; 2],
    },
    /// Sessions and filters could not tell two tools apart.
    SameId {
        /// The qualified id.
        id: String,
        /// The names of the two.
        names: [String; 2],
    },
    /// A provider would refuse the name.
    IllegalName {
        /// The tool's qualified id.
        id: String,
        /// The problem with the name.
        problem: String,
    },
    /// A skill refers to a plugin that is not registered and has no `Default`.
    NeedsInstance {
        /// The plugin.
        plugin: String,
        /// The skill.
        referred_by: String,
    },
    /// A source or a skill was assigned to a container that can't hold it.
    Within(WithinProblem),
    /// Skills refer to each other in a circle.
    SkillCycle {
        /// The circle, from a skill back to itself.
        path: Vec<String>,
    },
    /// Scopes contain each other in a circle.
    ScopeCycle {
        /// The circle, from a plugin back to itself.
        path: Vec<String>,
    },
    /// An external tool's schema has a keyword that is not checked, such as an invalid pattern. The tool is
    /// nevertheless offered, without this check.
    Unchecked {
        /// The tool's qualified id.
        id: String,
        /// The keyword.
        keyword: String,
        /// JSON pointer to it.
        pointer: String,
    },
    /// Two sources of external tools share a name, or a source and a plugin do.
    SameSource {
        /// The name.
        source: String,
    },
    /// A source that should be left out does not exist.
    UnknownSource {
        /// The name that was given.
        name: String,
        /// The nearest name of a source.
        suggestion: Option<String>,
    },
    /// A plugin is registered several times, each time under another name, and something refers to it.
    SeveralInstances {
        /// The plugin.
        plugin: String,
        /// The qualified id of the referring item.
        referred_by: String,
        /// The names of the instances.
        instances: Vec<String>,
    },
    /// An entry of a list of external tools is no tool.
    NoTool {
        /// The source.
        source: String,
        /// The problem, in a sentence.
        problem: String,
    },
    /// A source lists two tools of one name; the second is left out.
    ListedTwice {
        /// Their qualified id.
        id: String,
    },
    /// An external tool was renamed, since its name is taken.
    Renamed {
        /// The tool's qualified id.
        id: String,
        /// The name that is taken.
        name: String,
        /// The name that the tool has instead.
        offered_as: String,
        /// The qualified id of the tool that has the name.
        taken_by: String,
    },
    /// The rules of an external tool contradict each other or its schema.
    Rules {
        /// The tool's qualified id.
        id: String,
        /// The problem, in a sentence.
        problem: String,
    },
    /// An external tool changed, and its source [asks for the host's consent](crate::external::OnChange::Block). Its calls
    /// are refused.
    ChangedTool {
        /// The tool's qualified id.
        id: String,
    },
    /// No tool in the reach of a rule has the [field](crate::approval::Escalation::fields) that the rule reads.
    EscalationField {
        /// The field.
        field: String,
        /// The tools that the rule is for; `None` for all writes.
        scope: Option<String>,
    },
    /// There are rules for a tool that its source does not have. All tools of the source are blocked: the tool may have a
    /// new name, which the rules do not know.
    RuleWithoutTool {
        /// The source.
        source: String,
        /// The name that the rules have.
        tool: String,
        /// The nearest name that the source has.
        suggestion: Option<String>,
    },
    /// Rules name a field that the tool's schema does not list, but allows.
    RuleField {
        /// The tool's qualified id.
        id: String,
        /// The field.
        field: String,
        /// The nearest name that the schema lists.
        suggestion: Option<String>,
    },
    /// Rules name a tool that yields the value of a field, but no tool has this name.
    RuleObtain {
        /// The tool's qualified id.
        id: String,
        /// The field.
        field: String,
        /// The name that the rules have.
        tool: String,
    },
    /// A dialect can't express the schema of an external tool: [reported](crate::Toolbox::reports_in), and never a
    /// build error.
    Dialect {
        /// The tool's qualified id.
        id: String,
        /// Why not.
        problem: String,
        /// The form in which the tool is listed instead.
        instead: String,
    },
    /// Two skills have documents of one id that are not the same.
    SameDocument {
        /// The id.
        document: String,
        /// The qualified ids of the two skills.
        skills: [String; 2],
    },
    /// A skill has a document whose text the host is to give, and no source knows it.
    NoDocumentSource {
        /// The id of the document.
        document: String,
        /// The qualified id of the skill.
        skill: String,
    },
    /// A tool has a name that the toolbox needs for the tool that reads documents of skills.
    ReservedName {
        /// The tool's qualified id.
        id: String,
        /// The name.
        name: String,
    },
    /// An imported skill has an invalid name or description, or was registered twice.
    Skill {
        /// The name of the skill.
        skill: String,
        /// The problem, in a sentence.
        problem: String,
    },
    /// An imported skill wants a tool that is not in the toolbox, or is no function.
    AllowedTool {
        /// The qualified id of the skill.
        skill: String,
        /// The tool, as the skill names it.
        tool: String,
        /// The nearest name of a function.
        suggestion: Option<String>,
    },
    /// A filter was registered for something that the toolbox does not have.
    UnknownFilterScope {
        /// `plugin` or `function`.
        what: &'static str,
        /// The name that was given.
        name: String,
        /// The nearest name of a plugin or function.
        suggestion: Option<String>,
    },
    /// A setting is about a tool that the toolbox does not have.
    UnknownTool {
        /// The setting.
        setting: &'static str,
        /// The qualified id that was given.
        id: String,
        /// The nearest qualified id in the toolbox.
        suggestion: Option<String>,
    },
    /// The name of a function of this program has a word that means a change, but the function has neither `write` nor
    /// `read_only`: [reported](crate::Toolbox::reports), and never a build error.
    NamedLikeWrite {
        /// The tool's qualified id.
        id: String,
        /// The word.
        word: &'static str,
    },
    /// A function's question names values of a preview, and the host registered none: the user reads the function's title
    /// in place of the question. [Reported](crate::Toolbox::reports), and never a build error.
    NoPreview {
        /// The tool's qualified id.
        id: String,
    },
    /// These tools have sensitive parameters. If a conversation can reach one of the tools, the journal records neither
    /// its messages nor its claims. [Reported](crate::Toolbox::reports) until the host
    /// [chooses](crate::Values::journal_free_text), and never a build error.
    FreeTextHidden {
        /// The qualified ids of the tools.
        tools: Vec<String>,
    },
    /// A tool has the name of the tool that calls functions, or its qualified id. Constant lists of sessions are without
    /// that tool then: [reported](crate::Toolbox::reports), and never a build error.
    NoConstantList {
        /// The qualified id of the tool that has the name.
        id: String,
        /// The name.
        name: String,
    },
    /// A tool has the name of the tool that reads long results, or its qualified id. Long results are cut then:
    /// [reported](crate::Toolbox::reports), and never a build error.
    NoKeptResults {
        /// The qualified id of the tool that has the name.
        id: String,
        /// The name.
        name: String,
    },
    /// A function's parameters contradict each other, or an external tool has an ill-formed schema.
    Schema {
        /// The tool's qualified id.
        id: String,
        /// The problem, in a sentence.
        problem: String,
    },
}

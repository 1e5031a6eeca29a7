//! A skill that is not declared by a macro.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{DocumentSource, DocumentText, SkillDocument, SkillProblem};

/// A skill without a macro: read from a folder by `SkillFolder` (feature `yaml`), or built by the host. It works like
/// any other skill, with the qualified id `AgentSkills.name`.
///
/// ```
/// use hpd_host::skills::ImportedSkill;
/// use hpd_host::{plugin, RawCall, Session, Toolbox};
///
/// struct Ledger;
///
/// #[plugin]
/// impl Ledger {
///     /// Lists the open invoices.
///     #[ai_function]
///     fn open_invoices(&self) -> Vec<String> {
///         Vec::new()
///     }
/// }
///
/// let reminders = ImportedSkill::new("reminders", "Reminds customers of open invoices.")
///     .instructions("Write to a customer once, with all open invoices.")
///     .allowed_tools(["Ledger.open_invoices"])
///     .document("tone.md", "The tone of a reminder", "Friendly.");
///
/// # futures_executor::block_on(async {
/// let toolbox = Toolbox::builder().plugin(Ledger).skill(reminders).build()?;
/// let expanded = toolbox.call(&Session::new(), &RawCall::new("1", "reminders", "{}")).await;
/// assert_eq!(
///     expanded.for_model().text,
///     "reminders expanded. Functions: open_invoices.\n\n\
///      Write to a customer once, with all open invoices.\n\n\
///      Documents (read with read_skill_document):\n\
///      reminders/tone.md - The tone of a reminder"
/// );
/// # Ok::<(), hpd_host::BuildError>(())
/// # }).unwrap();
/// ```
#[derive(Debug, Clone)]
#[must_use]
pub struct ImportedSkill {
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) instructions: String,
    pub(crate) license: Option<String>,
    pub(crate) compatibility: Option<String>,
    pub(crate) metadata: BTreeMap<String, String>,
    pub(crate) allowed_tools: Vec<String>,
    pub(crate) within: Option<String>,
    pub(crate) documents: Vec<SkillDocument>,
    /// Of its documents that are not here.
    pub(crate) source: Option<Arc<dyn DocumentSource>>,
    pub(crate) remarks: Vec<SkillProblem>,
}

impl ImportedSkill {
    /// A skill without contents. The name has at most 64 lower-case letters, digits and single hyphens. The description
    /// has at most 1,024 characters, and says when to use the skill. The toolbox build checks both.
    pub fn new(name: impl Into<String>, description: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            description: description.into(),
            instructions: String::new(),
            license: None,
            compatibility: None,
            metadata: BTreeMap::new(),
            allowed_tools: Vec::new(),
            within: None,
            documents: Vec::new(),
            source: None,
            remarks: Vec::new(),
        }
    }

    /// The text that the model reads on expansion.
    pub fn instructions(mut self, instructions: impl Into<String>) -> Self {
        self.instructions = instructions.into();
        self
    }

    /// Functions of the skill, by name or qualified id; those of a source also as `books.pay` or `mcp__books__pay`. A name that
    /// several functions have is none. The build succeeds despite unknown ones: the toolbox
    /// [reports](crate::Toolbox::reports) them. They run unasked only where the host
    /// [says so](crate::Approval::skill_permission).
    pub fn allowed_tools<T: Into<String>>(mut self, tools: impl IntoIterator<Item = T>) -> Self {
        self.allowed_tools.extend(tools.into_iter().map(Into::into));
        self
    }

    /// Puts the skill into the container of a plugin with a scope, or of a source. `container` is its qualified id or
    /// its name. The skill is hidden until that container is expanded. With an unknown container, the build
    /// [fails](crate::error::BuildProblem::Within).
    ///
    /// ```
    /// use hpd_host::skills::ImportedSkill;
    /// use hpd_host::{scope, Session, Toolbox};
    ///
    /// struct Ledger;
    ///
    /// #[scope("The ledger")]
    /// impl Ledger {
    ///     /// Lists the open invoices.
    ///     #[ai_function]
    ///     fn open_invoices(&self) -> Vec<String> {
    ///         Vec::new()
    ///     }
    /// }
    ///
    /// let reminders = ImportedSkill::new("reminders", "Reminds customers of open invoices.")
    ///     .within("Ledger");
    /// let toolbox = Toolbox::builder().plugin(Ledger).skill(reminders).build()?;
    /// assert_eq!(
    ///     toolbox.tool("Ledger").unwrap().description(),
    ///     "The ledger. Call it without arguments to reveal 1 function: open_invoices \
    ///      and 1 skill: reminders."
    /// );
    /// assert_eq!(toolbox.tool_list(&Session::new()).names().collect::<Vec<_>>(), ["Ledger"]);
    /// # Ok::<(), hpd_host::BuildError>(())
    /// ```
    pub fn within(mut self, container: impl Into<String>) -> Self {
        self.within = Some(container.into());
        self
    }

    /// Adds a document, which is read as `<skill>/<path>`.
    pub fn document(
        self,
        path: impl AsRef<str>,
        description: impl Into<String>,
        text: impl Into<String>,
    ) -> Self {
        self.with_document(path.as_ref(), description.into(), DocumentText::Here(text.into()))
    }

    pub(super) fn with_document(mut self, path: &str, description: String, text: DocumentText) -> Self {
        let id = format!("{}/{path}", self.name);
        self.documents.push(SkillDocument { id, description, text });
        self
    }

    /// The skill's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The purpose of the skill, and when to use it.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// The license, or where it is.
    pub fn license(&self) -> Option<&str> {
        self.license.as_deref()
    }

    /// The environment that the skill needs.
    pub fn compatibility(&self) -> Option<&str> {
        self.compatibility.as_deref()
    }

    /// Further metadata of the skill, by its own keys.
    pub const fn metadata(&self) -> &BTreeMap<String, String> {
        &self.metadata
    }

    /// The documents, by the ids under which they are read.
    pub fn documents(&self) -> &[SkillDocument] {
        &self.documents
    }

    /// Skipped parts of the skill's folder: unknown keys, links.
    pub fn remarks(&self) -> &[SkillProblem] {
        &self.remarks
    }
}

//! Skills of a toolbox, written as folders of the public form.

mod content;
mod error;
mod front_matter;

use std::fs;
use std::path::{Path, PathBuf};

pub use error::SkillExportError;
use hpd_runtime::TurnContext;
use serde_json::{Map, Value};

use self::content::SkillContent;
use self::error::Reason;
use crate::session::Session;
use crate::toolbox::Toolbox;

/// A skill as the files of its folder, with their contents.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SkillFiles {
    /// The folder's name: the skill's name in the format's spelling.
    pub name: String,
    /// The front matter of `SKILL.md`.
    pub front_matter: Map<String, Value>,
    /// Paths in the folder with their texts, `SKILL.md` first.
    pub files: Vec<(String, String)>,
    /// The ids of the parts that are left out, as in [`ExportedSkill::left_out`].
    pub left_out: Vec<String>,
}

/// A skill that was written as a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExportedSkill {
    /// The folder.
    pub folder: PathBuf,
    /// The ids of the parts that are left out: revealed skills and containers, and files that are not text.
    pub left_out: Vec<String>,
}

impl Toolbox {
    /// Writes a skill as a folder of the public format (<https://agentskills.io>) in `folder`. The skill is given by
    /// name or qualified id. The folder has the skill's instructions, description, functions and documents.
    ///
    /// The folder's name is the skill's name in the format's spelling: `QuickCheck` becomes `quick-check`. If the names
    /// differ, `metadata` in the front matter keeps the original name. Functions are listed by qualified id. Documents
    /// become files in `references`; files of an imported skill keep their paths. `metadata` keeps the descriptions of
    /// documents. Existing files are never overwritten.
    ///
    /// ```
    /// use hpd_host::{Toolbox, plugin};
    ///
    /// struct MonthEnd;
    ///
    /// #[plugin]
    /// impl MonthEnd {
    ///     /// Closes a month.
    ///     #[skill(instructions = "First close the books.")]
    ///     fn month_end(&self) {}
    /// }
    ///
    /// # futures_executor::block_on(async {
    /// # let folder = tempfile::tempdir()?;
    /// # let folder = folder.path();
    /// let toolbox = Toolbox::builder().plugin(MonthEnd).build()?;
    /// let exported = toolbox.export_skill("month_end", folder).await?;
    /// assert_eq!(exported.folder, folder.join("month-end"));
    /// assert_eq!(
    ///     std::fs::read_to_string(exported.folder.join("SKILL.md"))?,
    ///     "---\nname: month-end\ndescription: \"Closes a month.\"\n\
    ///      metadata:\n  \"hpd-name\": \"month_end\"\n---\n\n\
    ///      First close the books.\n"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// # }).unwrap();
    /// ```
    ///
    /// # Errors
    ///
    /// The skill is unknown, breaks a rule of the format, or has an unreadable document. Fails also if the folder
    /// exists, or can't be written. Documents are read before anything is written.
    pub async fn export_skill(
        &self,
        skill: &str,
        folder: impl AsRef<Path>,
    ) -> Result<ExportedSkill, SkillExportError> {
        let failed = |reason| SkillExportError::new(skill, reason);
        let content = SkillContent::collect(self, skill).await.map_err(failed)?;
        let folder = folder.as_ref().join(&content.name);
        write(&content, &folder).map_err(failed)?;
        Ok(ExportedSkill { folder, left_out: content.left_out })
    }

    /// The files that [`export_skill`](Self::export_skill) writes, as the principal of a turn sees the skill: functions that
    /// [list filters](crate::filter::ListFilter) hide are not named.
    ///
    /// ```
    /// use hpd_host::{Session, Toolbox, TurnContext, plugin};
    ///
    /// struct MonthEnd;
    ///
    /// #[plugin]
    /// impl MonthEnd {
    ///     /// Closes a month.
    ///     #[skill(instructions = "First close the books.")]
    ///     fn month_end(&self) {}
    /// }
    ///
    /// # futures_executor::block_on(async {
    /// let toolbox = Toolbox::builder().plugin(MonthEnd).build()?;
    /// let skill = toolbox.skill_files("month_end", &Session::new(), &TurnContext::default()).await?;
    /// assert_eq!(skill.name, "month-end");
    /// assert_eq!(skill.front_matter["description"], "Closes a month.");
    /// assert_eq!(skill.files[0].0, "SKILL.md");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// # }).unwrap();
    /// ```
    ///
    /// # Errors
    ///
    /// The skill is unknown or hidden, breaks a rule of the format, or has an unreadable document.
    pub async fn skill_files(
        &self,
        skill: &str,
        session: &Session,
        turn: &TurnContext,
    ) -> Result<SkillFiles, SkillExportError> {
        let failed = |reason| SkillExportError::new(skill, reason);
        let mut narrowed = None;
        let shown = self.shown_to(session, turn, &mut narrowed);
        let content = SkillContent::collect(shown, skill).await.map_err(failed)?;
        let skill_file = ("SKILL.md".to_owned(), front_matter::write(&content));
        let front_matter = front_matter::to_json(&content);
        let SkillContent { name, files, left_out, .. } = content;
        let files = std::iter::once(skill_file).chain(files).collect();
        Ok(SkillFiles { name, front_matter, files, left_out })
    }
}

fn write(content: &SkillContent, folder: &Path) -> Result<(), Reason> {
    let failed = |file: &Path, error| Reason::Write { file: file.to_owned(), error };
    if let Some(outer) = folder.parent() {
        fs::create_dir_all(outer).map_err(|error| failed(outer, error))?;
    }
    // Fails if it is there already.
    fs::create_dir(folder).map_err(|error| failed(folder, error))?;
    let skill_file = ("SKILL.md".to_owned(), front_matter::write(content));
    for (path, text) in std::iter::once(&skill_file).chain(&content.files) {
        let file = folder.join(path);
        if let Some(outer) = file.parent() {
            fs::create_dir_all(outer).map_err(|error| failed(outer, error))?;
        }
        fs::write(&file, text).map_err(|error| failed(&file, error))?;
    }
    Ok(())
}

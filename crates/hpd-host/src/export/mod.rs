//! Skills of a toolbox, written as folders of the public form.

mod content;
mod error;
mod front_matter;

use std::fs;
use std::path::{Path, PathBuf};

pub use error::SkillExportError;

use self::content::SkillContent;
use self::error::Reason;
use crate::toolbox::Toolbox;

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

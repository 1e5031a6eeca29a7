//! Skills from folders of the public form.

mod disk;
mod error;
mod files;
mod front_matter;

use std::fs;
use std::path::{Path, PathBuf};

pub use error::SkillFolderError;

use self::disk::{FolderDocuments, MAX_BYTES, read_text};
use self::error::Report;
use self::files::{FoundFile, find_files};
use self::front_matter::{FrontMatter, parse_skill_file};
use super::{DocumentText, ImportedSkill, description_key};

/// The file that makes a folder a skill.
const SKILL_FILE: &str = "SKILL.md";

/// A folder of the public skill format (<https://agentskills.io>): a `SKILL.md` with front matter and instructions, and
/// further files.
///
/// ```text
/// pdf-forms/
///   SKILL.md            name, description; the text below is the instructions
///   references/         texts become documents: `pdf-forms/references/fields.md`
///   scripts/            the same; nothing is ever run
///   assets/             other files are listed, and can't be read
/// ```
///
/// | key of the front matter | rule |
/// |---|---|
/// | `name` | lower-case letters, digits and single hyphens, 64 at most; the name of the folder |
/// | `description` | 1 to 1,024 characters |
/// | `license` | a text |
/// | `compatibility` | 1 to 500 characters |
/// | `metadata` | texts by key |
/// | `allowed-tools` | the functions of the skill, by name or qualified id, separated by spaces |
///
/// Documents are read from disk on demand. Hidden files and links are skipped. `metadata` may describe a document:
/// `"document:references/fields.md": "The fields of a form"`. The default is the first heading of a Markdown file.
///
/// ```no_run
/// use hpd_host::skills::SkillFolder;
/// use hpd_host::Toolbox;
///
/// let skill = SkillFolder::read("skills/pdf-forms")?;
/// let toolbox = Toolbox::builder().skill(skill).build()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SkillFolder;

/// The skills of a folder of folders.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct SkillFolders {
    /// Those that are right, by name.
    pub skills: Vec<ImportedSkill>,
    /// The errors of the other folders.
    pub errors: Vec<SkillFolderError>,
}

impl SkillFolders {
    /// Puts all skills into the container of a plugin with a scope, or of a source: see
    /// [`ImportedSkill::within`].
    #[must_use]
    pub fn within(mut self, container: &str) -> Self {
        self.skills = self.skills.into_iter().map(|skill| skill.within(container)).collect();
        self
    }
}

impl SkillFolder {
    /// Reads a skill.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the folder, each with file and line.
    pub fn read(folder: impl AsRef<Path>) -> Result<ImportedSkill, SkillFolderError> {
        let mut report = Report::new(folder.as_ref());
        let skill = read_skill(&mut report);
        report.finish(skill)
    }

    /// Reads every folder in `folder` that has a `SKILL.md`.
    ///
    /// # Errors
    ///
    /// `folder` can't be read. An error of one skill does not affect others.
    pub fn read_all(folder: impl AsRef<Path>) -> Result<SkillFolders, SkillFolderError> {
        let folder = folder.as_ref();
        let mut found = SkillFolders::default();
        for skill in folders_in(folder).map_err(|error| SkillFolderError::unreadable(folder, &error))? {
            match Self::read(skill) {
                Ok(skill) => found.skills.push(skill),
                Err(error) => found.errors.push(error),
            }
        }
        Ok(found)
    }
}

/// The folders in a folder that are skills, by name.
fn folders_in(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut folders = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.join(SKILL_FILE).symlink_metadata().is_ok() {
            folders.push(path);
        }
    }
    folders.sort();
    Ok(folders)
}

/// Reads a skill as far as possible, and reports its problems.
fn read_skill(report: &mut Report<'_>) -> Option<ImportedSkill> {
    let root = match report.folder.canonicalize() {
        Ok(root) => root,
        Err(error) => return report.wrong_folder(&error),
    };
    let text = match read_text(&root, SKILL_FILE) {
        Ok(Ok(text)) => text,
        Ok(Err(why)) => return report.wrong(SKILL_FILE, None, why),
        Err(error) => return report.wrong(SKILL_FILE, None, format!("it can't be read: {error}")),
    };
    let (front, body) = parse_skill_file(&text, report)?;
    front.check(&root, report);
    let files = find_files(&root, report);
    Some(put_together(front, body, root, files))
}

fn put_together(front: FrontMatter, body: &str, root: PathBuf, files: Vec<FoundFile>) -> ImportedSkill {
    let name = front.name.map(|name| name.value).unwrap_or_default();
    let description = front.description.map(|description| description.value).unwrap_or_default();
    let mut skill = ImportedSkill::new(name, description).instructions(body);
    skill.license = front.license;
    skill.compatibility = front.compatibility.map(|compatibility| compatibility.value);
    skill.metadata = front.metadata;
    skill.allowed_tools = front.allowed_tools;
    let texts = files.iter().filter(|file| file.text == DocumentText::Source);
    let texts = texts.map(|file| file.path.clone()).collect();
    skill.source = Some(std::sync::Arc::new(FolderDocuments::new(root, &skill.name, texts)));
    for FoundFile { path, description, text } in files {
        let description = skill.metadata.get(&description_key(&path)).cloned().unwrap_or(description);
        skill = skill.with_document(&path, description, text);
    }
    skill
}

/// A file larger than this is not read.
const TOO_LONG: &str = "it is longer than 1 MiB";
const _: () = assert!(MAX_BYTES == 1024 * 1024);
/// A file that is not UTF-8.
const NO_TEXT: &str = "it is not a text";

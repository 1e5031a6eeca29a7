//! The contents of a skill's folder before it is written.

use std::collections::{BTreeMap, BTreeSet};

use hpd_runtime::__private::nearest;
use hpd_runtime::ModelError;

use super::error::Reason;
use crate::skill::{DocumentText, SkillDocument, check_description, description_key, kebab_case};
use crate::tool::{AddedJob, ContainerKind, ContainerRole, Content, FunctionRole, Library, Role, Tool};
use crate::toolbox::Toolbox;

/// The key of the metadata that keeps the skill's own name.
const NAME_KEY: &str = "hpd-name";

/// The contents of a skill's folder before it is written.
#[derive(Default)]
pub(super) struct SkillContent {
    /// In the form's way.
    pub(super) name: String,
    pub(super) description: String,
    pub(super) license: Option<String>,
    pub(super) compatibility: Option<String>,
    pub(super) metadata: BTreeMap<String, String>,
    pub(super) allowed_tools: Vec<String>,
    pub(super) instructions: String,
    /// Texts by their paths in the folder.
    pub(super) files: Vec<(String, String)>,
    pub(super) left_out: Vec<String>,
}

impl SkillContent {
    /// Collects a skill's data, and reads its documents.
    pub(super) async fn collect(toolbox: &Toolbox, skill: &str) -> Result<Self, Reason> {
        let (tool, role) = find(toolbox, skill)?;
        let mut content = Self::default();
        let documents = content.take_from(tool, role);
        check_description(&content.description).map_err(Reason::Form)?;
        for &member in &role.members {
            let member = toolbox.at(member);
            let id = member.id().to_string();
            if member.is_container() {
                content.left_out.push(id);
            } else {
                // In the list, blanks and commas separate tools.
                let is_one = !id.contains(|c: char| c.is_whitespace() || matches!(c, ',' | '(' | ')'));
                content.allowed_tools.push(if is_one { id } else { member.name().to_owned() });
            }
        }
        if let Some(library) = library_of(toolbox) {
            let mut taken = BTreeSet::new();
            for document in documents {
                content.add_document(library, &document, &mut taken).await?;
            }
        }
        Ok(content)
    }

    /// Takes the skill's own data. Returns its documents.
    fn take_from(&mut self, tool: &Tool, role: &ContainerRole) -> Vec<SkillDocument> {
        match &role.kind {
            ContainerKind::Skill { info, plugin, skill } => {
                self.name = kebab_case(info.name);
                info.description.clone_into(&mut self.description);
                self.instructions = plugin.instructions(*skill).map(Into::into).unwrap_or_default();
                if self.name != info.name {
                    self.metadata.insert(NAME_KEY.to_owned(), info.name.to_owned());
                }
                info.documents.iter().map(SkillDocument::of).collect()
            }
            ContainerKind::Imported(skill) => {
                self.name.clone_from(&skill.name);
                self.description.clone_from(&skill.description);
                self.instructions.clone_from(&skill.instructions);
                self.license.clone_from(&skill.license);
                self.compatibility.clone_from(&skill.compatibility);
                self.metadata.clone_from(&skill.metadata);
                skill.documents.clone()
            }
            // `find` gives skills alone.
            ContainerKind::Scope(_) | ContainerKind::External(_) => {
                tool.name().clone_into(&mut self.name);
                Vec::new()
            }
        }
    }

    async fn add_document(
        &mut self,
        library: &Library,
        document: &SkillDocument,
        taken: &mut BTreeSet<String>,
    ) -> Result<(), Reason> {
        let SkillDocument { id, description, text } = document;
        if matches!(text, DocumentText::None(_)) {
            self.left_out.push(id.clone());
            return Ok(());
        }
        let text = match library.get(id).map(|document| &document.content) {
            Some(Content::Text(text)) => text.clone().into_owned(),
            Some(Content::Source(source)) => {
                let unread = |why| Reason::Document { id: id.clone(), why };
                source.read(id).await.map_err(|error| {
                    let cause = error.for_log().map(|cause| format!(" ({cause})")).unwrap_or_default();
                    unread(format!("{}{cause}", error.for_model()))
                })?
            }
            Some(Content::None(_)) | None => {
                self.left_out.push(id.clone());
                return Ok(());
            }
        };
        let path = free_path(&self.name, id, taken);
        self.metadata.insert(description_key(&path), description.clone());
        self.files.push((path, text));
        Ok(())
    }
}

/// A skill of a toolbox, by its name or qualified id.
fn find<'t>(toolbox: &'t Toolbox, skill: &str) -> Result<(&'t Tool, &'t ContainerRole), Reason> {
    let skills = || {
        let shown = (0..toolbox.all_tools().len()).filter(|&tool| !toolbox.hides(tool));
        shown.map(|tool| toolbox.at(tool)).filter_map(|tool| match &tool.role {
            Role::Container(role) if role.kind.is_skill() => Some((tool, role)),
            _ => None,
        })
    };
    let mut named =
        skills().filter(|(tool, _)| [tool.name(), tool.id().as_str(), tool.original_name()].contains(&skill));
    named.next().ok_or_else(|| {
        let known = skills().flat_map(|(tool, _)| [tool.name(), tool.id().as_str()]);
        Reason::NoSkill(nearest(skill, known).map(str::to_owned))
    })
}

fn library_of(toolbox: &Toolbox) -> Option<&Library> {
    toolbox.all_tools().iter().find_map(|tool| match &tool.role {
        Role::Function(FunctionRole::Added(added)) => match &added.job {
            AddedJob::Documents(reader) => Some(&reader.library),
            AddedJob::Results | AddedJob::Search(_) => None,
        },
        _ => None,
    })
}

/// Where a document goes: a file of an imported skill where it was, any other by its id into `references`. No two go to
/// one place, and none out of the folder.
fn free_path(skill: &str, id: &str, taken: &mut BTreeSet<String>) -> String {
    let own = id.strip_prefix(skill).and_then(|rest| rest.strip_prefix('/')).filter(|path| is_plain(path));
    let path = own.map_or_else(|| format!("references/{}", file_name(id)), str::to_owned);
    let (stem, ending) = match path.rsplit_once('.') {
        Some((stem, ending)) if !ending.contains('/') => (stem.to_owned(), format!(".{ending}")),
        _ => (path.clone(), String::new()),
    };
    let numbered = (2..).map(|number| format!("{stem}-{number}{ending}"));
    // Some systems take `A.md` and `a.md` for one file. There are more numbers than documents.
    let free = std::iter::once(path.clone()).chain(numbered).find(|path| taken.insert(path.to_lowercase()));
    free.unwrap_or(path)
}

/// Whether a path names a file below its folder on every system, other than the skill's own.
fn is_plain(path: &str) -> bool {
    let is_letter = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    let is_name = |name: &str| !name.is_empty() && !name.starts_with('.') && name.chars().all(is_letter);
    path.split('/').all(is_name) && !path.eq_ignore_ascii_case("SKILL.md")
}

/// A document's id as the name of a file.
fn file_name(id: &str) -> String {
    let allowed = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-') { c } else { '-' };
    let name: String = id.chars().map(allowed).collect();
    let name = name.trim_matches(['.', '-']);
    match name {
        "" => "document.md".to_owned(),
        name if name.contains('.') => name.to_owned(),
        name => format!("{name}.md"),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::free_path;

    #[test]
    fn documents_go_to_files_of_their_own() {
        let mut taken = BTreeSet::new();
        for (id, path) in [
            ("steps", "references/steps.md"),
            ("Steps", "references/Steps-2.md"),
            ("law.txt", "references/law.txt"),
            ("demo/scripts/run.py", "scripts/run.py"),
            ("demo/SKILL.md", "references/demo-SKILL.md"),
            ("demo/../../etc/passwd", "references/demo-..-..-etc-passwd"),
            ("demo//x", "references/demo--x.md"),
            ("../..", "references/document.md"),
            ("ä", "references/document-2.md"),
        ] {
            assert_eq!(free_path("demo", id, &mut taken), path, "{id}");
        }
    }
}

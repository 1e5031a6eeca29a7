//! Skills of a toolbox as the extension SEP-2640 serves them, and their files as resources.

use std::collections::BTreeSet;

use hpd_host::list::ListMode;
use hpd_host::skills::SkillFiles;
use hpd_host::{Tool, TurnContext};
use rmcp::model::{
    ErrorData, GetSkillResult, ListResourcesResult, ListSkillsResult, ReadResourceResult, Resource,
    ResourceContents, Skill, SkillFrontmatter, SkillResource, SkillResources,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};

use super::connection::Connection;

/// How the addresses of skills begin.
pub(super) const SCHEME: &str = "skill://";

/// The type of a folder.
const FOLDER: &str = "inode/directory";

/// The skills that a principal sees, with the contents of their files.
pub(super) struct Skills(Vec<SkillFiles>);

impl<H: ServerHandler> Connection<H> {
    /// The skills of a request's principal. One that can't be read is left out, and the log says so.
    pub(super) async fn skills_of(&self, context: &RequestContext<RoleServer>) -> Result<Skills, ErrorData> {
        let conversation = self.conversation(context)?;
        let toolbox = self.shared.changes.toolbox();
        let mut turn = TurnContext::on_behalf_of(conversation.principal.clone());
        turn.list = Some(ListMode::Flat);
        let listed = toolbox.tools_with(&conversation.session, &turn);
        let mut skills = Vec::new();
        for skill in listed.iter().filter(|tool| tool.is_container()).map(Tool::id) {
            match toolbox.skill_files(skill.as_str(), &conversation.session, &turn).await {
                Ok(files) => skills.push(files),
                Err(error) => tracing::warn!(%error, "a skill is not served"),
            }
        }
        Ok(Skills(skills))
    }
}

impl Skills {
    pub(super) fn list(&self) -> ListSkillsResult {
        let entries = self.0.iter().map(entry_of);
        ListSkillsResult::with_all_items(entries.collect())
    }

    pub(super) fn get(&self, uri: &str) -> Result<GetSkillResult, ErrorData> {
        let found = self.0.iter().find(|skill| uri_of(skill, SKILL_FILE) == uri);
        let none = || ErrorData::invalid_params(format!("There is no skill {uri}"), None);
        found.map(|skill| GetSkillResult::new(entry_of(skill))).ok_or_else(none)
    }

    /// The files and folders directly in a folder.
    pub(super) fn directory(&self, uri: &str) -> Result<ListResourcesResult, ErrorData> {
        let folder = uri.trim_end_matches('/');
        let mut children = Vec::new();
        let mut folders = BTreeSet::new();
        for (skill, path, text) in self.files() {
            let file = uri_of(skill, path);
            let Some(rest) = file.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/')) else {
                continue;
            };
            match rest.split_once('/') {
                None => children.push(resource_of(skill, path, text)),
                Some((name, _)) if folders.insert(name.to_owned()) => {
                    let inner = Resource::new(format!("{folder}/{name}"), name);
                    children.push(inner.with_mime_type(FOLDER));
                }
                Some(_) => {}
            }
        }
        if children.is_empty() {
            return Err(ErrorData::invalid_params(format!("There is no folder {uri}"), None));
        }
        Ok(ListResourcesResult::with_all_items(children))
    }

    /// All files of all skills.
    pub(super) fn resources(&self) -> Vec<Resource> {
        self.files().map(|(skill, path, text)| resource_of(skill, path, text)).collect()
    }

    /// The contents of a file; `None` if it is none of a skill.
    pub(super) fn read(&self, uri: &str) -> Option<ReadResourceResult> {
        let (_, path, text) = self.files().find(|(skill, path, _)| uri_of(skill, path) == uri)?;
        let contents = ResourceContents::TextResourceContents {
            uri: uri.to_owned(),
            mime_type: Some(mime_type(path).to_owned()),
            text: text.to_owned(),
            meta: None,
        };
        Some(ReadResourceResult::new(vec![contents]))
    }

    fn files(&self) -> impl Iterator<Item = (&SkillFiles, &str, &str)> {
        self.0.iter().flat_map(|skill| skill.files.iter().map(move |(path, text)| (skill, &**path, &**text)))
    }
}

/// The file with a skill's instructions.
const SKILL_FILE: &str = "SKILL.md";

fn uri_of(skill: &SkillFiles, path: &str) -> String {
    format!("{SCHEME}{}/{path}", skill.name)
}

fn entry_of(skill: &SkillFiles) -> Skill {
    let resources = skill
        .files
        .iter()
        .map(|(path, text)| SkillResource::from_bytes(uri_of(skill, path), text.as_bytes()));
    let mut about = SkillFrontmatter::new(&*skill.name, description_of(skill));
    let more = skill.front_matter.iter().filter(|(key, _)| !matches!(&***key, "name" | "description"));
    about.extra = more.map(|(key, value)| (key.clone(), value.clone())).collect();
    Skill::new(uri_of(skill, SKILL_FILE), about, SkillResources::Files(resources.collect()))
}

fn description_of(skill: &SkillFiles) -> &str {
    skill.front_matter.get("description").and_then(serde_json::Value::as_str).unwrap_or_default()
}

fn resource_of(skill: &SkillFiles, path: &str, text: &str) -> Resource {
    let mut resource = Resource::new(uri_of(skill, path), path).with_mime_type(mime_type(path));
    resource.size = u64::try_from(text.len()).ok();
    if path == SKILL_FILE {
        resource.name.clone_from(&skill.name);
        resource.description = Some(description_of(skill).to_owned());
    }
    resource
}

fn mime_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, ending)| ending) {
        Some("md") => "text/markdown",
        Some("json") => "application/json",
        Some("html") => "text/html",
        Some("csv") => "text/csv",
        _ => "text/plain",
    }
}

//! Files of a skill's folder beside its `SKILL.md`.

use std::fs::{self, DirEntry, FileType};
use std::io;
use std::path::Path;

use hpd_runtime::__private::text::cut;

use super::disk::{MAX_BYTES, file_in, read_text};
use super::error::Report;
use super::{SKILL_FILE, TOO_LONG};
use crate::skill::DocumentText;

/// More files than this are a mistake: all of them are listed when the skill is expanded.
const MAX_FILES: usize = 256;
/// Folders in folders.
const DEEPEST: usize = 8;
/// Characters of a heading that are shown.
const LONGEST_HEADING: usize = 200;

/// A file of the folder.
pub(super) struct FoundFile {
    /// From the folder on, with `/` between names.
    pub(super) path: String,
    /// A summary of the file, for the model.
    pub(super) description: String,
    /// Whether it is a text that can be read.
    pub(super) text: DocumentText,
}

/// The files of a folder, by path. Links and hidden files are skipped.
pub(super) fn find_files(root: &Path, report: &mut Report<'_>) -> Vec<FoundFile> {
    let mut walk = Walk { root, report, paths: Vec::new() };
    walk.folder("", 0);
    let Walk { mut paths, .. } = walk;
    if paths.len() > MAX_FILES {
        let message = format!("it holds more than {MAX_FILES} files");
        report.wrong::<()>("", None, message);
        return Vec::new();
    }
    paths.sort();
    paths.into_iter().filter_map(|path| look_at(root, path, report)).collect()
}

struct Walk<'w, 'f> {
    root: &'w Path,
    report: &'w mut Report<'f>,
    paths: Vec<String>,
}

impl Walk<'_, '_> {
    /// Looks through a folder, given by its path from the root on.
    fn folder(&mut self, folder: &str, depth: usize) {
        if depth > DEEPEST {
            return self.report.remark(folder, None, "it lies too deep and is passed over");
        }
        let entries =
            fs::read_dir(file_in(self.root, folder)).and_then(Iterator::collect::<io::Result<Vec<_>>>);
        match entries {
            Ok(entries) => entries.iter().for_each(|entry| self.entry(folder, entry, depth)),
            Err(error) => {
                self.report.wrong::<()>(folder, None, format!("it can't be read: {error}"));
            }
        }
    }

    fn entry(&mut self, folder: &str, entry: &DirEntry, depth: usize) {
        // One more than there may be is enough to know.
        if self.paths.len() > MAX_FILES {
            return;
        }
        let name = entry.file_name();
        let shown = name.to_string_lossy();
        let path = if folder.is_empty() { shown.to_string() } else { format!("{folder}/{shown}") };
        if shown.starts_with('.') || path == SKILL_FILE {
            return;
        }
        // Ids are read by models and logs: nothing in them may pass for something else.
        if name.to_str().is_none() || cut(&path, usize::MAX) != path {
            return self.report.remark(&path, None, "its name has odd characters and it is passed over");
        }
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => self.folder(&path, depth + 1),
            Ok(kind) if kind.is_file() => self.paths.push(path),
            Ok(kind) => self.report.remark(&path, None, passed_over(kind)),
            Err(error) => {
                self.report.wrong::<()>(&path, None, format!("it can't be read: {error}"));
            }
        }
    }
}

fn passed_over(kind: FileType) -> &'static str {
    if kind.is_symlink() { "it is a link and is passed over" } else { "it is not a file and is passed over" }
}

fn look_at(root: &Path, path: String, report: &mut Report<'_>) -> Option<FoundFile> {
    let size = fs::symlink_metadata(file_in(root, &path)).map_or(0, |metadata| metadata.len());
    let read = if size > MAX_BYTES { Ok(Err(TOO_LONG)) } else { read_text(root, &path) };
    let (text, heading) = match read {
        Ok(Ok(text)) => (DocumentText::Source, heading(&path, &text)),
        Ok(Err(why)) => (DocumentText::None(why), None),
        Err(error) => return report.wrong(&path, None, format!("it can't be read: {error}")),
    };
    let description = heading.unwrap_or_else(|| kind(&path).to_owned());
    Some(FoundFile { path, description, text })
}

/// The first heading of a Markdown text.
fn heading(path: &str, text: &str) -> Option<String> {
    let is_markdown = Path::new(path).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("md"));
    let line = text.lines().find(|line| is_markdown && line.starts_with('#'))?;
    let heading = line.trim_start_matches('#').trim();
    (!heading.is_empty()).then(|| cut(heading, LONGEST_HEADING))
}

/// The kind of a file, by its folder.
fn kind(path: &str) -> &'static str {
    match path.split_once('/') {
        Some(("scripts", _)) => "A script",
        Some(("references", _)) => "A reference",
        Some(("assets", _)) => "An asset",
        _ => "A file",
    }
}

//! The text of a `SKILL.md`: front matter in YAML, then instructions in Markdown.

use std::collections::BTreeMap;
use std::path::Path;

use super::SKILL_FILE;
use super::error::Report;
use crate::skill::allowed::split_tools;
use crate::skill::rules::{check_compatibility, check_description, check_name};
use hpd_document::{FileProblem, Format, Key, Place, Problems, read_noting};

/// The line before and after the front matter.
const FENCE: &str = "---";
/// The keys of the form, in its order.
const KEYS: [Key<FrontMatter>; 6] = [
    ("name", |front, place| front.name = said(place)),
    ("description", |front, place| front.description = said(place)),
    ("license", |front, place| front.license = place.text()),
    ("compatibility", |front, place| front.compatibility = said(place)),
    ("metadata", |front, place| {
        let texts = place.members().into_iter();
        front.metadata = texts.filter_map(|(key, text)| Some((key.to_owned(), text.text()?))).collect();
    }),
    ("allowed-tools", |front, place| front.allowed_tools = read_tools(place)),
];

/// The front matter before its checks.
#[derive(Default)]
pub(super) struct FrontMatter {
    pub(super) name: Option<Said>,
    pub(super) description: Option<Said>,
    pub(super) license: Option<String>,
    pub(super) compatibility: Option<Said>,
    pub(super) metadata: BTreeMap<String, String>,
    pub(super) allowed_tools: Vec<String>,
}

/// A text with its position in the file.
pub(super) struct Said {
    pub(super) value: String,
    line: usize,
}

/// Parses a `SKILL.md` into front matter and instructions.
pub(super) fn parse_skill_file<'t>(text: &'t str, report: &mut Report<'_>) -> Option<(FrontMatter, &'t str)> {
    let Some((yaml, body)) = split(text) else {
        let message = match text.lines().next() {
            Some(first) if first.trim_end() == FENCE => {
                "the front matter has no end: put a line `---` behind it"
            }
            _ => "it must begin with front matter: `name` and `description` between two lines `---`",
        };
        return report.wrong(SKILL_FILE, Some(1), message);
    };
    let (problems, remarks) = (Problems::default(), Problems::default());
    let read = read_noting(Format::Yaml, yaml, &problems, |root| read(root, &remarks));
    for problem in problems.into_list() {
        report.wrong::<()>(SKILL_FILE, line_of(&problem), problem.sentence());
    }
    for remark in remarks.into_list() {
        report.remark(SKILL_FILE, line_of(&remark), remark.sentence());
    }
    match read? {
        Some(front) => Some((front, body.trim())),
        None => report.wrong(
            SKILL_FILE,
            Some(1),
            "the front matter is empty: `name` and `description` are missing",
        ),
    }
}

/// The front matter and the text after it.
fn split(text: &str) -> Option<(&str, &str)> {
    let (first, rest) = text.split_once('\n')?;
    if first.trim_end() != FENCE {
        return None;
    }
    let mut at = 0;
    for line in rest.split_inclusive('\n') {
        if line.trim_end() == FENCE {
            return Some((&rest[..at], &rest[at + line.len()..]));
        }
        at += line.len();
    }
    None
}

/// The front matter begins in the second line of the file.
fn line_of(problem: &FileProblem) -> Option<usize> {
    problem.place.map(|(line, _)| line + 1)
}

/// The front matter; `None` if it is empty.
fn read(root: &Place<'_>, remarks: &Problems) -> Option<FrontMatter> {
    let mut front = FrontMatter::default();
    if root.is_null() {
        return None;
    }
    root.object_remarking(&KEYS, &mut front, remarks);
    Some(front)
}

fn said(place: &Place<'_>) -> Option<Said> {
    let value = place.text()?.trim().to_owned();
    Some(Said { value, line: place.line() + 1 })
}

/// The form has one text; lists are common all the same, and mean one thing.
fn read_tools(place: &Place<'_>) -> Vec<String> {
    match place.is_list() {
        true => place.texts(),
        false if place.is_null() => Vec::new(),
        false => split_tools(&place.text().unwrap_or_default()),
    }
}

impl FrontMatter {
    /// Checks the front matter against the rules of the format.
    pub(super) fn check(&self, root: &Path, report: &mut Report<'_>) {
        let mut missing = Vec::new();
        for (key, said, check) in [
            ("name", &self.name, check_name as fn(&str) -> Result<(), String>),
            ("description", &self.description, check_description),
        ] {
            match said {
                Some(said) => said.check(check, report),
                None => missing.push(key),
            }
        }
        if let Some(compatibility) = &self.compatibility {
            compatibility.check(check_compatibility, report);
        }
        for key in missing {
            // A value that is no text was reported before.
            if !report.mentions(key) {
                report.wrong::<()>(SKILL_FILE, Some(1), format!("`{key}` is missing"));
            }
        }
        let folder = root.file_name().and_then(|name| name.to_str());
        if let (Some(name), Some(folder)) = (&self.name, folder)
            && name.value != folder
            && check_name(&name.value).is_ok()
        {
            let message = format!("`name` is `{}`, and must be that of the folder, `{folder}`", name.value);
            report.wrong::<()>(SKILL_FILE, Some(name.line), message);
        }
    }
}

impl Said {
    fn check(&self, check: fn(&str) -> Result<(), String>, report: &mut Report<'_>) {
        if let Err(problem) = check(&self.value) {
            report.wrong::<()>(SKILL_FILE, Some(self.line), problem);
        }
    }
}

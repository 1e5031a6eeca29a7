//! Texts in YAML or TOML that people write: rules, configuration, profiles, manifests, front matter.
//!
//! [`read`] parses a text to a tree with positions, and gives its root to the caller as a [`Place`]. The caller walks
//! from place to place. All problems are collected, each with its position and its path of keys.

mod limits;
mod located;
mod path;
mod place;
mod problem;
#[cfg(feature = "toml")]
mod toml;
#[cfg(feature = "yaml")]
mod typed;
#[cfg(feature = "yaml")]
mod yaml;

use std::path::Path;

use located::Located;

pub use place::Place;
pub use problem::FileProblem;
#[cfg(feature = "yaml")]
pub use problem::YamlProblem;
pub use problem::{Problem, Problems, write_problems};
#[cfg(feature = "yaml")]
pub use typed::Key;

/// The format of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// YAML 1.2.
    #[cfg(feature = "yaml")]
    Yaml,
    /// TOML 1.0.
    #[cfg(feature = "toml")]
    Toml,
}

impl Format {
    /// The extensions of files that can be read.
    pub const EXTENSIONS: &'static [(&'static str, Self)] = &[
        #[cfg(feature = "yaml")]
        ("yml", Self::Yaml),
        #[cfg(feature = "yaml")]
        ("yaml", Self::Yaml),
        #[cfg(feature = "toml")]
        ("toml", Self::Toml),
    ];

    /// The format of a file, by its extension; `None` if this build can't read it.
    pub fn of(file: &Path) -> Option<Self> {
        let extension = file.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        let known = |(name, _): &&(&str, Self)| name.eq_ignore_ascii_case(extension);
        Self::EXTENSIONS.iter().find(known).map(|(_, format)| *format)
    }
}

/// Reads a text. The root of an empty text is null.
///
/// A text has at most 2 MiB, 200,000 keys and values, and 64 lists and mappings inside each other. In YAML, anchors and
/// aliases repeat at most 200,000 keys and values. Within these limits, the time is linear in the length of the text.
///
/// # Errors
///
/// The text is beyond a limit, or not valid YAML or TOML, or `read` noted problems: all of them.
pub fn read<T>(
    format: Format,
    text: &str,
    read: impl FnOnce(&Place<'_>) -> T,
) -> Result<T, Vec<FileProblem>> {
    let problems = Problems::default();
    let value = read_noting(format, text, &problems, read);
    match (value, problems.into_list()) {
        (Some(value), problems) if problems.is_empty() => Ok(value),
        (_, problems) => Err(problems),
    }
}

/// Reads a text as far as possible, and notes problems in a list of the caller; `None` if it is not valid YAML or TOML.
pub fn read_noting<T>(
    format: Format,
    text: &str,
    problems: &Problems,
    read: impl FnOnce(&Place<'_>) -> T,
) -> Option<T> {
    let parsed = limits::check_length(text).map_err(|problem| vec![problem]);
    let root: Result<Located<'_>, Vec<FileProblem>> = parsed.and_then(|()| match format {
        #[cfg(feature = "yaml")]
        Format::Yaml => yaml::parse(text).map_err(|problem| vec![problem]),
        #[cfg(feature = "toml")]
        Format::Toml => toml::parse(text),
    });
    match root {
        Ok(root) => Some(read(&Place::root(&root, problems))),
        Err(invalid) => {
            problems.note_all(invalid);
            None
        }
    }
}

#[cfg(all(test, feature = "yaml"))]
mod tests {
    use serde_json::{Value, json};

    use super::{Format, Key, Place, read};

    fn problems(text: &str, walk: impl FnOnce(&Place<'_>)) -> Vec<(Option<(usize, usize)>, String)> {
        let problems = read(Format::Yaml, text, walk).unwrap_err();
        problems.iter().map(|problem| (problem.place, problem.sentence())).collect()
    }

    #[test]
    fn an_empty_text_is_null() {
        for text in ["", "# nothing", "~", "---\n", "null"] {
            let read = read(Format::Yaml, text, |root| (root.is_null(), root.is_mapping()));
            assert_eq!(read, Ok((true, false)), "{text:?}");
        }
    }

    #[test]
    fn a_key_with_and_without_quotes_is_one_key() {
        let duplicate = "this is not valid YAML: duplicated key in mapping".to_owned();
        for text in ["a: 1\n'a': 2", "'a': 1\n\"a\": 2", "{a: 1,\n a: 2}"] {
            let [(place, message)] = &*problems(text, |_| {}) else { panic!("{text}") };
            assert_eq!((place.map(|(line, _)| line), message), (Some(2), &duplicate), "{text}");
        }
    }

    #[test]
    fn a_text_has_one_document() {
        let message = "the text must be one document".to_owned();
        assert_eq!(problems("a: 1\n---\nb: 2", |_| {}), [(Some((3, 1)), message)]);
    }

    #[test]
    fn a_text_beyond_a_limit_is_refused() {
        let problem = |text: &str| problems(text, |_| {}).remove(0);
        let problems_of = |text: &str| read(Format::Yaml, text, |_| {}).err().map_or(0, |found| found.len());
        let deep = "the text nests more than 64 lists and mappings".to_owned();
        let flat = "- ".repeat(64);
        assert_eq!(problems_of(&flat), 0);
        assert_eq!(problem(&format!("{flat}- ")), (Some((1, 129)), deep.clone()));
        assert_eq!(problem(&format!("a: b\nc:\n  {}", "- ".repeat(50_000))), (Some((3, 129)), deep.clone()));
        let link = |at: usize| format!("a{at}: &a{at} [[[[[[[[[*a{}]]]]]]]]]\n", at - 1);
        let chain = (1..9).map(link).collect::<Vec<_>>().concat();
        assert_eq!(problem(&format!("a0: &a0 [1]\n{chain}")), (Some((8, 18)), deep));

        let many = "the text has more than 200000 keys and values".to_owned();
        assert_eq!(problem(&format!("[{}1]", "1,".repeat(200_000))), (Some((1, 400_000)), many));
        let bomb = "anchors and aliases repeat more than 200000 keys and values".to_owned();
        let text = format!("a: &a [{}]\nb: [{}]", "1,".repeat(999), "*a,".repeat(999));
        assert_eq!(problem(&text), (Some((2, 602)), bomb));
        let long = "the text has more than 2097152 bytes".to_owned();
        assert_eq!(problem(&" ".repeat(2 * 1024 * 1024 + 1)), (None, long));
        assert_eq!(problems_of(&"#".repeat(2 * 1024 * 1024)), 0);
    }

    #[test]
    fn an_alias_repeats_its_value() {
        let text = "a: &a {b: [1, 'x']}\nc: *a\nd: &d [*d]\ne: !!map {f: 1}";
        let value: Value =
            read(Format::Yaml, text, |root| root.get("c").map(|place| place.json())).unwrap().into();
        assert_eq!(value, json!({"b": [1, "x"]}));
        let message = "`d[0]` must be a text, a number, a list or a mapping, without a tag".to_owned();
        assert_eq!(problems(text, |root| drop(root.json())), [(Some((3, 8)), message)]);
    }

    #[test]
    fn a_value_of_any_form_keeps_its_meaning() {
        let text = "[1, -2.5, 1e999, 0x10, '1', yes, True, ~, {a: [null, 'null']}]";
        let value: Value =
            read(Format::Yaml, text, |root| root.items().iter().map(Place::json).collect()).unwrap();
        assert_eq!(value, json!([1, -2.5, "1e999", "0x10", "1", "yes", true, null, {"a": [null, "null"]}]));
    }

    #[test]
    fn all_problems_have_their_place() {
        const KEYS: [Key<u64>; 2] = [
            ("count", |count, place| *count = place.count().unwrap_or_default()),
            ("any", |_, place| drop(place.json())),
        ];
        let text = "count: many\ncuont: 1\nother: 1\n[a]: 1\nany:\n  - {x: !tag 1}\n";
        assert_eq!(
            problems(text, |root| root.object(&KEYS, &mut 0)),
            [
                (Some((4, 1)), "has a key that is not a text".to_owned()),
                (Some((1, 1)), "`count` must be a whole number, zero or more".to_owned()),
                (Some((2, 1)), "`cuont` is not a known key: did you mean `count`?".to_owned()),
                (Some((3, 1)), "`other` is not a known key: there are count, any".to_owned()),
                (
                    Some((6, 6)),
                    "`any[0].x` must be a text, a number, a list or a mapping, without a tag".to_owned()
                ),
            ]
        );
    }
}

//! From YAML to the tree.

use hpd_runtime::args::{Decimal, Node};
use saphyr::{MarkedYaml, ScalarStyle, YamlData};

use super::{FileProblem, Problems, Spot, SpotValue};
use crate::yaml;

pub(super) fn load(text: &str) -> Result<Spot, Vec<FileProblem>> {
    let documents = yaml::load(text).map_err(|problem| {
        let place = Some((problem.line, problem.column));
        vec![FileProblem { place, path: problem.path, message: problem.message }]
    })?;
    let mut problems = Problems::default();
    let root = match documents.as_slice() {
        [] => empty(),
        [document] => match spot(document, document, "", &mut problems) {
            Spot { value: SpotValue::Scalar(Node::Null), .. } => empty(),
            root => root,
        },
        [_, second, ..] => {
            problems.wrong(&leaf(second, Node::Null), "", "the text must be one document");
            empty()
        }
    };
    match problems.into_list() {
        problems if problems.is_empty() => Ok(root),
        problems => Err(problems),
    }
}

const fn empty() -> Spot {
    Spot { place: (1, 1), value: SpotValue::Table(Vec::new()) }
}

/// The value of a node, at the place of another: its key, if it has one.
fn spot(node: &MarkedYaml<'_>, shown: &MarkedYaml<'_>, path: &str, problems: &mut Problems) -> Spot {
    let value = match &node.data {
        YamlData::Representation(text, ScalarStyle::Plain, None) => SpotValue::Scalar(plain(text)),
        YamlData::Representation(text, _, None) => {
            SpotValue::Scalar(Node::String(text.clone().into_owned().into()))
        }
        YamlData::Sequence(items) => {
            let item = |(index, item)| spot(item, item, &format!("{path}[{index}]"), problems);
            SpotValue::List(items.iter().enumerate().map(item).collect())
        }
        YamlData::Mapping(mapping) => {
            let mut members = Vec::with_capacity(mapping.len());
            for (key, value) in mapping {
                let YamlData::Representation(name, _, None) = &key.data else {
                    problems.wrong(&leaf(key, Node::Null), path, "has a key that is not a text");
                    continue;
                };
                let path = if path.is_empty() { name.to_string() } else { format!("{path}.{name}") };
                members.push((name.to_string(), spot(value, key, &path, problems)));
            }
            SpotValue::Table(members)
        }
        _ => {
            problems.wrong(
                &leaf(shown, Node::Null),
                path,
                "must be a text, a number, a list or a mapping, without a tag",
            );
            SpotValue::Scalar(Node::Null)
        }
    };
    Spot { value, ..leaf(shown, Node::Null) }
}

fn leaf(shown: &MarkedYaml<'_>, node: Node<'static>) -> Spot {
    Spot { place: (shown.span.start.line(), shown.span.start.col() + 1), value: SpotValue::Scalar(node) }
}

/// The value of an unquoted scalar. YAML has more number forms; only those of JSON are unambiguous everywhere.
fn plain(text: &str) -> Node<'static> {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => Node::Null,
        "true" | "True" | "TRUE" => Node::Bool(true),
        "false" | "False" | "FALSE" => Node::Bool(false),
        text if Decimal::parse(text).is_some() => Node::Number(text.to_owned().into()),
        text => Node::String(text.to_owned().into()),
    }
}

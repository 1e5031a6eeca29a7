//! From YAML to the tree.

use std::borrow::Cow;
use std::collections::HashSet;

use saphyr::{MarkedYaml, ScalarStyle, YamlData, YamlLoader};
use saphyr_parser::{BufferedInput, Marker, Parser};

use super::FileProblem;
use super::depth::too_deep;
use super::located::{Located, LocatedValue, Position};

/// Parses a text of one document. Scalars stay texts, so that no digit of a number is lost.
pub(super) fn parse(text: &str) -> Result<Located<'_>, FileProblem> {
    if let Some(position) = too_deep(text) {
        return Err(FileProblem::at(position, "the text nests too deep"));
    }
    let mut loader = YamlLoader::default();
    loader.early_parse(false);
    let scanned = Parser::new(BufferedInput::new(text.chars())).load(&mut loader, true);
    if let Some(error) = scanned.err().as_ref().or(loader.error()) {
        return Err(invalid(position(error.marker()), error.info()));
    }
    let mut documents = loader.into_documents().into_iter();
    match (documents.next(), documents.next()) {
        (None, _) => Ok(Located::nothing()),
        (Some(document), None) => locate(document, None),
        (_, Some(second)) => {
            Err(FileProblem::at(position(&second.span.start), "the text must be one document"))
        }
    }
}

fn invalid(position: Position, what: &str) -> FileProblem {
    FileProblem::at(position, format!("this is not valid YAML: {what}"))
}

fn position(marker: &Marker) -> Position {
    (marker.line(), marker.col() + 1)
}

/// A node with its position, or that of its key.
fn locate(node: MarkedYaml<'_>, key: Option<Position>) -> Result<Located<'_>, FileProblem> {
    let own = position(&node.span.start);
    let value = match node.data {
        YamlData::Representation(text, style, None) => {
            LocatedValue::Scalar { text, is_quoted: style != ScalarStyle::Plain }
        }
        YamlData::Sequence(items) => {
            LocatedValue::List(items.into_iter().map(|item| locate(item, None)).collect::<Result<_, _>>()?)
        }
        YamlData::Mapping(mapping) => mapping_of(mapping)?,
        _ => LocatedValue::Tagged,
    };
    Ok(Located { position: key.unwrap_or(own), value })
}

fn mapping_of<'t>(
    mapping: impl IntoIterator<Item = (MarkedYaml<'t>, MarkedYaml<'t>)>,
) -> Result<LocatedValue<'t>, FileProblem> {
    let (mut members, mut odd_keys) = (Vec::new(), Vec::new());
    let mut names: HashSet<Cow<'t, str>> = HashSet::new();
    for (key, value) in mapping {
        let at = position(&key.span.start);
        let YamlData::Representation(name, _, None) = key.data else {
            odd_keys.push(at);
            continue;
        };
        // For the parser, `a` and "a" are two keys.
        if !names.insert(name.clone()) {
            return Err(invalid(at, "duplicated key in mapping"));
        }
        members.push((name, locate(value, Some(at))?));
    }
    Ok(LocatedValue::Mapping { members, odd_keys })
}

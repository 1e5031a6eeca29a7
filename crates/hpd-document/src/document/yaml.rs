//! From YAML to the tree, in one pass.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};

use saphyr_parser::{BufferedInput, Event, Marker, Parser, ScalarStyle, Tag};

use super::FileProblem;
use super::limits::Counts;
use super::located::{Located, LocatedValue, Position};

/// Parses a text of one document. Scalars stay texts, so that no digit of a number is lost.
pub(super) fn parse(text: &str) -> Result<Located<'_>, FileProblem> {
    let mut tree = Tree::default();
    for event in Parser::new(BufferedInput::new(text.chars())) {
        let (event, span) = event.map_err(|error| invalid(position(error.marker()), error.info()))?;
        tree.take(event, position(&span.start))?;
    }
    // Where the text is no YAML at all, that is the problem.
    match tree.problem {
        Some(problem) => Err(problem),
        None => Ok(tree.root.unwrap_or_else(Located::nothing)),
    }
}

fn invalid(position: Position, what: &str) -> FileProblem {
    FileProblem::at(position, format!("this is not valid YAML: {what}"))
}

fn position(marker: &Marker) -> Position {
    (marker.line(), marker.col() + 1)
}

/// A list or a mapping that is not read to its end.
struct Open<'t> {
    position: Position,
    anchor: usize,
    is_tagged: bool,
    inside: Inside<'t>,
}

enum Inside<'t> {
    List(Vec<Located<'t>>),
    Mapping {
        members: Vec<(Cow<'t, str>, Located<'t>)>,
        odd_keys: Vec<Position>,
        /// A key that waits for its value, with its position. Its text is `None` if no reader knows such a key.
        key: Option<(Option<Cow<'t, str>>, Position)>,
    },
}

/// A tree that grows by the events of the parser.
#[derive(Default)]
struct Tree<'t> {
    root: Option<Located<'t>>,
    open: Vec<Open<'t>>,
    anchors: BTreeMap<usize, Located<'t>>,
    counts: Counts,
    /// The first problem of a text that is YAML.
    problem: Option<FileProblem>,
}

impl<'t> Tree<'t> {
    /// Adds an event.
    ///
    /// # Errors
    ///
    /// The text goes beyond a limit, so the rest is not read.
    fn take(&mut self, event: Event<'t>, position: Position) -> Result<(), FileProblem> {
        match event {
            Event::Alias(anchor) => {
                self.count(position, 0)?;
                let value = self.repeated(anchor, position)?;
                self.add(Located { position, value });
            }
            Event::Scalar(text, style, anchor, tag) => {
                self.count(position, 0)?;
                let value = match tag {
                    None => LocatedValue::Scalar { text, is_quoted: style != ScalarStyle::Plain },
                    Some(_) => LocatedValue::Tagged,
                };
                self.add_anchored(Located { position, value }, anchor)?;
            }
            Event::SequenceStart(anchor, tag) => {
                self.begin(position, anchor, tag.as_deref(), Inside::List(Vec::new()))?;
            }
            Event::MappingStart(anchor, tag) => {
                let inside = Inside::Mapping { members: Vec::new(), odd_keys: Vec::new(), key: None };
                self.begin(position, anchor, tag.as_deref(), inside)?;
            }
            Event::SequenceEnd | Event::MappingEnd => self.end()?,
            Event::Nothing
            | Event::StreamStart
            | Event::StreamEnd
            | Event::DocumentStart(_)
            | Event::DocumentEnd => {}
        }
        Ok(())
    }

    fn count(&mut self, position: Position, own_depth: usize) -> Result<(), FileProblem> {
        self.counts.add(self.open.len() + own_depth, position)
    }

    fn begin(
        &mut self,
        position: Position,
        anchor: usize,
        tag: Option<&Tag>,
        inside: Inside<'t>,
    ) -> Result<(), FileProblem> {
        self.count(position, 1)?;
        let is_tagged = tag.is_some_and(|tag| !tag.is_yaml_core_schema());
        self.open.push(Open { position, anchor, is_tagged, inside });
        Ok(())
    }

    fn end(&mut self) -> Result<(), FileProblem> {
        let Some(Open { position, anchor, is_tagged, inside }) = self.open.pop() else { return Ok(()) };
        let value = match inside {
            _ if is_tagged => LocatedValue::Tagged,
            Inside::List(items) => LocatedValue::List(items),
            Inside::Mapping { members, odd_keys, .. } => {
                if let Some(second) = duplicate(&members) {
                    self.note(invalid(second, "duplicated key in mapping"));
                }
                LocatedValue::Mapping { members, odd_keys }
            }
        };
        self.add_anchored(Located { position, value }, anchor)
    }

    /// The value of an anchor. A value that holds its own alias has none yet, and no reader takes it.
    fn repeated(&mut self, anchor: usize, position: Position) -> Result<LocatedValue<'t>, FileProblem> {
        let Some(known) = self.anchors.get(&anchor) else { return Ok(LocatedValue::Tagged) };
        let (values, depth) = known.extent();
        self.counts.repeat(values, self.open.len() + depth, position)?;
        Ok(known.value.clone())
    }

    fn add_anchored(&mut self, located: Located<'t>, anchor: usize) -> Result<(), FileProblem> {
        // Anchors begin with 1.
        if anchor > 0 {
            let (values, depth) = located.extent();
            self.counts.repeat(values, self.open.len() + depth, located.position)?;
            self.anchors.insert(anchor, located.clone());
        }
        self.add(located);
        Ok(())
    }

    /// Adds a value to the innermost list or mapping, or a key to the mapping.
    fn add(&mut self, located: Located<'t>) {
        match self.open.last_mut().map(|open| &mut open.inside) {
            None if self.root.is_none() => self.root = Some(located),
            None => self.note(FileProblem::at(located.position, "the text must be one document")),
            Some(Inside::List(items)) => items.push(located),
            Some(Inside::Mapping { members, odd_keys, key }) => match key.take() {
                None => {
                    let name = match located.value {
                        LocatedValue::Scalar { text, .. } => Some(text),
                        _ => None,
                    };
                    *key = Some((name, located.position));
                }
                // Where to look for a value: at its key.
                Some((Some(name), position)) => members.push((name, Located { position, ..located })),
                Some((None, position)) => odd_keys.push(position),
            },
        }
    }

    /// Notes a problem. The first one in the text counts.
    fn note(&mut self, problem: FileProblem) {
        if self.problem.as_ref().is_none_or(|first| problem.place < first.place) {
            self.problem = Some(problem);
        }
    }
}

/// The position of the second one of two equal keys. For the parser, `a` and "a" are two keys.
fn duplicate(members: &[(Cow<'_, str>, Located<'_>)]) -> Option<Position> {
    let mut names: HashSet<&str> = HashSet::with_capacity(members.len());
    members.iter().find(|(name, _)| !names.insert(name)).map(|(_, value)| value.position)
}

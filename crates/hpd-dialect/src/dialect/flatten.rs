//! Alternatives at the root, for dialects that forbid them there.

use hpd_json::Node;

use super::describe;
use super::error::{DialectError, DialectErrorKind};
use super::members::{Members, text};
use super::notes::Notes;
use super::place::Place;
use super::report::SchemaChangeKind;
use super::unions::names_of;
use super::walk::{Out, Walker};

impl Walker<'_> {
    /// Rewrites root alternatives as one object. Properties that all alternatives require stay required. Each property
    /// accepts the values of every alternative.
    pub(super) fn flattened(
        &mut self,
        branches: Vec<(Members, Place)>,
        keyword: &str,
        notes: &mut Notes,
        place: &Place,
    ) -> Result<Out, DialectError> {
        let mut properties: Vec<(String, Vec<Node<'static>>)> = Vec::new();
        let mut required: Option<Vec<String>> = None;
        let mut sets = Vec::new();
        for (branch, at) in branches {
            let Some(branch) = self.possible(|walker| walker.resolved(branch, &at))? else { continue };
            if let Some(Node::Object(own)) = branch.get("properties") {
                for (name, schema) in own {
                    match properties.iter_mut().find(|(known, _)| known == name) {
                        Some((_, schemas)) if schemas.contains(schema) => {}
                        Some((_, schemas)) => schemas.push(schema.clone()),
                        None => properties.push((name.clone().into_owned(), vec![schema.clone()])),
                    }
                }
            }
            let own = names_of(branch.get("required"));
            required = Some(match required {
                None => own.clone(),
                Some(common) => common.into_iter().filter(|name| own.contains(name)).collect(),
            });
            sets.push(own);
        }
        let Some(required) = required else {
            return Err(self.error(place, DialectErrorKind::Unsatisfiable));
        };
        for set in &mut sets {
            set.retain(|name| !required.contains(name));
        }
        if sets.iter().any(|set| !set.is_empty()) {
            notes.words.push(describe::alternatives(&sets, keyword == "oneOf"));
        }
        self.change(
            place,
            keyword,
            SchemaChangeKind::Widened,
            "is one object with the properties of all alternatives",
        );
        let mut object = Members::one("type", text("object"));
        let schemas = properties.into_iter().map(|(name, schemas)| (name.into(), any_of(schemas)));
        object.set("properties", Node::Object(schemas.collect()));
        object.set("required", Node::Array(required.into_iter().map(text).collect()));
        std::mem::take(notes).write(&mut object);
        self.members(object, place)
    }

    /// An alternative of the root with its references replaced.
    fn resolved(&mut self, branch: Members, place: &Place) -> Result<Members, DialectError> {
        let mut words = Vec::new();
        let mut branch = branch;
        for _ in 0..32 {
            if let Some(Node::String(reference)) = branch.take("$ref") {
                let target = self.target_of(&reference, place)?;
                let target = self.read(&target, place)?;
                branch = self.merge(branch, target, &mut words, place)?;
            } else if let Some(Node::Array(parts)) = branch.take("allOf") {
                for part in parts {
                    let part = self.read(&part, place)?;
                    branch = self.merge(branch, part, &mut words, place)?;
                }
            } else {
                return Ok(branch);
            }
        }
        Err(self.error(place, DialectErrorKind::TooDeep))
    }
}

fn any_of(mut schemas: Vec<Node<'static>>) -> Node<'static> {
    match schemas.len() {
        1 => schemas.remove(0),
        _ => Members::one("anyOf", Node::Array(schemas)).into_node(),
    }
}

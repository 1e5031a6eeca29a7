//! Descriptions of a schema, with sentences that the conversion adds.

use hpd_json::Node;

use super::members::{Members, is_annotation, text};
use super::place::Place;
use super::report::SchemaChangeKind;
use super::walk::Walker;
use super::{describe, types};

/// The remarks of one schema.
#[derive(Debug, Clone, Default)]
pub(super) struct Notes {
    pub(super) description: Option<String>,
    /// Sentences to add to the description.
    pub(super) words: Vec<String>,
    /// Remarks that the dialect takes.
    kept: Members,
}

impl Notes {
    /// Takes the remarks out of a schema.
    pub(super) fn of(walker: &mut Walker<'_>, members: &mut Members, place: &Place) -> Self {
        let annotations = members.take_where(is_annotation);
        let mut notes = Self::default();
        let mut title = None;
        for (keyword, value) in annotations.0 {
            match (keyword.as_ref(), value) {
                ("description", Node::String(words)) => notes.description = Some(words.into_owned()),
                ("title", Node::String(words)) => title = Some(words.into_owned()),
                // A default of null means an absent argument.
                ("default", Node::Null) => {}
                ("default", value) => notes.default_value(walker, value, types::of(members), place),
                ("examples" | "deprecated" | "readOnly" | "writeOnly", value) => {
                    notes.remark(walker, &keyword, value, place);
                }
                _ => {}
            }
        }
        // A title that only repeats the name tells nothing.
        if notes.description.is_none() && !place.is_root {
            notes.description = title.filter(|title| !is_same_name(title, &place.property));
        }
        notes
    }

    fn default_value(
        &mut self,
        walker: &mut Walker<'_>,
        value: Node<'static>,
        types: Option<hpd_schema::__private::shape::TypeSet>,
        place: &Place,
    ) {
        let fits = types.is_none_or(|types| types.contains(types::of_value(&value)));
        if fits && walker.rules.keeps("default") {
            self.kept.set("default", value);
        } else {
            walker.tell("default", &value, &mut self.words, place);
        }
    }

    fn remark(&mut self, walker: &mut Walker<'_>, keyword: &str, value: Node<'static>, place: &Place) {
        if walker.rules.keeps(keyword) {
            self.kept.set(keyword.to_owned(), value);
        } else if keyword == "examples" {
            walker.tell(keyword, &value, &mut self.words, place);
        } else {
            walker.change(place, keyword, SchemaChangeKind::Dropped, "has no form in this dialect");
        }
    }

    /// These remarks, and those of another where these say nothing.
    pub(super) fn or(mut self, other: Self) -> Self {
        self.description = self.description.or(other.description);
        self.words.extend(other.words);
        for (keyword, value) in other.kept.0 {
            if !self.kept.has(&keyword) {
                self.kept.set(keyword, value);
            }
        }
        self
    }

    /// Writes the remarks into a converted schema.
    pub(super) fn write(self, members: &mut Members) {
        if let Some(description) = describe::join(self.description.as_deref(), &self.words) {
            members.set("description", text(description));
        }
        for (keyword, value) in self.kept.0 {
            members.set(keyword, value);
        }
    }

    /// The remarks for a schema of which the value's own remarks make no sense any more.
    pub(super) fn without_kept(mut self) -> Self {
        self.kept = Members::default();
        self
    }
}

/// "User Id" is `user_id`.
fn is_same_name(title: &str, name: &str) -> bool {
    let chars = |text: &str| -> String {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    chars(title) == chars(name)
}

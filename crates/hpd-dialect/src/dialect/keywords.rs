//! The keywords of one schema, each by itself.

use hpd_json::Node;
use hpd_schema::__private::shape::TypeSet;

use super::error::DialectError;
use super::error::DialectErrorKind;
use super::members::{Members, never, text};
use super::notes::Notes;
use super::place::Place;
use super::report::SchemaChangeKind;
use super::restore::PlanId;
use super::walk::{Draft, Out, Walker};
use super::{finish, normal, types};

impl Walker<'_> {
    /// Converts a schema keyword by keyword.
    pub(super) fn keywords(
        &mut self,
        mut members: Members,
        mut notes: Notes,
        place: &Place,
    ) -> Result<Out, DialectError> {
        let mut out = Members::default();
        if !self.rules.typed {
            self.drop_unfit_values(&mut members, &mut notes, place);
        }
        if let Some(kinds) = members.take("type") {
            out.set("type", kinds);
        }
        if self.rules.typed {
            for keyword in ["enum", "const"] {
                if let Some(value) = members.take(keyword) {
                    out.set(keyword, value);
                }
            }
        } else {
            self.loose_values(&mut members, &mut out, &mut notes, place);
        }
        let kinds = types::of(&out);
        let object = members.take_where(|keyword| types::about(keyword) == Some(TypeSet::OBJECT));
        let array = members.take_where(|keyword| types::about(keyword) == Some(TypeSet::ARRAY));
        let mut plans = Vec::new();
        let is_object = out.get("type").is_some_and(|kinds| types::declared(kinds).contains(TypeSet::OBJECT));
        if is_object || !object.is_empty() && kinds.is_none() {
            plans.push(self.object_or_other(object, &mut out, &mut notes, place)?);
        }
        let is_array = out.get("type").is_some_and(|kinds| types::declared(kinds).contains(TypeSet::ARRAY));
        if is_array || !array.is_empty() && kinds.is_none() {
            plans.push(self.array(array, &mut out, &mut notes, place)?);
        }
        let is_at_root = place.is_root && !self.rules.root_unions;
        if is_at_root || !self.rules.keeps("if") {
            self.tell_condition(&mut members, &mut notes.words, place);
        }
        for (keyword, value) in members.0 {
            if let Some(plan) = self.keyword(&keyword, value, &mut out, &mut notes, place)? {
                plans.push(plan);
            }
        }
        // Alternatives are recognised by the written form, so this runs before anything is restored.
        plans.reverse();
        let plan = self.several(plans);
        notes.write(&mut out);
        finish::sort(&mut out);
        Ok(Out { members: out, plan, text: None })
    }

    /// One keyword that is neither about objects nor about arrays.
    fn keyword(
        &mut self,
        keyword: &str,
        value: Node<'static>,
        out: &mut Members,
        notes: &mut Notes,
        place: &Place,
    ) -> Result<Option<PlanId>, DialectError> {
        let is_at_root = place.is_root && !self.rules.root_unions;
        match keyword {
            "anyOf" | "oneOf" | "allOf" if self.rules.keeps(keyword) => {
                return self.kept_union(keyword, &value, out, place).map(Some);
            }
            "not" | "if" | "then" | "else" if self.rules.keeps(keyword) && !is_at_root => {
                let at = place.beside(keyword, None).partial();
                match self.possible(|walker| walker.schema(&value, &at))? {
                    Some(inner) => out.set(keyword.to_owned(), inner.members.into_node()),
                    // Every value satisfies this.
                    None if keyword == "not" => {}
                    None => out.set(keyword.to_owned(), never()),
                }
            }
            "format" => self.format(&value, out, notes, place),
            "pattern" if self.rules.keeps(keyword) && !self.takes_pattern(&value) => {
                self.tell(keyword, &value, &mut notes.words, place);
            }
            _ if self.rules.keeps(keyword)
                && !(is_at_root && matches!(keyword, "not" | "if" | "then" | "else")) =>
            {
                out.set(keyword.to_owned(), value);
            }
            _ if !is_known(keyword) => {
                self.change(place, keyword, SchemaChangeKind::Dropped, "is no keyword of JSON Schema");
            }
            _ => self.tell(keyword, &value, &mut notes.words, place),
        }
        Ok(None)
    }

    /// Alternatives beside other keywords.
    fn kept_union(
        &mut self,
        keyword: &str,
        value: &Node<'static>,
        out: &mut Members,
        place: &Place,
    ) -> Result<PlanId, DialectError> {
        let Node::Array(branches) = value else { return Ok(PlanId::KEEP) };
        let is_beside = out.has("type");
        let mut schemas = Vec::new();
        let mut plans = Vec::new();
        for (index, branch) in branches.iter().enumerate() {
            let at = place.beside(keyword, Some(index));
            let at = if is_beside { at.partial() } else { at };
            // An alternative that accepts nothing adds nothing.
            let Some(branch) = self.possible(|walker| walker.schema(branch, &at))? else { continue };
            let schema = branch.members.into_node();
            plans.push((schema.clone(), branch.text, branch.plan));
            schemas.push(schema);
        }
        if schemas.is_empty() {
            return Err(self.error(place, DialectErrorKind::Unsatisfiable));
        }
        out.set(keyword.to_owned(), Node::Array(schemas));
        if keyword == "allOf" {
            return Ok(self.several(plans.into_iter().map(|(_, _, plan)| plan)));
        }
        if plans.iter().all(|(_, _, plan)| *plan == PlanId::KEEP) {
            return Ok(PlanId::KEEP);
        }
        Ok(self.draft(Draft::Branches(plans)))
    }

    fn format(&mut self, value: &Node<'static>, out: &mut Members, notes: &mut Notes, place: &Place) {
        let Some(format) = value.as_str() else { return };
        if is_number_format(format) {
            if format.starts_with("uint") && !out.has("minimum") && !out.has("exclusiveMinimum") {
                let zero = Node::Number("0".into());
                if self.rules.keeps("minimum") {
                    out.set("minimum", zero);
                } else if !notes.words.iter().any(|word| word.starts_with("At least")) {
                    notes.words.push("At least 0.".to_owned());
                }
            }
            self.change(place, "format", SchemaChangeKind::Dropped, "is no format of JSON Schema");
        } else if self.rules.keeps("format") && self.rules.formats.is_none_or(|known| known.contains(&format))
        {
            out.set("format", text(format.to_owned()));
        } else {
            self.tell("format", value, &mut notes.words, place);
        }
    }

    fn takes_pattern(&self, pattern: &Node<'_>) -> bool {
        let Some(pattern) = pattern.as_str().filter(|_| self.rules.plain_patterns) else { return true };
        let is_more = ["(?=", "(?!", "(?<", "\\b", "\\B", "\\p", "\\P", "\\k"];
        let refers_back = (b'1'..=b'9').any(|digit| pattern.contains(&format!("\\{}", char::from(digit))));
        !refers_back && !is_more.iter().any(|part| pattern.contains(part))
    }

    /// A count that the dialect may not take.
    pub(super) fn counts(&mut self, members: Members, out: &mut Members, notes: &mut Notes, place: &Place) {
        for (keyword, value) in members.0 {
            let is_small = keyword != "minItems"
                || self
                    .rules
                    .max_min_items
                    .is_none_or(|max| normal::count(&value).is_some_and(|count| count <= max));
            if self.rules.keeps(&keyword) && is_small {
                out.set(keyword, value);
            } else {
                self.tell(&keyword, &value, &mut notes.words, place);
            }
        }
    }
}

/// Formats by which generators of schemas tell the types of numbers.
fn is_number_format(format: &str) -> bool {
    matches!(
        format,
        "int8"
            | "int16"
            | "int32"
            | "int64"
            | "int128"
            | "int"
            | "uint8"
            | "uint16"
            | "uint32"
            | "uint64"
            | "uint128"
            | "uint"
            | "float"
            | "double"
            | "float32"
            | "float64"
    )
}

fn is_known(keyword: &str) -> bool {
    types::about(keyword).is_some()
        || matches!(keyword, "anyOf" | "oneOf" | "allOf" | "not" | "if" | "then" | "else")
}

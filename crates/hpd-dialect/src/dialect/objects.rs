//! Keywords about objects.

use hpd_json::Node;
use hpd_schema::__private::shape::TypeSet;

use super::error::{DialectError, DialectErrorKind};
use super::members::{Members, never, text};
use super::normal;
use super::notes::Notes;
use super::place::Place;
use super::report::SchemaChangeKind;
use super::restore::{Plan, PlanId, PropertyPlan};
use super::types;
use super::walk::{Out, Walker};

/// The properties of an object on their way.
struct Properties {
    schemas: Vec<(String, Out)>,
    plans: Vec<PropertyPlan>,
    required: Vec<String>,
}

impl Walker<'_> {
    /// Converts the object keywords of a schema.
    pub(super) fn object(
        &mut self,
        mut members: Members,
        out: &mut Members,
        notes: &mut Notes,
        place: &Place,
    ) -> Result<PlanId, DialectError> {
        let declared = match members.take("properties") {
            Some(Node::Object(properties)) => Some(properties),
            _ => None,
        };
        let required = match members.take("required") {
            Some(Node::Array(names)) => names.iter().filter_map(Node::as_str).map(str::to_owned).collect(),
            _ => Vec::new(),
        };
        let additional = members.take("additionalProperties");
        let has_properties = declared.is_some() || out.has("type");
        let declared = declared.unwrap_or_default();
        let mut declared: Vec<_> =
            declared.into_iter().map(|(name, schema)| (name.into_owned(), schema)).collect();
        self.add_required(&mut declared, &required, additional.as_ref(), place)?;
        let mut properties = self.properties(declared, &required, place)?;
        if place.is_partial || self.rules.takes_everything() {
            // Required properties may be declared in a sibling schema.
            properties.required = self.required_beside(&required, &properties, place);
        }
        let rest = self.additional(additional, !properties.schemas.is_empty(), out, notes, place)?;
        let is_kept = rest == PlanId::KEEP
            && properties
                .plans
                .iter()
                .all(|plan| plan.plan == PlanId::KEEP && plan.original.is_none() && !plan.null_is_absent);
        if has_properties || !properties.schemas.is_empty() {
            let schemas = properties.schemas.into_iter();
            let schemas = schemas.map(|(name, out)| (name.into(), out.members.into_node())).collect();
            out.set("properties", Node::Object(schemas));
        }
        if !properties.required.is_empty() || self.rules.all_required {
            out.set("required", Node::Array(properties.required.into_iter().map(text).collect()));
        }
        self.object_schemas(members, out, notes, place)?;
        if is_kept {
            return Ok(PlanId::KEEP);
        }
        Ok(self.plan(Plan::Object { properties: properties.plans, rest }))
    }

    /// The same for a schema that may accept other types. If no object can satisfy it, these are left.
    pub(super) fn object_or_other(
        &mut self,
        members: Members,
        out: &mut Members,
        notes: &mut Notes,
        place: &Place,
    ) -> Result<PlanId, DialectError> {
        let kinds = out.get("type").map_or(TypeSet::ANY, types::declared);
        let Some(others) = types::to_node(kinds.without(TypeSet::OBJECT)) else {
            return self.object(members, out, notes, place);
        };
        let mut object = out.clone();
        let plan = self.possible(|walker| walker.object(members, &mut object, notes, place))?;
        if plan.is_some() {
            *out = object;
        } else {
            out.set("type", others);
        }
        Ok(plan.unwrap_or(PlanId::KEEP))
    }

    /// Declares required properties, where the dialect demands it.
    fn add_required(
        &mut self,
        declared: &mut Vec<(String, Node<'static>)>,
        required: &[String],
        additional: Option<&Node<'static>>,
        place: &Place,
    ) -> Result<(), DialectError> {
        if place.is_partial || self.rules.takes_everything() {
            return Ok(());
        }
        for name in required {
            if declared.iter().any(|(known, _)| known == name) {
                continue;
            }
            let schema = additional.cloned().unwrap_or(Node::Bool(true));
            if matches!(schema, Node::Bool(false)) {
                return Err(self.error(&place.property("properties", name), DialectErrorKind::Unsatisfiable));
            }
            declared.push((name.clone(), schema));
        }
        Ok(())
    }

    /// All that is required, by the names that are written.
    fn required_beside(
        &mut self,
        required: &[String],
        properties: &Properties,
        place: &Place,
    ) -> Vec<String> {
        let mut written = Vec::new();
        for name in required {
            let own =
                properties.plans.iter().find(|plan| plan.original.as_ref().unwrap_or(&plan.written) == name);
            written.push(match own {
                Some(plan) => plan.written.clone(),
                None => self.written_name(name, required, properties, &place.property("properties", name)),
            });
        }
        written
    }

    fn properties(
        &mut self,
        declared: Vec<(String, Node<'static>)>,
        required: &[String],
        place: &Place,
    ) -> Result<Properties, DialectError> {
        let names: Vec<String> = declared.iter().map(|(name, _)| name.clone()).collect();
        let mut properties = Properties { schemas: Vec::new(), plans: Vec::new(), required: Vec::new() };
        for (name, schema) in declared {
            let at = place.property("properties", &name);
            let is_required = required.contains(&name);
            // A property without any schema says nothing of itself.
            let schema = if matches!(schema, Node::Null) { Node::Bool(true) } else { schema };
            let members = self.read(&schema, &at)?;
            if normal::is_never(&members) && !self.rules.takes_everything() {
                if is_required {
                    return Err(self.error(&at, DialectErrorKind::Unsatisfiable));
                }
                self.change(&at, "not", SchemaChangeKind::Dropped, "forbids the property, which is left out");
                continue;
            }
            let culprit = contradicted(&members);
            let Some(mut out) = self.possible(|walker| walker.members(members, &at))? else {
                if is_required {
                    return Err(self.error(&at, DialectErrorKind::Unsatisfiable));
                }
                let message = "accepts no value, so the property is left out";
                self.change(&at, culprit, SchemaChangeKind::Dropped, message);
                continue;
            };
            let null_is_absent = self.rules.all_required && !is_required && !self.takes_null(&out.members);
            if null_is_absent {
                out = self.or_null(out);
                super::finish::sort(&mut out.members);
            }
            let written = self.written_name(&name, &names, &properties, &at);
            if written != name && self.rules.typed && !self.rules.closed {
                // An answer may have the old name, which is not listed.
                self.change(&at, &name, SchemaChangeKind::Widened, "is not checked under its own name");
            }
            if is_required || self.rules.all_required {
                properties.required.push(written.clone());
            }
            let original = (written != name).then_some(name);
            let plan = PropertyPlan { written: written.clone(), original, null_is_absent, plan: out.plan };
            properties.plans.push(plan);
            properties.schemas.push((written, out));
        }
        Ok(properties)
    }

    /// A name that the dialect takes.
    fn written_name(
        &mut self,
        name: &str,
        names: &[String],
        properties: &Properties,
        place: &Place,
    ) -> String {
        let takes = self.rules.takes_name;
        if takes(name) {
            return name.to_owned();
        }
        let legal = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c } else { '_' };
        let mut written: String = name.chars().take(48).map(legal).collect();
        if !takes(&written) {
            written.insert(0, '_');
        }
        let is_taken = |written: &str| {
            names.iter().any(|name| name == written)
                || properties.schemas.iter().any(|(other, _)| other == written)
        };
        let mut number = 1_usize;
        let stem = written.clone();
        while is_taken(&written) {
            number += 1;
            written = format!("{stem}_{number}");
        }
        self.change(place, name, SchemaChangeKind::Rewritten, &format!("is called `{written}`"));
        written
    }

    /// The rule for additional properties.
    fn additional(
        &mut self,
        additional: Option<Node<'static>>,
        has_names: bool,
        out: &mut Members,
        notes: &mut Notes,
        place: &Place,
    ) -> Result<PlanId, DialectError> {
        const KEYWORD: &str = "additionalProperties";
        if self.rules.closed {
            let is_said = additional.is_some_and(|additional| !matches!(additional, Node::Bool(false)));
            if is_said {
                self.change(
                    place,
                    KEYWORD,
                    SchemaChangeKind::Narrowed,
                    "is false: only the listed properties are taken",
                );
            }
            out.set(KEYWORD, Node::Bool(false));
            return Ok(PlanId::KEEP);
        }
        match additional {
            None | Some(Node::Null) => Ok(PlanId::KEEP),
            Some(Node::Bool(is_open)) => {
                if self.rules.keeps(KEYWORD) {
                    out.set(KEYWORD, Node::Bool(is_open));
                } else if !is_open {
                    self.change(place, KEYWORD, SchemaChangeKind::Dropped, "has no form in this dialect");
                }
                Ok(PlanId::KEEP)
            }
            Some(schema) if self.rules.keeps(KEYWORD) => {
                let at = place.within(KEYWORD, None);
                let Some(inner) = self.possible(|walker| walker.schema(&schema, &at))? else {
                    out.set(KEYWORD, Node::Bool(false));
                    return Ok(PlanId::KEEP);
                };
                out.set(KEYWORD, inner.members.into_node());
                Ok(inner.plan)
            }
            Some(schema) => {
                if has_names {
                    self.change(
                        place,
                        KEYWORD,
                        SchemaChangeKind::Narrowed,
                        "is gone: only the listed properties are known",
                    );
                }
                self.tell(KEYWORD, &schema, &mut notes.words, place);
                Ok(PlanId::KEEP)
            }
        }
    }

    /// The other keywords about objects.
    fn object_schemas(
        &mut self,
        members: Members,
        out: &mut Members,
        notes: &mut Notes,
        place: &Place,
    ) -> Result<(), DialectError> {
        let mut counts = Members::default();
        for (keyword, value) in members.0 {
            match keyword.as_ref() {
                _ if !self.rules.keeps(&keyword) => self.tell(&keyword, &value, &mut notes.words, place),
                "patternProperties" | "dependentSchemas" => {
                    let Node::Object(schemas) = value else { continue };
                    let mut converted = Vec::new();
                    for (name, schema) in schemas {
                        let at = place.property(&keyword, &name);
                        let at = if keyword == "dependentSchemas" { at.partial() } else { at };
                        let inner = self.possible(|walker| walker.schema(&schema, &at))?;
                        converted.push((name, inner.map_or_else(never, |inner| inner.members.into_node())));
                    }
                    out.set(keyword, Node::Object(converted));
                }
                "propertyNames" | "unevaluatedProperties" if matches!(value, Node::Object(_)) => {
                    let at = place.within(&keyword, None);
                    let inner = self.possible(|walker| walker.schema(&value, &at))?;
                    out.set(keyword, inner.map_or_else(never, |inner| inner.members.into_node()));
                }
                _ => counts.set(keyword, value),
            }
        }
        self.counts(counts, out, notes, place);
        Ok(())
    }
}

/// The keyword for which a schema accepts nothing, most likely.
fn contradicted(members: &Members) -> &'static str {
    const KEYWORDS: [&str; 8] =
        ["allOf", "anyOf", "oneOf", "$ref", "enum", "const", "required", "properties"];
    KEYWORDS.into_iter().find(|keyword| members.has(keyword)).unwrap_or("type")
}

//! Keywords about arrays.

use hpd_json::Node;

use super::error::DialectError;
use super::members::Members;
use super::notes::Notes;
use super::place::Place;
use super::report::SchemaChangeKind;
use super::restore::{Plan, PlanId};
use super::walk::Walker;

impl Walker<'_> {
    /// Converts the array keywords of a schema.
    pub(super) fn array(
        &mut self,
        mut members: Members,
        out: &mut Members,
        notes: &mut Notes,
        place: &Place,
    ) -> Result<PlanId, DialectError> {
        let mut items = members.take("items");
        let mut tuple = match members.take("prefixItems") {
            Some(Node::Array(schemas)) => schemas,
            _ => Vec::new(),
        };
        if !tuple.is_empty() && !self.rules.keeps("prefixItems") {
            items = Some(self.tuple_as_items(&tuple, items, &mut members, place));
            tuple.clear();
        }
        let mut first = Vec::new();
        let mut schemas = Vec::new();
        for (index, schema) in tuple.iter().enumerate() {
            let inner = self.schema(schema, &place.within("prefixItems", Some(index)))?;
            first.push(inner.plan);
            schemas.push(inner.members.into_node());
        }
        if !schemas.is_empty() {
            out.set("prefixItems", Node::Array(schemas));
        }
        let mut rest = PlanId::KEEP;
        match items {
            Some(Node::Bool(false)) if !first.is_empty() && self.rules.takes_everything() => {
                out.set("items", Node::Bool(false));
            }
            Some(Node::Bool(false)) => {
                // No items beyond the listed ones.
                let max = Node::Number(first.len().to_string().into());
                if !members.has("maxItems") {
                    members.set("maxItems", max);
                }
                out.set("items", Node::Object(Vec::new()));
                if self.rules.typed {
                    let inner = self.schema(&Node::Bool(true), &place.within("items", None))?;
                    rest = inner.plan;
                    out.set("items", inner.members.into_node());
                }
            }
            Some(schema) => {
                let inner = self.schema(&schema, &place.within("items", None))?;
                rest = inner.plan;
                out.set("items", inner.members.into_node());
            }
            None if out.has("type") => out.set("items", Node::Object(Vec::new())),
            None => {}
        }
        self.array_schemas(members, out, notes, place)?;
        if rest == PlanId::KEEP && first.iter().all(|plan| *plan == PlanId::KEEP) {
            return Ok(PlanId::KEEP);
        }
        Ok(self.plan(Plan::Array { first, rest }))
    }

    /// Rewrites a tuple as an array of all its item types.
    fn tuple_as_items(
        &mut self,
        tuple: &[Node<'static>],
        rest: Option<Node<'static>>,
        members: &mut Members,
        place: &Place,
    ) -> Node<'static> {
        let mut schemas: Vec<Node<'static>> = Vec::new();
        let is_closed = matches!(rest, Some(Node::Bool(false)));
        let rest = rest.filter(|rest| !matches!(rest, Node::Bool(_)));
        for schema in tuple.iter().cloned().chain(rest) {
            if !schemas.contains(&schema) {
                schemas.push(schema);
            }
        }
        if is_closed && !members.has("maxItems") {
            members.set("maxItems", Node::Number(tuple.len().to_string().into()));
        }
        self.change(
            place,
            "prefixItems",
            SchemaChangeKind::Widened,
            "is `items`: the order of the items is not said",
        );
        if schemas.len() == 1 {
            return schemas.remove(0);
        }
        Members::one("anyOf", Node::Array(schemas)).into_node()
    }

    /// The other keywords about arrays.
    fn array_schemas(
        &mut self,
        members: Members,
        out: &mut Members,
        notes: &mut Notes,
        place: &Place,
    ) -> Result<(), DialectError> {
        let mut counts = Members::default();
        for (keyword, value) in members.0 {
            match keyword.as_ref() {
                "contains" | "unevaluatedItems"
                    if self.rules.keeps(&keyword) && matches!(value, Node::Object(_)) =>
                {
                    let inner = self.schema(&value, &place.within(&keyword, None))?;
                    out.set(keyword, inner.members.into_node());
                }
                _ => counts.set(keyword, value),
            }
        }
        self.counts(counts, out, notes, place);
        Ok(())
    }
}

//! Keywords about arrays.

use hpd_json::Node;

use super::error::DialectError;
use super::members::{Members, never};
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
            let at = place.within("prefixItems", Some(index));
            let Some(inner) = self.possible(|walker| walker.schema(schema, &at))? else {
                // The array ends before an item that nothing satisfies.
                items = Some(Node::Bool(false));
                break;
            };
            first.push(inner.plan);
            schemas.push(inner.members.into_node());
        }
        if !schemas.is_empty() {
            out.set("prefixItems", Node::Array(schemas));
        }
        let rest = self.items(items, first.len(), &mut members, out, place)?;
        self.array_schemas(members, out, notes, place)?;
        if rest == PlanId::KEEP && first.iter().all(|plan| *plan == PlanId::KEEP) {
            return Ok(PlanId::KEEP);
        }
        Ok(self.plan(Plan::Array { first, rest }))
    }

    /// Converts the schema of the items after a number of others.
    fn items(
        &mut self,
        items: Option<Node<'static>>,
        first: usize,
        members: &mut Members,
        out: &mut Members,
        place: &Place,
    ) -> Result<PlanId, DialectError> {
        let at = place.within("items", None);
        let inner = match items {
            None => {
                if out.has("type") {
                    out.set("items", Node::Object(Vec::new()));
                }
                return Ok(PlanId::KEEP);
            }
            Some(Node::Bool(false)) if self.rules.takes_everything() => {
                let none = if first > 0 { Node::Bool(false) } else { Node::Object(Vec::new()) };
                if first == 0 {
                    at_most(0, members);
                }
                out.set("items", none);
                return Ok(PlanId::KEEP);
            }
            Some(Node::Bool(false)) => None,
            Some(schema) => self.possible(|walker| walker.schema(&schema, &at))?,
        };
        if let Some(inner) = inner {
            out.set("items", inner.members.into_node());
            return Ok(inner.plan);
        }
        // No items beyond the listed ones.
        at_most(first, members);
        if !self.rules.keeps("maxItems") {
            self.change(place, "items", SchemaChangeKind::Moved, "moved to the description");
        }
        if !self.rules.typed {
            out.set("items", Node::Object(Vec::new()));
            return Ok(PlanId::KEEP);
        }
        let inner = self.schema(&Node::Bool(true), &at)?;
        out.set("items", inner.members.into_node());
        Ok(inner.plan)
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
        let end = tuple.iter().position(super::normal::forbids);
        let has_no_more = matches!(rest, Some(Node::Bool(false)));
        let is_closed = end.is_some() || has_no_more;
        let tuple = &tuple[..end.unwrap_or(tuple.len())];
        let rest = rest.filter(|rest| !matches!(rest, Node::Bool(_)));
        for schema in tuple.iter().cloned().chain(rest) {
            if !schemas.contains(&schema) {
                schemas.push(schema);
            }
        }
        if is_closed {
            at_most(tuple.len(), members);
            if has_no_more && !self.rules.keeps("maxItems") {
                self.change(place, "items", SchemaChangeKind::Moved, "moved to the description");
            }
        }
        self.change(
            place,
            "prefixItems",
            SchemaChangeKind::Widened,
            "is `items`: the order of the items is not said",
        );
        match schemas.len() {
            0 => return Node::Bool(false),
            1 => return schemas.remove(0),
            _ => {}
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

/// Limits an array to a number of items, unless it has a lower limit.
fn at_most(count: usize, members: &mut Members) {
    let limit = u64::try_from(count).unwrap_or(u64::MAX);
    let is_lower = members.get("maxItems").and_then(super::normal::count).is_some_and(|max| max <= limit);
    if !is_lower {
        members.set("maxItems", Node::Number(count.to_string().into()));
    }
}

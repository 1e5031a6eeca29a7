//! Results of a promotion that save the check a second look.

/// The known facts about a value before its check.
#[derive(Debug)]
pub enum CheckedItems {
    /// Nothing.
    Nothing,
    /// Of an array: all its items are accepted but for these, in ascending order.
    Items(Vec<(usize, CheckedItems)>),
    /// Of an object: all its members are accepted but for these, by their places in ascending order. Where properties
    /// are listed, all its keys are among them.
    Members(Vec<(usize, CheckedItems)>),
}

impl CheckedItems {
    /// The known facts about the member at `place`. `None` if it is accepted.
    pub(super) fn member(&self, place: usize) -> Option<&Self> {
        let Self::Members(refused) = self else { return Some(&Self::Nothing) };
        let found = refused.binary_search_by_key(&place, |(member, _)| *member);
        found.ok().and_then(|found| refused.get(found)).map(|(_, checked_items)| checked_items)
    }

    /// The members of an object that may be wrong, by their places, if these are known.
    pub(super) fn refused_members(&self) -> Option<&[(usize, Self)]> {
        if let Self::Members(refused) = self { Some(refused) } else { None }
    }

    /// Whether it is known of an object which members are accepted.
    pub(super) const fn knows_members(&self) -> bool {
        matches!(self, Self::Members(_))
    }
}

#[cfg(test)]
mod tests {
    use hpd_json::{Leniency, Limits, Node};
    use serde_json::json;

    use crate::error::Findings;
    use crate::shape::{Budget, CompileOptions, PromoteRules, Shape};

    #[test]
    fn what_is_known_of_a_member_is_not_taken_for_that_of_its_neighbour() {
        let integers = json!({"type": "array", "items": {"type": "integer"}});
        let schema = json!({"type": "object", "properties": {
            "a": {"type": "integer"}, "b": integers, "c": integers, "d": integers,
        }});
        let limits = Limits::default();
        let shape = Shape::compile(&schema, CompileOptions::outside(&limits)).unwrap();
        let mut tree =
            Node::parse(r#"{"a": null, "b": [1, "x"], "c": ["y", "2"], "d": [3]}"#, &limits).unwrap();
        let rules = PromoteRules { leniency: Leniency::Safe, lenient_params: &[], limits: &limits };
        let (mut warnings, mut findings, budget) = (Vec::new(), Findings::new(&limits), Budget::new());
        let checked_items = shape.promote_and_learn(&mut tree, &rules, &budget, &mut warnings);
        shape.check_rest(&tree, &checked_items, &budget, &mut findings);
        assert_eq!(tree.to_json(), r#"{"b":[1,"x"],"c":["y",2],"d":[3]}"#);
        let places: Vec<_> = findings.errors().iter().map(|error| error.property.as_str()).collect();
        assert_eq!(places, ["b[1]", "c[0]"]);
    }

    /// The errors of a value by a reading, and by a check that knows nothing of it.
    fn places(schema: &serde_json::Value, text: &str) -> [Vec<String>; 2] {
        let limits = Limits::default();
        let shape = Shape::compile(schema, CompileOptions::outside(&limits)).unwrap();
        let mut tree = Node::parse(text, &limits).unwrap();
        let rules = PromoteRules { leniency: Leniency::Safe, lenient_params: &[], limits: &limits };
        let (mut warnings, budget) = (Vec::new(), Budget::new());
        let checked_items = shape.promote_and_learn(&mut tree, &rules, &budget, &mut warnings);
        let (mut knowing, mut fresh) = (Findings::new(&limits), Findings::new(&limits));
        shape.check_rest(&tree, &checked_items, &budget, &mut knowing);
        shape.check(&tree, &mut fresh);
        [knowing, fresh]
            .map(|findings| findings.errors().iter().map(|error| error.property.clone()).collect())
    }

    #[test]
    fn what_is_known_by_a_nodes_own_rules_is_not_known_by_those_of_a_condition() {
        let digits = json!({"items": {"maximum": 5}});
        let condition = json!({"type": "array", "items": {"type": "integer"}, "if": true, "then": digits});
        let small = json!({"properties": {"a": {"maximum": 5}}});
        let dependent = json!({
            "type": "object", "properties": {"a": {"type": "integer"}}, "dependentSchemas": {"a": small},
        });
        let schema = json!({"type": "object", "properties": {"list": condition, "object": dependent}});
        let [knowing, fresh] = places(&schema, r#"{"list": [1, 7], "object": {"a": 7}}"#);
        assert_eq!(fresh, ["list[1]", "object.a"]);
        assert_eq!(knowing, fresh);
    }

    #[test]
    fn members_are_known_beside_others_that_are_refused_converted_or_absent() {
        let object = json!({
            "type": "object",
            "properties": {
                "a": {"type": "integer"}, "b": {"type": "integer", "maximum": 5}, "c": {"type": "string"},
                "d": {"type": "array", "items": {"type": "integer"}},
            },
            "required": ["a", "c"],
        });
        let map = json!({"type": "object", "additionalProperties": object});
        for text in [
            r#"{"a": 1, "b": 2, "c": "x", "d": [1]}"#,
            r#"{"d": ["x"], "b": null, "c": 1, "a": "y"}"#,
            r#"{"b": "7", "d": "[1]", "a": null}"#,
            r#"{"b": 7, "b": 1, "c": "x", "a": 1}"#,
            r#"{"a": 1, "c": "x", "e": 1}"#,
        ] {
            let [knowing, fresh] = places(&object, text);
            assert_eq!(knowing, fresh, "{text}");
            let [knowing, fresh] = places(&map, &format!(r#"{{"x": {text}, "y": {text}}}"#));
            assert_eq!(knowing, fresh, "{text}");
        }
    }
}

//! Results of a promotion that save the check a second look.

/// The known facts about a value before its check.
#[derive(Debug)]
pub enum CheckedItems {
    /// Nothing.
    Nothing,
    /// Of an array: all its items are accepted but for these, in ascending order.
    Items(Vec<(usize, CheckedItems)>),
    /// Of an object: something about these members, by their places.
    Members(Vec<(usize, CheckedItems)>),
}

impl CheckedItems {
    /// The known facts about the member at `place`.
    pub(super) fn member(&self, place: usize) -> &Self {
        match self {
            Self::Members(members) => members
                .iter()
                .find(|(member, _)| *member == place)
                .map_or(&Self::Nothing, |(_, checked_items)| checked_items),
            _ => &Self::Nothing,
        }
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
}

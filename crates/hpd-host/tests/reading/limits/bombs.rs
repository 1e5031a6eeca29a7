//! Functions with parameters that allow harmful arguments.

use std::collections::BTreeMap;

use hpd_host::plugin;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "decoded, not used")]
struct Tree {
    #[serde(default)]
    children: Vec<Tree>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "decoded, not used")]
struct Line {
    item: String,
    quantity: u32,
}

pub(crate) struct Bombs;

#[plugin]
#[expect(clippy::unused_self, reason = "calls are checked")]
impl Bombs {
    /// Takes anything.
    #[ai_function]
    fn any(
        &self,
        /// Anything.
        value: Value,
    ) -> String {
        value.to_string()
    }

    /// Takes a map.
    #[ai_function]
    fn map(
        &self,
        /// A map of maps.
        value: BTreeMap<String, BTreeMap<String, Value>>,
    ) -> usize {
        value.len()
    }

    /// Takes a tree.
    #[ai_function]
    fn tree(
        &self,
        /// A tree.
        value: Tree,
    ) -> String {
        format!("{value:?}")
    }

    /// Takes numbers.
    #[ai_function]
    fn numbers(
        &self,
        /// Numbers.
        value: Vec<i64>,
    ) -> usize {
        value.len()
    }

    /// Takes floats.
    #[ai_function]
    fn float(
        &self,
        /// A float.
        value: f64,
    ) -> f64 {
        value
    }

    /// Takes a text.
    #[ai_function]
    fn text(
        &self,
        /// A text.
        value: String,
    ) -> String {
        value
    }

    /// Takes an order.
    #[ai_function]
    fn order(
        &self,
        /// Who orders.
        customer: String,
        /// What is ordered.
        lines: Vec<Line>,
        /// Whether it is urgent.
        urgent: Option<bool>,
        /// What it costs at most.
        #[param(range(min = 0), default = 99.5)]
        limit: f64,
    ) -> String {
        format!("{customer} {lines:?} {urgent:?} {limit}")
    }
}

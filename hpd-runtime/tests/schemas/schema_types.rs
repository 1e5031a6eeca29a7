//! Types of parameters that several tests assemble schemas of.

use hpd_runtime::__private::{Ops, ops};
use hpd_runtime::Param;
use hpd_runtime::spec::{Constraint, ParamSpec};
use schemars::JsonSchema;
use serde::Deserialize;

/// The row of a parameter of the type `T`.
pub(crate) fn param<T: Param + 'static>(name: &'static str, constraints: &'static [Constraint]) -> ParamSpec {
    let Ops { schema, optional, accepts, probe, .. } = ops::<T>();
    ParamSpec { name, schema, optional, accepts, probe, constraints, ..ParamSpec::NEW }
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
#[serde(deny_unknown_fields)]
/// One line of an invoice.
pub(crate) struct Line {
    /// What is sold.
    pub(crate) zebra: String,
    #[schemars(range(min = 1, max = 99))]
    pub(crate) quantity: u32,
    #[serde(default)]
    pub(crate) note: Option<String>,
    pub(crate) unit: Unit,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(dead_code)]
pub(crate) enum Unit {
    Hour,
    Day,
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
pub(crate) struct Tree {
    pub(crate) name: String,
    pub(crate) children: Vec<Tree>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "kind")]
#[allow(dead_code)]
pub(crate) enum Payment {
    Card { number: String },
    Cash,
}

//! Calls that are wrong before their arguments are read, and calls that fail again and again: the texts for the model,
//! the recoveries under each policy, and the counters.

#![allow(clippy::unused_self, reason = "plugins of tests have no state")]

mod containers;
mod counted;
mod hidden;
mod members;
mod names;
mod recovery;
mod repeated;
mod rules;
mod sources;
mod written;

use hpd_host::error::Counters;
use hpd_host::list::{ModelOptions, Recovery};
use hpd_host::{Toolbox, scope};

use crate::support::Math;

/// A scope in a scope.
#[derive(Default)]
struct Statistics;

#[scope("Statistics", within = Math)]
impl Statistics {
    /// The mean of some numbers.
    #[ai_function]
    fn mean(
        &self,
        /// The numbers.
        #[param(non_empty)]
        numbers: Vec<f64>,
    ) -> f64 {
        numbers.iter().sum::<f64>() / 2.0
    }
}

fn math(recovery: Recovery) -> Toolbox {
    Toolbox::builder()
        .plugin(Math)
        .plugin(Statistics)
        .model(ModelOptions::new().recovery(recovery))
        .build()
        .unwrap()
}

/// The counters that are not zero, without those of all calls.
fn caught(toolbox: &Toolbox) -> String {
    let Counters { .. } = toolbox.counters();
    let value = serde_json::to_value(toolbox.counters()).unwrap();
    let members = value.as_object().unwrap().iter();
    let caught = members.filter(|(name, count)| {
        name.as_str() != "calls" && **count != serde_json::json!(0) && **count != serde_json::json!({})
    });
    caught.map(|(name, count)| format!("{name} {count}")).collect::<Vec<_>>().join(", ")
}

//! Types are recognised by their definition, never by their name.

mod own {
    #[derive(serde::Deserialize, serde::Serialize, schemars::JsonSchema)]
    pub(crate) struct Option<T> {
        pub(crate) value: T,
    }

    #[derive(serde::Serialize)]
    pub(crate) struct Result {
        pub(crate) sum: u32,
    }
}

use std::option::Option as Maybe;
use std::result::Result as Outcome;

use hpd_runtime::{Output, plugin};
use own::{Option, Result};
use serde_json::json;

struct Math;

#[plugin]
impl Math {
    /// Adds.
    #[ai_function]
    fn add(
        &self,
        /// Required, whatever it is called.
        a: Option<u32>,
        /// Optional, whatever it is called.
        b: Maybe<u32>,
    ) -> Result {
        Result { sum: a.value + b.unwrap_or(0) }
    }

    /// Subtracts.
    #[ai_function]
    fn subtract(
        &self,
        /// The first.
        a: u32,
        /// The second.
        b: u32,
    ) -> Outcome<u32, String> {
        a.checked_sub(b).ok_or_else(|| "below zero".to_owned())
    }
}

fn main() {
    let schema = ui_tests::schema::<Math>("add").expect("the table agrees with itself");
    assert_eq!(schema["required"], json!(["a"]));
    let sum = ui_tests::call(&Math, "add", r#"{"a": {"value": 2}}"#);
    assert_eq!(sum, Ok(Output::Json(r#"{"sum":2}"#.to_owned())));
    assert_eq!(ui_tests::call(&Math, "subtract", r#"{"a": 1, "b": 2}"#), Err("below zero".to_owned()));
}

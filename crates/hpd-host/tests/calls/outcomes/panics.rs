//! Code of a plugin that panics ends its call, and nothing else.

use futures_executor::block_on;
use hpd_host::{Session, Toolbox, plugin};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::support::{answer, call, text};

#[derive(Default)]
struct Careless;

#[derive(Deserialize, JsonSchema)]
#[serde(from = "String")]
#[schemars(with = "String")]
struct Name(String);

impl From<String> for Name {
    fn from(_: String) -> Self {
        panic!("secret of a type")
    }
}

fn check_count(_: &u32) -> Result<(), String> {
    panic!("secret of a check")
}

#[plugin]
impl Careless {
    /// Checks what it counts.
    #[ai_function]
    fn count(
        &self,
        /// The number.
        #[param(custom = check_count)]
        number: u32,
    ) -> u32 {
        number
    }

    /// Greets somebody.
    #[ai_function]
    fn greet(
        &self,
        /// Whom.
        name: Name,
    ) -> String {
        name.0
    }

    /// Does what is asked.
    #[skill(functions(Self::greet))]
    fn broken(&self) -> String {
        panic!("secret of a skill")
    }

    /// Works.
    #[ai_function]
    fn work(&self) -> &'static str {
        "done"
    }
}

fn careless() -> Toolbox {
    Toolbox::builder().plugin(Careless).build().unwrap()
}

#[test]
fn a_panic_while_arguments_are_checked_is_an_error_of_the_call() {
    let expected = r#"{"error_type":"function_panicked","error_message":"The arguments can't be checked because of an internal error. The function did not run."}"#;
    let session = Session::new();
    for (name, arguments, secret) in [
        ("count", r#"{"number":1}"#, "secret of a check"),
        ("greet", r#"{"name":"Ada"}"#, "secret of a type"),
    ] {
        let outcome = answer(&careless(), &session, name, arguments);
        assert_eq!(outcome.for_model().text, expected, "{name}");
        assert_eq!(outcome.for_host()["source"], secret);
        let checked = careless().check(&session, &call(name, arguments)).unwrap_err();
        assert_eq!(checked.error_type(), "function_panicked");
    }
}

#[test]
fn other_calls_of_the_turn_are_answered() {
    let calls = [call("count", r#"{"number":1}"#), call("work", "{}")];
    let outcomes = block_on(careless().turn(&Session::new(), &calls));
    assert_eq!(outcomes[1].for_model().text, "done");
}

#[test]
fn a_skill_whose_body_panics_is_expanded_and_says_what_is_missing() {
    assert_eq!(
        text(&careless(), &Session::new(), "broken", "{}"),
        "broken expanded. Functions: greet.\n\nThe instructions of this skill can't be shown because of an internal error."
    );
}

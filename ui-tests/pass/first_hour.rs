//! What people try in the first hour, and what compiles: a type inside a function, a trait object in a plugin, a private
//! type as a parameter, and results that borrow from the plugin.

use std::borrow::Cow;
use std::sync::Arc;

use hpd_runtime::{Output, plugin};

trait Rates: Send + Sync {
    fn rate(&self) -> u32;
}

struct Fixed;

impl Rates for Fixed {
    fn rate(&self) -> u32 {
        3
    }
}

struct Exchange {
    rates: Arc<dyn Rates>,
}

#[plugin]
impl Exchange {
    /// The rate.
    #[ai_function]
    async fn rate(&self) -> u32 {
        self.rates.rate()
    }
}

fn main() {
    #[derive(serde::Deserialize, schemars::JsonSchema)]
    struct Name {
        text: String,
    }

    struct Greeter;

    #[plugin]
    impl Greeter {
        /// A word.
        #[ai_function]
        fn word(&self) -> &str {
            "hello"
        }

        /// A greeting.
        #[ai_function]
        fn greeting<'a>(&'a self, /** For whom. */ name: Name) -> Cow<'a, str> {
            format!("hello {}", name.text).into()
        }
    }

    let exchange = Exchange { rates: Arc::new(Fixed) };
    assert_eq!(ui_tests::call(&exchange, "rate", "{}"), Ok(Output::Json("3".to_owned())));
    assert_eq!(ui_tests::call(&Greeter, "word", "{}"), Ok(Output::Text("hello".to_owned())));
    let arguments = r#"{"name": {"text": "Ada"}}"#;
    assert_eq!(ui_tests::call(&Greeter, "greeting", arguments), Ok(Output::Text("hello Ada".to_owned())));
}

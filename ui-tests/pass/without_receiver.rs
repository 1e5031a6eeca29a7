//! Functions and skills of a plugin that need no instance.

use hpd_runtime::{Output, plugin};

struct Math;

#[plugin]
impl Math {
    /// Adds.
    #[ai_function]
    fn add(
        /// The first.
        a: i64,
        /// The second.
        b: i64,
    ) -> i64 {
        a + b
    }

    /// Adds, later.
    #[ai_function]
    async fn add_later(
        /// The first.
        a: i64,
        /// The second.
        b: i64,
    ) -> i64 {
        std::future::ready(Self::add(a, b)).await
    }

    /// How to add.
    #[skill(functions(Self::add, Math::add_later))]
    fn adding() -> &'static str {
        "Carry over."
    }
}

fn main() {
    let arguments = r#"{"a": 1, "b": 2}"#;
    assert_eq!(ui_tests::call(&Math, "add", arguments), Ok(Output::Json("3".to_owned())));
    assert_eq!(ui_tests::call(&Math, "add_later", arguments), Ok(Output::Json("3".to_owned())));
}

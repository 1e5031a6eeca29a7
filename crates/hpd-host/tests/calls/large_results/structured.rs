//! Structured content beside a long result.

use futures_executor::block_on;
use hpd_host::results::LargeResults;
use hpd_host::{Limits, RawCall, Session, Toolbox, plugin};
use serde::Serialize;

#[test]
fn structured_content_that_stays_whole_is_without_sensitive_values() {
    struct Exact;
    #[derive(Serialize, schemars::JsonSchema)]
    struct Echo {
        #[schemars(length(min = 20_000))]
        text: String,
        // Not even `[hidden]` is one.
        #[schemars(length(min = 10))]
        token: String,
        pin: u32,
    }
    #[plugin]
    #[expect(clippy::unused_self, reason = "tools are methods")]
    impl Exact {
        /// Pairs with a token.
        #[ai_function(read_only)]
        fn pair(
            &self,
            /** A token, and a PIN. */
            #[param(sensitive)]
            secrets: Vec<String>,
        ) -> usize {
            secrets.len()
        }

        /// Returns a token and a PIN.
        #[ai_function(read_only)]
        fn echo(&self) -> Echo {
            Echo { text: "x".repeat(20_000), token: "tok-5f2a7711".to_owned(), pin: 471_147 }
        }
    }
    for large in [LargeResults::new(), LargeResults::off()] {
        let limits = Limits::new().result_bytes(4096);
        let toolbox = Toolbox::builder().plugin(Exact).limits(limits).large_results(large).build().unwrap();
        let (session, secrets) = (Session::new(), r#"{"secrets":["tok-5f2a7711","471147"]}"#);
        // The user is asked about them, and the session knows them.
        block_on(toolbox.call(&session, &RawCall::new("1", "pair", secrets)));
        let outcome = block_on(toolbox.call(&session, &RawCall::new("2", "echo", "{}")));
        let result: serde_json::Value = serde_json::from_str(outcome.call_tool_result().get()).unwrap();
        assert_eq!(result["structuredContent"]["text"].as_str().map(str::len), Some(20_000));
        assert_eq!(result["structuredContent"]["token"], "[hidden]");
        assert_eq!(result["structuredContent"]["pin"], "[hidden]");
    }
}

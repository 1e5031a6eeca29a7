//! Futures that borrow the plugin and the context, and hold `Send` values across an await.

use std::sync::Mutex;

use hpd_runtime::{CallContext, Output, ToolError, plugin};

#[derive(Default)]
struct Counter {
    count: Mutex<u32>,
}

#[plugin]
impl Counter {
    /// Counts up.
    #[ai_function]
    async fn up(
        &self,
        /// By how much.
        mut by: u32,
        #[context] ctx: &CallContext<'_>,
    ) -> Result<String, ToolError> {
        std::future::ready(()).await;
        by += 1;
        let mut count = self.count.lock().map_err(|_| ToolError::new("The counter is broken."))?;
        *count += by;
        Ok(format!("{} after {}", *count, ctx.call().id))
    }

    /// Lends the context to what it returns.
    #[ai_function]
    async fn id<'a>(&self, #[context] ctx: &'a CallContext<'_>) -> &'a str {
        std::future::ready(()).await;
        &ctx.call().id
    }

    /// Fails.
    #[ai_function]
    async fn fail(self: &Self) -> Result<(), &'static str> {
        std::future::ready(()).await;
        Err("This always fails.")
    }
}

fn main() {
    let counter = Counter::default();
    let up = ui_tests::call(&counter, "up", r#"{"by": 2}"#);
    assert_eq!(up, Ok(Output::Text("3 after call_1".to_owned())));
    assert_eq!(ui_tests::call(&counter, "id", ""), Ok(Output::Text("call_1".to_owned())));
    assert_eq!(ui_tests::call(&counter, "fail", "{}"), Err("This always fails.".to_owned()));
}

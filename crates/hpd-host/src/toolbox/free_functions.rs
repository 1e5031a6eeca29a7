//! Functions of no plugin.

use hpd_runtime::spec::{AiFunction, BoundFunction, FunctionTool};

use super::builder::{Entry, ToolboxBuilder};

impl ToolboxBuilder {
    /// Registers a free function, by the type of the same name that `#[ai_function]` leaves beside it.
    #[must_use]
    pub fn function<F: AiFunction>(mut self) -> Self {
        self.entries.push(Entry::Function(BoundFunction::of(F::SPEC)));
        self
    }

    /// Registers a tool that no macro declares: a closure, with the schema of its argument's type.
    ///
    /// ```
    /// use hpd_host::spec::FunctionTool;
    /// use hpd_host::{RawCall, Session, ToolError, Toolbox};
    ///
    /// #[derive(serde::Deserialize, schemars::JsonSchema)]
    /// struct Sum {
    ///     /// The first number.
    ///     a: i64,
    ///     /// The second number.
    ///     b: i64,
    /// }
    ///
    /// # futures_executor::block_on(async {
    /// let add = FunctionTool::new("add", "Adds two numbers.", |sum: Sum, _| async move {
    ///     sum.a.checked_add(sum.b).ok_or(ToolError::new("The sum is too large."))
    /// });
    /// let toolbox = Toolbox::builder().tool(add.read_only()).build()?;
    /// let call = RawCall::new("1", "add", r#"{"a": 2, "b": 3}"#);
    /// assert_eq!(toolbox.call(&Session::new(), &call).await.for_model().text, "5");
    /// # Ok::<(), hpd_host::BuildError>(())
    /// # }).unwrap();
    /// ```
    #[must_use]
    pub fn tool(mut self, tool: FunctionTool) -> Self {
        self.entries.push(Entry::Function(tool.into()));
        self
    }
}

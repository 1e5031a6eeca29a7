//! What a tool says of its results, and what its source says beside its schemas.

use hpd_runtime::__private::publish_result;
use hpd_runtime::output::JsonText;

use super::{FunctionRole, Role, RustFunction, Tool};
use crate::external::{ExternalTool, TaskSupport};

impl Tool {
    /// The JSON Schema of its results, as a JSON text. For an own function it is that of the returned type, if the type has
    /// [`JsonSchema`](crate::reexports::schemars::JsonSchema) and is an object. An external tool's is passed through as it was written.
    ///
    /// ```
    /// use hpd_host::{Toolbox, plugin};
    ///
    /// struct Clock;
    ///
    /// #[derive(serde::Serialize, schemars::JsonSchema)]
    /// struct Time { hour: u8 }
    ///
    /// #[plugin]
    /// impl Clock {
    ///     /// Tells the time.
    ///     #[ai_function(read_only)]
    ///     fn now(&self) -> Time {
    ///         Time { hour: 12 }
    ///     }
    /// }
    ///
    /// let toolbox = Toolbox::builder().plugin(Clock).build()?;
    /// let schema = toolbox.tool("now").unwrap().output_schema().unwrap();
    /// assert!(schema.contains(r#""required":["hour"]"#));
    /// # Ok::<(), hpd_host::BuildError>(())
    /// ```
    pub fn output_schema(&self) -> Option<&str> {
        match &self.role {
            Role::Function(FunctionRole::Here(function)) => function.result_schema(),
            _ => self.outside()?.output_schema(),
        }
    }

    /// The icons of an external tool, as its source wrote them: a JSON array.
    pub fn icons(&self) -> Option<&JsonText> {
        self.described()?.icons.as_ref()
    }

    /// The source's own metadata of an external tool (`_meta`), as it was written: a JSON object.
    pub fn source_meta(&self) -> Option<&JsonText> {
        self.described()?.meta.as_ref()
    }

    /// Whether calls of an external tool may run as tasks.
    pub fn task_support(&self) -> Option<TaskSupport> {
        self.described()?.task_support
    }

    /// An external tool as its source describes it.
    fn described(&self) -> Option<&ExternalTool> {
        self.outside()?.described()
    }
}

impl RustFunction {
    fn result_schema(&self) -> Option<&str> {
        let schema = self.result_schema.get_or_init(|| {
            let schema = (self.plan.info().result_schema)()?;
            Some(publish_result(&schema).into())
        });
        schema.as_deref()
    }
}

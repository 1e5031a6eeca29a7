//! Tools that are made at run time: a closure, with the schema of its argument's type.

mod context;
mod output;

use std::future::Future;
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

use hpd_json::Leniency;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;

pub use context::OwnedContext;

use crate::context::CallContext;
use crate::output::content_of::is_bytes;
use crate::output::{Failure, IntoOutput, ModelError};
use crate::reading::slot::{Ops, Param, ops, slot};
use crate::reading::{Reader, Refused};
use crate::schema::flat::{expand, kept_fields};
use crate::table::{
    BoundFunction, Effect, ErasedFunction, FlatArgs, FunctionInfo, ParamSpec, PreparedCall, Risk,
    UnknownFields, Write,
};
use output::output_of;

/// A tool without a macro: a closure whose first argument is a struct. The struct's fields are the parameters, with the
/// rules of its schema.
///
/// The tool takes the same path as a function with `#[ai_function]`: the same reading, checks, approval and journal. A
/// toolbox takes it by `ToolboxBuilder::tool`.
///
/// ```
/// use hpd_runtime::spec::{FunctionTool, Risk};
/// use hpd_runtime::ToolError;
///
/// #[derive(serde::Deserialize, schemars::JsonSchema)]
/// struct Args {
///     /// The room.
///     room: u32,
///     /// Euros a night.
///     #[schemars(range(min = 1))]
///     price: u32,
/// }
///
/// let tool = FunctionTool::new(
///     "set_price",
///     "Sets the price of a room.",
///     |args: Args, ctx| async move {
///         let user = ctx.principal().id().unwrap_or("A guest").to_owned();
///         Ok::<_, ToolError>(format!("{user}: room {} costs {}.", args.room, args.price))
///     },
/// )
/// .write(Risk::Medium)
/// .question("Set the price of room {room} to {price}?");
/// # let _ = tool;
/// ```
///
/// Names, descriptions and other texts are `&'static str`, as those of the macros are: the program keeps one row for each
/// tool, as long as it runs.
pub struct FunctionTool {
    info: FunctionInfo,
    fields: Vec<ParamSpec>,
    risk: Option<Risk>,
    confirm_phrase: Option<&'static str>,
    allow_empty: bool,
    /// The result is of a type that no tool can return.
    returns_bytes: bool,
    code: Arc<dyn ErasedFunction>,
    schema: FlatArgs,
}

impl FunctionTool {
    /// A tool that only reads, unless [`write`](Self::write) says otherwise. `description` is for the model.
    ///
    /// The closure returns what functions with a macro return: a serialisable type, text, or parts. Bytes are a problem
    /// of the build, since a type of bytes does not say what they are.
    pub fn new<A, F, R, T, E, Form>(name: &'static str, description: &'static str, function: F) -> Self
    where
        A: Param + 'static,
        F: Fn(A, OwnedContext) -> R + Send + Sync + 'static,
        R: Future<Output = Result<T, E>> + Send + 'static,
        T: IntoOutput<Form> + 'static,
        E: ModelError + 'static,
        Form: 'static,
    {
        let schema = FlatArgs { schema: A::__hpd_object, probe: A::__hpd_probe, is_expanded: false };
        Self {
            info: FunctionInfo { name, description, ..FunctionInfo::NEW },
            fields: Vec::new(),
            risk: None,
            confirm_phrase: None,
            allow_empty: false,
            returns_bytes: is_bytes::<T>(),
            code: Arc::new(Made { function, ops: ops::<A>(), types: PhantomData::<fn(A, Form)> }),
            schema,
        }
    }

    /// Sets the name for people.
    #[must_use]
    pub fn title(mut self, title: &'static str) -> Self {
        self.info.title = Some(title);
        self
    }

    /// Declares that the tool changes something: the user is asked, by the risk.
    #[must_use]
    pub const fn write(mut self, risk: Risk) -> Self {
        self.risk = Some(risk);
        self
    }

    /// Declares that the tool changes nothing: clients run it without asking.
    #[must_use]
    pub const fn read_only(mut self) -> Self {
        self.info.hints.read_only = Some(true);
        self
    }

    /// Hints to clients whether the tool may destroy data.
    #[must_use]
    pub const fn destructive(mut self, is_destructive: bool) -> Self {
        self.info.hints.destructive = Some(is_destructive);
        self
    }

    /// Hints to clients whether the tool reaches beyond the host's own systems.
    #[must_use]
    pub const fn open_world(mut self, is_open: bool) -> Self {
        self.info.hints.open_world = Some(is_open);
        self
    }

    /// Sets the question to the user before a write, with `{field}` placeholders.
    #[must_use]
    pub const fn question(mut self, question: &'static str) -> Self {
        self.info.question = Some(question);
        self
    }

    /// Sets the phrase that the user types before a write of high risk, with `{field}` placeholders.
    #[must_use]
    pub const fn confirm_phrase(mut self, phrase: &'static str) -> Self {
        self.confirm_phrase = Some(phrase);
        self
    }

    /// Accepts empty strings and lists for required parameters of a write.
    #[must_use]
    pub const fn allow_empty(mut self) -> Self {
        self.allow_empty = true;
        self
    }

    /// Declares that calling twice is the same as calling once.
    #[must_use]
    pub const fn idempotent(mut self) -> Self {
        self.info.idempotent = true;
        self
    }

    /// Sets the time limit of an attempt, in whole milliseconds.
    #[must_use]
    pub fn timeout(mut self, limit: Duration) -> Self {
        self.info.timeout_ms = Some(u64::try_from(limit.as_millis()).unwrap_or(u64::MAX));
        self
    }

    /// Sets how forgiving the reading of arguments is.
    #[must_use]
    pub const fn leniency(mut self, leniency: Leniency) -> Self {
        self.info.leniency = Some(leniency);
        self
    }

    /// Ignores unknown arguments with a warning, in place of an error.
    #[must_use]
    pub const fn warn_of_unknown_fields(mut self) -> Self {
        self.info.unknown_fields = UnknownFields::Warn;
        self
    }

    /// Gives the result to the user; the model learns only that the user has it.
    #[must_use]
    pub const fn direct(mut self) -> Self {
        self.info.direct = true;
        self
    }

    /// Publishes the schema of the result, if it is an object.
    #[must_use]
    pub fn returns<T: JsonSchema>(mut self) -> Self {
        self.info.result_schema = || {
            let generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
            let schema = generator.into_root_schema_for::<T>();
            let is_object = schema.get("type").and_then(serde_json::Value::as_str) == Some("object");
            is_object.then_some(schema)
        };
        self
    }

    /// Sets options of a field, by its name in the schema: sensitive, or possible sources of its value.
    ///
    /// ```
    /// # use hpd_runtime::{ToolError, spec::FunctionTool};
    /// # #[derive(serde::Deserialize, schemars::JsonSchema)]
    /// # struct Login { user: String, pin: String }
    /// # let tool = FunctionTool::new("log_in", "Logs in.", |login: Login, _| async move {
    /// #     Ok::<_, ToolError>(login.user + &login.pin)
    /// # });
    /// tool.field("pin", |field| field.sensitive = true)
    ///     .field("user", |field| field.profile_key = Some("user_name"))
    /// # ;
    /// ```
    #[must_use]
    pub fn field(mut self, name: &'static str, change: impl FnOnce(&mut ParamSpec)) -> Self {
        let place = self.fields.iter().position(|field| field.name == name).unwrap_or_else(|| {
            self.fields.push(ParamSpec { name, ..ParamSpec::NEW });
            self.fields.len() - 1
        });
        change(&mut self.fields[place]);
        self.fields[place].name = name;
        self
    }

    /// What can't be, in words for the program's author.
    fn problem(&self) -> Option<String> {
        if self.returns_bytes {
            return Some(
                "it returns bytes, which the model would read as numbers: return a `Part`".to_owned(),
            );
        }
        let is_high = self.risk == Some(Risk::High);
        if self.confirm_phrase.is_some() && !is_high {
            return Some("a phrase is asked for at high risk alone: add `.write(Risk::High)`".to_owned());
        }
        if self.info.question.is_some() && self.risk.is_none() {
            return Some("a question is for a tool that changes something: add `.write(..)`".to_owned());
        }
        if self.risk.is_some() && self.info.hints.read_only == Some(true) {
            return Some("it is a write, and `read_only` too: remove one".to_owned());
        }
        let word = if self.risk.is_some() { None } else { self.info.unmarked_write_word() };
        word.map(|word| {
            format!("it is named like a write (`{word}`): add `.write(..)`, or `.read_only()` if it changes nothing")
        })
    }
}

impl From<FunctionTool> for BoundFunction {
    fn from(tool: FunctionTool) -> Self {
        let problem = tool.problem();
        let FunctionTool { mut info, fields, risk, confirm_phrase, allow_empty, code, schema, .. } = tool;
        if let Some(risk) = risk {
            let confirm_phrase = confirm_phrase.filter(|_| risk == Risk::High);
            info.effect = Effect::Write(Write { risk, confirm_phrase, allow_empty });
        }
        // The rows of the fields are part of the one row that is kept.
        info.params = kept_fields(fields);
        Self::made(expand(&info, schema), code, problem)
    }
}

impl std::fmt::Debug for FunctionTool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("FunctionTool").field(&self.info.name).finish()
    }
}

/// A closure, with the operations of its argument's type.
struct Made<A, F, Form> {
    function: F,
    ops: Ops<A>,
    types: PhantomData<fn(A, Form)>,
}

impl<A, F, R, T, E, Form> ErasedFunction for Made<A, F, Form>
where
    A: Send + 'static,
    F: Fn(A, OwnedContext) -> R + Send + Sync,
    R: Future<Output = Result<T, E>> + Send,
    T: IntoOutput<Form> + 'static,
    E: ModelError + 'static,
{
    fn prepare<'a>(
        &'a self,
        reader: &mut Reader<'_>,
        context: &'a CallContext<'a>,
    ) -> Result<PreparedCall<'a>, Refused> {
        let mut argument = slot(self.ops);
        reader.read(&mut [&mut argument]);
        reader.finish()?;
        let argument = argument.take();
        // The closure itself may do something: it is called when the call runs.
        Ok(PreparedCall::Send(Box::pin(async move {
            let result = (self.function)(argument, OwnedContext::of(context)).await;
            output_of(result.map_err(|error| Failure::of(&error))?)
        })))
    }
}

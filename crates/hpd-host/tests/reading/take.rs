//! Tables of calls: the arguments, and the function's view of them or the model's errors. The `jsonschema` crate also
//! checks each call against the published schema, and must have the same verdict.

#![allow(dead_code, reason = "each test file uses its own part")]

use std::fmt::Debug;
use std::marker::PhantomData;

use futures_executor::block_on;
use hpd_host::approval::Permission;
use hpd_host::args::Leniency;
use hpd_host::list::ModelOptions;
use hpd_host::{Approval, CallError, Param, Plugin, RawCall, Session, Toolbox, plugin};
use jsonschema::Validator;
use serde_json::Value;

/// A function with one parameter, which returns the value it received.
struct Take<T>(PhantomData<fn() -> T>);

#[plugin(name = "Take")]
#[expect(clippy::unused_self, reason = "the plugin has nothing")]
impl<T: Param + Debug + 'static> Take<T> {
    /// Takes a value.
    #[ai_function]
    fn take(
        &self,
        /// The value.
        value: T,
    ) -> String {
        format!("{value:?}")
    }
}

/// A function, called again and again.
pub(crate) struct Bench {
    toolbox: Toolbox,
    function: &'static str,
    /// From a row to the arguments of the call.
    arguments: fn(&str) -> String,
    validator: Validator,
}

/// Whether the schema says it too.
#[derive(Clone, Copy, PartialEq)]
enum Also {
    /// The `jsonschema` crate refuses the same arguments as we do.
    BySchema,
    /// The schema can't say it, or does not.
    ByUsAlone,
}

impl Bench {
    /// The function of [`Take`] for a type. Its rows show the value alone.
    pub(crate) fn of<T: Param + Debug + 'static>() -> Self {
        Self::of_arguments::<T>().rows(|value| format!(r#"{{"value":{value}}}"#))
    }

    /// The same, with rows that show the arguments.
    pub(crate) fn of_arguments<T: Param + Debug + 'static>() -> Self {
        Self::with(Take(PhantomData::<fn() -> T>), "take")
    }

    /// A function of a plugin. Its rows show the arguments.
    pub(crate) fn with(plugin: impl Plugin, function: &'static str) -> Self {
        let toolbox = Toolbox::builder()
            .approval(Approval::new().writes(Permission::Allow))
            .plugin(plugin)
            .model(ModelOptions::new().leniency(Leniency::Strict))
            .build()
            .unwrap();
        let schema: Value = serde_json::from_str(toolbox.tool(function).unwrap().input_schema()).unwrap();
        assert!(jsonschema::meta::is_valid(&schema), "{schema}");
        let validator = jsonschema::options().should_validate_formats(true).build(&schema).unwrap();
        Self { toolbox, function, arguments: str::to_owned, validator }
    }

    /// The same with rows of another form, from which `arguments` makes the arguments of a call.
    pub(crate) fn rows(self, arguments: fn(&str) -> String) -> Self {
        Self { arguments, ..self }
    }

    /// The published schema of a parameter.
    pub(crate) fn schema_of(&self, parameter: &str) -> String {
        let schema = self.toolbox.tool(self.function).unwrap().input_schema();
        let schema: Value = serde_json::from_str(schema).unwrap();
        schema["properties"][parameter].to_string()
    }

    /// The answer of the function, or the errors: one per line, as models read them, after code and pointer.
    pub(crate) fn answer(&self, row: &str) -> Result<String, Vec<String>> {
        let arguments = (self.arguments)(row);
        let call = RawCall::new("1", self.function, arguments);
        // A conversation of its own: after three calls without the same value, the user is asked for it.
        let outcome = block_on(self.toolbox.call(&Session::new(), &call));
        match outcome.error() {
            None => Ok(outcome.for_model().text.into_owned()),
            Some(CallError::Validation(response)) => {
                let text = response.to_string();
                let lines = text.lines().filter_map(|line| line.strip_prefix("- "));
                let errors = response.errors.iter().zip(lines);
                Err(errors
                    .map(|(error, line)| format!("{} {} {line}", error.error_code, error.pointer))
                    .collect())
            }
            Some(other) => Err(vec![other.to_string()]),
        }
    }

    /// Calls with these arguments run, and the function sees these values.
    pub(crate) fn sees(&self, rows: &[(&str, &str)]) -> &Self {
        let wrong = rows.iter().filter_map(|(row, seen)| {
            let answer = self.answer(row);
            let accepts = self.schema_accepts(row);
            let is_right = answer.as_deref() == Ok(*seen) && accepts != Some(false);
            (!is_right).then(|| format!("{row}\n  {answer:?}, schema {accepts:?}\n  not {seen}"))
        });
        report(wrong);
        self
    }

    /// Calls with these arguments are refused with these errors, and by the schema.
    pub(crate) fn refuses(&self, rows: &[(&str, &[&str])]) -> &Self {
        self.refuses_with(rows, Also::BySchema)
    }

    /// Calls with these arguments are refused with these errors, though not by the schema.
    pub(crate) fn refuses_alone(&self, rows: &[(&str, &[&str])]) -> &Self {
        self.refuses_with(rows, Also::ByUsAlone)
    }

    fn refuses_with(&self, rows: &[(&str, &[&str])], also: Also) -> &Self {
        let wrong = rows.iter().filter_map(|(row, errors)| {
            let answer = self.answer(row);
            let accepts = self.schema_accepts(row);
            let is_right = matches!(&answer, Err(found) if found == errors)
                && (also == Also::ByUsAlone || accepts != Some(true));
            (!is_right).then(|| format!("{row}\n  {answer:#?}, schema {accepts:?}\n  not {errors:#?}"))
        });
        report(wrong);
        self
    }

    /// The verdict of the `jsonschema` crate; `None` if the text is not JSON.
    fn schema_accepts(&self, row: &str) -> Option<bool> {
        let value: Value = serde_json::from_str(&(self.arguments)(row)).ok()?;
        Some(self.validator.is_valid(&value))
    }
}

#[track_caller]
fn report(wrong: impl Iterator<Item = String>) {
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{} rows are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

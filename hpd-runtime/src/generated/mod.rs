//! The pieces that generated code calls, beside the tables: references checked by the compiler, futures that promise
//! `Send`, and assertions about names.

mod context;
mod errors;
mod futures;
mod kinds;
mod names;
mod probes;
mod references;
mod results;
mod rows;

pub use context::{ContextArgument, context_argument};
pub use errors::{LogOf, LogOfInner, NoLog, check_error, first_cause, tool_error, violations};
pub use futures::{boxed, boxed_local};
pub use kinds::{Kind, KindOf, UnknownKind, assert_rule};
pub use names::{assert_tool_name, assert_unique, container_name};
pub use probes::{
    Annotated, Block, DefaultParam, DefaultProbe, IntoInstructions, MaybeScope, NoDefault, assert_annotated,
    computed_default, instructions, json_default, only_scope,
};
pub use references::{
    HasFunction, HasSkill, MethodOf, Name, SkillOf, free_function_ref, function_ref, plugin_ref, skill_ref,
};
pub use results::{NoSchema, PlainReturnType, ResultType, ReturnType};
pub use rows::{field, flat, fn_ref, function_info, param, scope};

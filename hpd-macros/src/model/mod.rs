//! The model of an item: valid by construction. It knows neither parsing nor expansion.

mod function;
mod item;
mod json;
mod model_error;
mod name;
mod number;
mod param;
mod plugin;
mod promise;
mod runtime;
mod skill;

pub(crate) use function::{
    Argument, CheckCall, Effect, FreeFunction, Function, Hints, Leniency, MetaEntry, MetaValue, OutputPlaces,
    Question, Risk, Run, UnknownFields, is_flat,
};
pub(crate) use item::{Role, UserFn, UserImpl, UserItem};
pub(crate) use json::Json;
pub(crate) use model_error::{Conversion, ErrorCase, ErrorEffect, ErrorField, ErrorText, ErrorType};
pub(crate) use name::{Case, MAX_TOOL_NAME, ToolName};
pub(crate) use number::Number;
pub(crate) use param::{Constraint, Default, Foreign, Leaf, Param, StructField};
pub(crate) use plugin::{Plugin, PluginScope, Scope, ScopedType};
pub(crate) use promise::{Promise, PromisedName, Target};
pub(crate) use runtime::Runtime;
pub(crate) use skill::{Document, DocumentContent, FunctionPath, Instructions, MethodPath, Skill};

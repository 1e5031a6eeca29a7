//! From tokens to `Raw*` values that keep their spans. Only this module knows darling. `check` judges the values;
//! nothing here does.

mod attributes;
mod docs;
mod field;
mod function;
mod item;
mod keys;
mod method;
mod model_error;
mod param;
mod plugin;
mod scope;
mod skill;
mod strip;
mod suggest;
mod table;
mod values;

pub(crate) use field::Field;
pub(crate) use function::{RawFree, RawFunction, parse_free_function};
pub(crate) use item::{ItemKind, item_kind};
pub(crate) use method::{RawInput, RawMark, RawMethod, RawTool, RawTyped};
pub(crate) use model_error::{RawErrorBody, RawErrorCase, RawErrorText, RawModelError, parse_model_error};
pub(crate) use param::{RawBounds, RawItems, RawParam, RawRange, RawStructField};
pub(crate) use plugin::{RawDescription, RawPlugin, parse_plugin};
pub(crate) use scope::{RawScope, RawScopedType, parse_scope, parse_scoped_type};
pub(crate) use skill::{RawDocument, RawSkill};
pub(crate) use strip::strip_helpers;
pub(crate) use suggest::{any_of, nearest};
pub(crate) use values::{CheckRef, Count, CratePath, Flag, JsonValue, NumberText, RawDefault, Text};

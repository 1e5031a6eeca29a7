//! The types of values. A value's error continues a sentence that starts with its key.

mod json;
mod paths;
mod text;
mod time;
mod words;

pub(crate) use json::{JsonValue, RawDefault, parse_json_list, parse_meta_entries};
pub(crate) use paths::{
    CheckRef, CratePath, FunctionRef, PathTo, RawType, parse_function_paths, parse_skill_paths,
};
pub(crate) use text::{Pattern, Text, parse_names};
pub(crate) use time::Timeout;
pub(crate) use words::{Count, Flag, NumberText};

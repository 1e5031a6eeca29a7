//! Items for generated code and our own crates only. They change without notice.

pub use core;
pub use std;

pub use hpd_json::__private::{WrittenValue, has_reserved_key, object_of, order};
pub use hpd_repair::__private::merge_duplicates;
pub use hpd_schema::__private::error::{FieldNotes, Findings, IntoViolations, Violation, nearest};
pub use hpd_schema::__private::shape::{
    ArrayRules, Guard, HAS_PATTERNS, NumberRules, ObjectRules, Property, ShapeId, ShapeNode, StringRules,
    TypeSet,
};

pub use crate::args::Leniency;
pub use crate::check::has_parameters;
pub use crate::context::call::pages::{PageKeeper, PageSink};
pub use crate::context::call::{CallContext, Interpreter};
pub use crate::error::container::first_names;
pub use crate::generated::*;
pub use crate::metadata::ReferredFunction;
pub use crate::output::content::Output;
pub use crate::output::content_of::{Content, InParts, IntoContent, OwnForm, Parts};
pub use crate::output::convert::{AsJson, AsParts, ErrorForModel, PlainReturn, Return, ReturnOutput};
pub use crate::output::failure::{ModelError, ToolError};
pub use crate::output::input::TextOfPages;
pub use crate::output::members::Members;
pub use crate::output::{AskRequest, CheckError, Failure, FailureEffect};
pub use crate::plan::ArgumentPlan;
pub use crate::plugins::{OneAnnotatedBlockPerTypeMergeThem, Plugin, Shared};
pub use crate::provenance::ParameterSources;
pub use crate::reading::leaves::{
    AllParams, ChronoParam, ContainerParam, JiffParam, Leaves, NotAllParams, Reported, RustDecimalParam,
    Suitable, UrlParam, UuidParam, assert_chrono, assert_jiff, assert_rust_decimal, assert_url, assert_uuid,
};
pub use crate::reading::slot::{DynSlot, Ops, Slot, ops, slot};
pub use crate::reading::{
    Accepted, FROZEN_ZEROS, Guarded, OwnNames, Probe, ReadError, Reader, ReadingPlan, Refused, SchemaPlan,
    Understood, Watch,
};
pub use crate::request::{IntoIter, Iter};
pub use crate::schema::publish::publish_result;
pub use crate::schema::view::{with_optional, without_properties};
pub use crate::spec::*;
pub use crate::table::{FlatArgs, Handler, LocalCall, PreparedCall, SendCall, SyncCall, prepare};
pub use crate::text::write_word;

/// Text for models and users, as all crates write it.
pub mod text {
    pub use crate::text::*;
}

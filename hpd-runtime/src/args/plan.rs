//! How a function's arguments are read: everything that can be worked out before the first call.

use memchr::memmem;

use super::key_text::KeyText;
use super::lenient::Lenient;
use super::limits::Limits;
use super::reading::{Reading, StopReason};
use crate::error::{FieldNotes, Findings};
use crate::schema::{FunctionSchema, SchemaError, SchemaSettings, assemble};
use crate::shape::{CompileOptions, Guard, Shape, ShapeId, TextFlags, TextScan};
use crate::spec::{FunctionInfo, Leniency, ParamSpec, UnknownFields};

/// How the arguments of one function are read and checked. Built once, when the toolbox is.
#[derive(Debug)]
pub struct ArgumentPlan {
    pub(super) info: &'static FunctionInfo,
    pub(super) params: Box<[ParamPlan]>,
    /// The facts to prove for all values below parameters, so that provable ones need no guard.
    pub(super) text_scan: TextFlags,
    pub(super) has_no_defaults: bool,
    pub(super) shape: Shape,
    pub(super) limits: Limits,
    leniency: Leniency,
    schema: FunctionSchema,
    second: Box<SecondPlan>,
}

/// Data for the second reading only. Boxed, since most calls have none.
#[derive(Debug)]
struct SecondPlan {
    /// The parameters that are read as under [`Leniency::Lenient`].
    lenient_params: Box<[&'static str]>,
    /// The model's name of the function, without a prefix.
    name: Box<str>,
    /// The model's name of the function that yields a parameter's value, by parameter.
    obtained: Box<[(&'static str, String)]>,
}

/// How one parameter is read.
#[derive(Debug)]
pub(super) struct ParamPlan {
    pub(super) name: &'static str,
    /// The key and its colon in their usual text: `"name":`.
    pub(super) key: KeyText,
    /// The schema refuses arguments without it.
    pub(super) is_required: bool,
    pub(super) shape: Option<ShapeId>,
    pub(super) guard: Guard,
    /// The longest text of arguments in which decoding the type is check enough, if the text shows `proof`.
    pub(super) plain_up_to: usize,
    pub(super) text_scan: Option<TextScan>,
    /// There are decimals in it that only the second reading keeps exact.
    pub(super) hides_decimals: bool,
    /// A JSON text.
    pub(super) default: Option<Box<str>>,
}

impl ArgumentPlan {
    /// Prepares the reading of `info`'s arguments.
    ///
    /// # Errors
    ///
    /// The function's tables contradict each other or its parameters' types, for example by a default that breaks its
    /// range.
    pub fn new(
        info: &'static FunctionInfo,
        settings: &SchemaSettings,
        limits: Limits,
    ) -> Result<Self, SchemaError> {
        let schema = assemble(info, settings)?;
        let shape = Shape::compile_node(schema.checked(), CompileOptions::own()).map_err(|error| {
            SchemaError { function: info.name.to_owned(), parameter: None, message: error.to_string() }
        })?;
        let params = info.params.iter().map(|param| {
            let id = shape.property(param.name);
            let guard = id.map_or(Guard::Nothing, |id| shape.node(id).guard);
            let default = schema.default_json(param.name).map(String::into_boxed_str);
            let text_scan = id.and_then(|id| shape.text_scan(id));
            let is_plain = guard == Guard::Nothing || text_scan.is_some();
            let plain_up_to = id.filter(|_| is_plain).map_or(0, |id| plain_up_to(&shape, id, &limits));
            let hides_decimals = id.is_some_and(|id| shape.hides_decimals(id));
            let key = KeyText::new(param.name);
            let is_required = shape.requires(param.name);
            ParamPlan {
                name: param.name,
                key,
                is_required,
                shape: id,
                guard,
                plain_up_to,
                text_scan,
                hides_decimals,
                default,
            }
        });
        let params: Box<[_]> = params.collect();
        let text_scan = params
            .iter()
            .filter_map(|param| param.text_scan)
            .fold(TextFlags::NONE, |all, text_scan| all.and(text_scan.below));
        let has_no_defaults = params.iter().all(|param| param.default.is_none());
        let lenient_params =
            info.params.iter().filter(|param| param.lenient).map(|param| param.name).collect();
        check_absent(info, &params)?;
        let leniency = info.leniency.unwrap_or_default();
        let second = SecondPlan { lenient_params, name: info.name.into(), obtained: names_of_obtained(info) };
        let second = Box::new(second);
        Ok(Self { info, params, text_scan, has_no_defaults, shape, limits, leniency, schema, second })
    }

    /// Reads as `leniency` says, where the function does not say.
    #[must_use]
    pub fn with_leniency(mut self, leniency: Leniency) -> Self {
        self.leniency = self.info.leniency.unwrap_or(leniency);
        self
    }

    /// Sets the model's name of the function, without a prefix, where it differs from the function's own.
    #[must_use]
    pub fn with_name(mut self, name: &str) -> Self {
        self.second.name = name.into();
        self
    }

    /// Sets the names of the functions that yield values, by parameter, where they differ from the functions' own.
    #[must_use]
    pub fn with_obtained(mut self, names: Vec<(&'static str, String)>) -> Self {
        self.second.obtained = names.into();
        self
    }

    /// The function.
    pub const fn info(&self) -> &'static FunctionInfo {
        self.info
    }

    /// The schema of the arguments, as the model sees it.
    pub const fn schema(&self) -> &FunctionSchema {
        &self.schema
    }

    /// The schema compiled for checking.
    pub const fn shape(&self) -> &Shape {
        &self.shape
    }

    /// How a text is read when strict reading refuses it.
    pub(super) fn lenient(&self, stop_reason: StopReason) -> Lenient<'_> {
        Lenient {
            reading: Reading { leniency: self.leniency, writes: self.info.is_write(), stop_reason },
            limits: &self.limits,
            shape: &self.shape,
            function: Some(&self.second.name),
            forgiven: &self.second.lenient_params,
        }
    }

    /// An empty list of errors, with the notes on the parameters.
    pub fn findings(&self) -> Findings {
        let mut findings = Findings::new(&self.limits);
        let is_noted = |param: &ParamSpec| param.sensitive || param.hint.is_some() || param.obtain.is_some();
        // If one parameter has a note, all do: a name without one may be misspelt.
        if !self.info.params.iter().any(is_noted) {
            return findings;
        }
        for param in self.info.params {
            let obtain = self.second.obtained.iter().find(|(name, _)| *name == param.name);
            let obtain = obtain.map(|(_, function)| function.clone().into());
            let hint = param.hint.map(Into::into);
            findings.note(param.name, FieldNotes { sensitive: param.sensitive, hint, obtain });
        }
        findings
    }

    pub(super) fn refuses_unknown(&self) -> bool {
        self.info.unknown_fields == UnknownFields::Reject
    }

    /// The place of a parameter; `hint` is where it probably is.
    #[inline]
    pub(super) fn position(&self, key: &str, hint: usize) -> Option<usize> {
        match self.params.get(hint) {
            Some(param) if param.name == key => Some(hint),
            _ => self.params.iter().position(|param| param.name == key),
        }
    }
}

impl ParamPlan {
    /// Whether a text of arguments may have the parameter; not whether its key has escapes.
    pub(super) fn may_stand_in(&self, text: &str) -> bool {
        let quoted = self.key.quoted();
        memmem::find(text.as_bytes(), quoted.as_bytes()).is_some()
    }
}

/// A function that is called with a text that can't be read has no values from it.
fn check_absent(info: &FunctionInfo, params: &[ParamPlan]) -> Result<(), SchemaError> {
    let needed = params.iter().find(|param| info.reads_anything() && param.is_required);
    needed.map_or(Ok(()), |param| {
        let message = "a parameter beside the request must be optional, or have a default".to_owned();
        Err(SchemaError { function: info.name.to_owned(), parameter: Some(param.name.to_owned()), message })
    })
}

/// By parameter: the declared name of the function that yields the parameter's value.
fn names_of_obtained(info: &FunctionInfo) -> Box<[(&'static str, String)]> {
    let params = info.params.iter();
    params.filter_map(|param| Some((param.name, param.obtain?.name.to_owned()))).collect()
}

/// The longest text in which no value at `id` can break a limit.
///
/// Text of `n` bytes holds at most `n / 2` values, and at most `n / (m + 1)` items where an item has at least `m`
/// bytes. Types without maps, recursion and free values are bounded in depth by themselves.
fn plain_up_to(shape: &Shape, id: ShapeId, limits: &Limits) -> usize {
    let size_bounds = shape.size_bounds(id);
    if size_bounds.is_open {
        return 0;
    }
    let items = limits.items.saturating_mul(size_bounds.shortest_item.saturating_add(1));
    items.min(limits.nodes.saturating_mul(2)).min(limits.string)
}

//! The reading of a function that a table describes.

use std::collections::HashMap;
use std::ops::Deref;

use hpd_json::{Leniency, Limits};
use hpd_schema::__private::error::FieldNotes;
use hpd_schema::__private::shape::{CompileOptions, Shape, ShapeId};

use crate::reading::{
    FunctionFacts, KeyCheck, NumberForm, OwnNames, ParamFacts, ReadingPlan, WholeFacts, key_check,
};
use crate::schema::flat::{denies_unknown, expanded};
use crate::schema::{FunctionSchema, SchemaError, SchemaSettings, assemble};
use crate::table::{FlatArgs, FunctionInfo, ParamSpec, UnknownFields};

/// How the arguments of one function are read and checked, with its table and its schema. Built once, when the toolbox
/// is.
#[derive(Debug)]
pub struct ArgumentPlan {
    reading: ReadingPlan,
    info: &'static FunctionInfo,
    schema: FunctionSchema,
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
        let info = expanded(info);
        let schema = assemble(info, settings)?;
        let mut shape = Shape::compile_node(schema.checked(), CompileOptions::own()).map_err(|error| {
            SchemaError { function: info.name.to_owned(), parameter: None, message: error.to_string() }
        })?;
        check_absent(info, &shape)?;
        let function = FunctionFacts {
            names: OwnNames::new([info.name]),
            writes: info.is_write(),
            reads_anything: info.reads_anything(),
            refuses_unknown: info.unknown_fields == UnknownFields::Reject,
            leniency: info.leniency.unwrap_or_default(),
        };
        let mut numbers = HashMap::new();
        let whole = info.flat.map(|flat| compare_fields(flat, &mut shape, &mut numbers));
        let key_checks = compare_keys(info, &mut shape, &mut numbers);
        let params = info.params.iter().zip(key_checks);
        let params = params.map(|(param, check)| facts(param, &check, &schema)).collect();
        Ok(Self { reading: ReadingPlan::new(shape, limits, function, params, whole, numbers), info, schema })
    }

    /// Sets the leniency of the reading, for a function that declares none.
    #[must_use]
    pub fn with_leniency(mut self, leniency: Leniency) -> Self {
        self.reading.set_leniency(self.info.leniency.unwrap_or(leniency));
        self
    }

    /// Sets the name by which the model calls the function, if this name differs from the function's name. Pass the
    /// name without the prefix that the toolbox puts before the names of a plugin.
    #[must_use]
    pub fn with_name(mut self, name: &str) -> Self {
        self.reading.add_name(name);
        self
    }

    /// Sets the names of the function's plugin: a call inside the arguments may have one of them before the function's
    /// name. Without any, every prefix counts.
    #[must_use]
    pub fn with_owners<'n>(mut self, owners: impl IntoIterator<Item = &'n str>) -> Self {
        self.reading.set_owners(owners);
        self
    }

    /// For each parameter with `obtain`, sets the name by which the model calls the function that yields the value.
    /// `names` are pairs of a parameter and this name. If a parameter has no pair, its errors do not name a function.
    #[must_use]
    pub fn with_obtained(mut self, names: Vec<(&'static str, String)>) -> Self {
        self.reading.set_obtained(names);
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
}

/// Gives the [`ReadingPlan`]: the part of this plan that reads and checks arguments.
impl Deref for ArgumentPlan {
    type Target = ReadingPlan;

    #[inline]
    fn deref(&self) -> &ReadingPlan {
        &self.reading
    }
}

/// Makes the reading compare keys with the declared ones, for types that may read others. Notes the forms of numbers.
fn compare_keys(
    info: &FunctionInfo,
    shape: &mut Shape,
    numbers: &mut HashMap<ShapeId, NumberForm>,
) -> Vec<KeyCheck> {
    if info.flat.is_some() {
        // The struct was asked as a whole.
        return vec![KeyCheck::Nothing; info.params.len()];
    }
    let ids = info.params.iter().map(|param| Some((param, shape.property(param.name)?)));
    let checks: Vec<_> =
        ids.map(|param| param.map(|(param, id)| (id, key_check(shape, id, param.probe, numbers)))).collect();
    for (id, check) in checks.iter().flatten().filter(|(_, check)| *check != KeyCheck::Nothing) {
        shape.compare_keys(*id, check.places());
    }
    checks.into_iter().map(|check| check.map_or(KeyCheck::Nothing, |(_, check)| check)).collect()
}

/// The same for a struct that takes all arguments. A key that it does not know is found in the first reading.
fn compare_fields(
    flat: FlatArgs,
    shape: &mut Shape,
    numbers: &mut HashMap<ShapeId, NumberForm>,
) -> WholeFacts {
    let root = shape.root();
    let check = key_check(shape, root, flat.probe, numbers);
    if check != KeyCheck::Nothing {
        shape.compare_keys(root, check.places());
    }
    if !denies_unknown(flat) {
        shape.refuse_undeclared(root);
    }
    WholeFacts { compares_keys: check != KeyCheck::Nothing }
}

/// The facts about a parameter beyond its schema.
fn facts(param: &ParamSpec, key_check: &KeyCheck, schema: &FunctionSchema) -> ParamFacts {
    ParamFacts {
        name: param.name,
        compares_keys: *key_check != KeyCheck::Nothing,
        default: schema.default_json(param.name),
        custom: param.custom,
        lenient: param.lenient,
        notes: FieldNotes {
            sensitive: param.sensitive,
            hint: param.hint.map(Into::into),
            obtain: param.obtain.map(|function| function.name.into()),
        },
    }
}

/// A function that is called with a text that can't be read has no values from it.
fn check_absent(info: &FunctionInfo, shape: &Shape) -> Result<(), SchemaError> {
    let needed = info.params.iter().find(|param| info.reads_anything() && shape.requires(param.name));
    needed.map_or(Ok(()), |param| {
        let message = "a parameter beside the request must be optional, or have a default".to_owned();
        Err(SchemaError { function: info.name.to_owned(), parameter: Some(param.name.to_owned()), message })
    })
}

//! Consistency checks of a parameter's table row.

use hpd_json::__private::Path;
use hpd_json::{Limits, Node};
use hpd_schema::__private::error::Findings;
use hpd_schema::__private::find_schema;
use hpd_schema::__private::shape::{CompileOptions, HAS_PATTERNS, Shape};

use super::assemble::error;
use super::param::ParamSchema;
use super::{SchemaError, constraint};
use crate::table::{Effect, FunctionInfo, ParamSpec, Write};

/// Checks that the schema compiles and that defaults and examples pass it.
pub(super) fn verify(
    info: &FunctionInfo,
    params: &[ParamSchema],
    checked: &Node<'_>,
) -> Result<(), SchemaError> {
    check_bounds(info, checked)?;
    check_places(info, checked)?;
    let shape = Shape::compile_node(checked, CompileOptions::own()).map_err(|found| SchemaError {
        function: info.name.to_owned(),
        parameter: parameter_at(&found.pointer),
        message: format!("the schema is wrong: {found}"),
    })?;
    // Rules that decoding enforces need no second check.
    let is_enforced = |keyword: &str| keyword.starts_with("unevaluated");
    if let Some(found) = shape.unsupported().iter().find(|found| !is_enforced(&found.keyword)) {
        let is_of_engine = matches!(&*found.keyword, "pattern" | "patternProperties") && !HAS_PATTERNS;
        let without = if is_of_engine { " without the feature `patterns`" } else { "" };
        return Err(SchemaError {
            function: info.name.to_owned(),
            parameter: parameter_at(&found.pointer),
            message: format!("`{}` can't be checked{without}, at {}", found.keyword, found.pointer),
        });
    }
    check_templates(info)?;
    for (param, schema) in info.params.iter().zip(params) {
        for (what, value) in [("default", &schema.default), ("example", &schema.example)] {
            if let Some(value) = value {
                check_value(param, &shape, what, value)
                    .map_err(|message| error(info, param.name, message))?;
            }
        }
    }
    Ok(())
}

/// Rules in the schema of a type inside are the type's own, which the macro does not see.
fn check_bounds(info: &FunctionInfo, checked: &Node<'_>) -> Result<(), SchemaError> {
    let found = find_schema(checked, &Path::ROOT, &mut |schema, path| {
        constraint::contradiction(schema).map(|message| (message, path.pointer()))
    });
    let Some((mut message, pointer)) = found else { return Ok(()) };
    let parameter = parameter_at(&pointer);
    // `/properties/x` is the parameter itself.
    if parameter.is_none() || pointer.split('/').count() > 3 {
        message = format!("{message}, at {pointer}");
    }
    Err(SchemaError { function: info.name.to_owned(), parameter, message })
}

/// A rule for another kind of value would never apply.
fn check_places(info: &FunctionInfo, checked: &Node<'_>) -> Result<(), SchemaError> {
    let found = find_schema(checked, &Path::ROOT, &mut |schema, path| {
        let message = constraint::misplaced(schema, || path.pointer())?;
        Some((message, path.pointer()))
    });
    let Some((message, pointer)) = found else { return Ok(()) };
    Err(SchemaError { function: info.name.to_owned(), parameter: parameter_at(&pointer), message })
}

/// Names in the question and the phrase are parameters. The macro sees no fields of a struct, and none of a tool that is
/// made at run time.
fn check_templates(info: &FunctionInfo) -> Result<(), SchemaError> {
    let phrase = match info.effect {
        Effect::Write(Write { confirm_phrase, .. }) => confirm_phrase,
        Effect::Read => None,
    };
    let templates = [("confirm_phrase", phrase), ("question", info.question)];
    for (what, template) in templates.into_iter().filter(|_| info.flat.is_some()) {
        for name in template.into_iter().flat_map(|text| text.split('{').skip(1)) {
            let name = name.split('}').next().unwrap_or(name);
            let is_known = info.params.iter().any(|param| param.name == name)
                || what == "question" && info.preview.contains(&name);
            if !is_known {
                let known = info.params.iter().map(|param| param.name).collect::<Vec<_>>().join(", ");
                let message = format!("`{what}` names the unknown parameter {name}: write one of {known}");
                return Err(SchemaError { function: info.name.to_owned(), parameter: None, message });
            }
        }
    }
    Ok(())
}

fn check_value(param: &ParamSpec, shape: &Shape, what: &str, value: &Node<'_>) -> Result<(), String> {
    let json = value.to_json();
    let mut findings = Findings::new(&Limits::default());
    shape.check_argument(param.name, value, &mut findings);
    if let Some(found) = findings.errors().first() {
        return Err(format!("the {what} {json} breaks the parameter's own rules: {}", found.error_message));
    }
    if !(param.accepts)(&json) {
        return Err(format!("the {what} {json} can't be read as the parameter's type"));
    }
    Ok(())
}

/// The parameter in whose schema a pointer points.
fn parameter_at(pointer: &str) -> Option<String> {
    let rest = pointer.strip_prefix("/properties/")?;
    let token = rest.split('/').next()?;
    Some(token.replace("~1", "/").replace("~0", "~"))
}

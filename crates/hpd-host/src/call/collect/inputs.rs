//! Inputs that a function asks for: the request is checked before it is put, and the answer before it is taken.

use hpd_journal::__private::canonical_json;
use hpd_journal::pending::{FunctionInput, FunctionInputs, PendingCall};
use hpd_runtime::__private::{FieldNotes, Findings};
use hpd_runtime::args::{Limits, Node};
use hpd_runtime::error::ValidationError;
use hpd_runtime::output::{AskedInput, InputRequest};
use hpd_runtime::shape::{CompileOptions, Shape};

use crate::approval::AnswerValuesError;
use crate::call_error::FunctionError;
use crate::collect::CollectPlan;
use crate::session::Session;

/// Values by the keys of their inputs.
pub(super) type InputValues = Vec<(String, Node<'static>)>;

/// The schema of an answer below its key, with the definitions where its references look for them.
fn schema_of(key: &str, request: &InputRequest) -> Node<'static> {
    let mut schema = Node::from_value(request.schema()).into_owned();
    let mut root = vec![("type".into(), Node::String("object".into()))];
    if let Node::Object(members) = &mut schema {
        for keyword in ["$defs", "definitions"] {
            if let Some(at) = members.iter().position(|(name, _)| name == keyword) {
                root.push(members.remove(at));
            }
        }
    }
    root.push(("properties".into(), Node::Object(vec![(key.to_owned().into(), schema)])));
    root.push(("required".into(), Node::Array(vec![Node::String(key.to_owned().into())])));
    Node::Object(root)
}

fn shape_of(key: &str, request: &InputRequest, limits: &Limits) -> Result<Shape, String> {
    let schema = schema_of(key, request);
    Shape::compile_node(&schema, CompileOptions::outside(limits)).map_err(|error| error.to_string())
}

/// # Errors
///
/// A parameter has the name, or the schema is no schema: the user could not answer.
pub(super) fn check_request(plan: &CollectPlan, input: &AskedInput) -> Result<(), FunctionError> {
    let wrong = |why: &str| Err(FunctionError::wrong_input(&input.key, why));
    if input.key.is_empty() {
        return wrong("the key is empty");
    }
    if plan.fields.iter().any(|field| *field.name == *input.key) {
        return wrong("a parameter has the same name");
    }
    match shape_of(&input.key, &input.request, &Limits::default()) {
        Ok(_) => Ok(()),
        Err(error) => wrong(&format!("its schema is wrong: {error}")),
    }
}

/// The inputs as they are shown: without sensitive values of the conversation.
pub(super) fn shown_inputs(session: &Session, inputs: &[AskedInput]) -> Vec<AskedInput> {
    let mut shown = inputs.to_vec();
    for input in &mut shown {
        let message = session.journal_turn().scrub(input.request.message());
        let request = InputRequest::new(message, input.request.schema().clone());
        input.request = if input.request.is_sensitive() { request.sensitive() } else { request };
    }
    shown
}

/// All errors of an answer. `None` if its schema can't be read: then no answer is taken.
fn errors_of(input: &FunctionInput, value: Option<&Node<'_>>) -> Option<Vec<ValidationError>> {
    let limits = Limits { errors: usize::MAX, ..Limits::default() };
    let mut findings = Findings::new(&limits);
    if input.request.is_sensitive() {
        findings.note(input.key.clone(), FieldNotes { sensitive: true, ..FieldNotes::default() });
    }
    let shape = shape_of(&input.key, &input.request, &limits).ok()?;
    let members = value.map(|value| (input.key.clone().into(), value.clone()));
    shape.check(&Node::Object(members.into_iter().collect()), &mut findings);
    Some(findings.into_response().errors)
}

/// Whether an input takes a value.
pub(super) fn accepts(input: &FunctionInput, value: &Node<'_>) -> bool {
    errors_of(input, Some(value)).is_some_and(|errors| errors.is_empty())
}

/// The values of a form, each one as its input takes it.
///
/// # Errors
///
/// No open input has the key, or values are missing or wrong: all errors.
pub(super) fn check_form(row: &PendingCall, values: &InputValues) -> Result<(), AnswerValuesError> {
    if let Some((name, _)) =
        values.iter().find(|(name, _)| !row.inputs.open().any(|input| input.key == *name))
    {
        return Err(AnswerValuesError::UnknownName { name: name.clone() });
    }
    let value_of = |key: &str| values.iter().find(|(name, _)| name == key).map(|(_, value)| value);
    let mut errors = Vec::new();
    for input in row.inputs.open() {
        let found = errors_of(input, value_of(&input.key));
        errors.extend(found.ok_or_else(|| AnswerValuesError::Refused { name: input.key.clone() })?);
    }
    if errors.is_empty() { Ok(()) } else { Err(AnswerValuesError::Invalid { errors }) }
}

/// The inputs of a stored call, with these answers. `None` if an answer has no canonical form.
pub(super) fn answered(row: &PendingCall, values: &InputValues) -> Option<Box<FunctionInputs>> {
    let mut inputs = row.inputs.clone();
    for input in &mut inputs.inputs {
        let value = values.iter().find(|(key, _)| *key == input.key);
        if let Some((_, value)) = value.filter(|_| input.answer.is_none()) {
            input.answer = Some(canonical_json(value).ok()?);
        }
    }
    Some(inputs)
}

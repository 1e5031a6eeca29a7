//! Skills.

use std::collections::HashSet;
use std::path::Path;

use syn::ReturnType;

use super::description::check_description;
use super::meta::check_meta;
use super::signature::{async_span, check_receiver, check_signature, name_span, output_of};
use crate::errors::Errors;
use crate::model::{Document, DocumentContent, Instructions, Skill, ToolName};
use crate::parse::{Field, RawDescription, RawDocument, RawInput, RawMethod, RawSkill, Text};

const WHAT: &str = "a `#[skill]`";

/// A skill that can be expanded; `None` if it has mistakes.
pub(super) fn check_skill(
    method: RawMethod,
    raw: RawSkill,
    name: Option<ToolName>,
    errors: &mut Errors,
) -> Option<Skill> {
    let before = errors.len();
    check_signature(&method.sig, WHAT, errors);
    check_sync(&method, errors);
    check_no_params(&method, errors);
    check_says_something(&raw, &method, errors);
    let instructions = check_instructions(&raw, &method, errors);
    let RawMethod { cfgs, docs, sig, .. } = method;
    let description = RawDescription { option: raw.description, docs };
    let description = check_description(description, name_span(&sig), WHAT, errors);
    let documents = check_documents(raw.documents, errors);
    let meta = check_meta(raw.meta, errors);
    if errors.len() > before {
        return None;
    }
    Some(Skill {
        cfgs,
        name: name?,
        title: raw.title.into_value().map(|text: Text| text.value),
        description: description?,
        functions: raw.functions.into_value().unwrap_or_default(),
        skills: raw.skills.into_value().unwrap_or_default(),
        instructions,
        documents,
        meta,
        ident: sig.ident,
    })
}

/// Instructions are put together while the container expands, which waits for nothing.
fn check_sync(method: &RawMethod, errors: &mut Errors) {
    if let Some(span) = async_span(&method.sig) {
        errors.at(
            span,
            "a `#[skill]` can't be `async`: what has to be waited for belongs in an `#[ai_function]`",
        );
    }
}

/// A container is called without parameters.
fn check_no_params(method: &RawMethod, errors: &mut Errors) {
    for input in &method.inputs {
        match input {
            RawInput::Receiver(receiver) => check_receiver(receiver, WHAT, errors),
            RawInput::Typed(typed) => {
                errors.on(
                    &typed.pat,
                    "a `#[skill]` has no parameters: the model only expands it; take `&self` at most",
                );
            }
        }
    }
}

/// Expanding a skill that reveals and says nothing would waste a turn.
fn check_says_something(raw: &RawSkill, method: &RawMethod, errors: &mut Errors) {
    let lists = [
        raw.functions.given().map(|given| given.value.is_empty()),
        raw.skills.given().map(|given| given.value.is_empty()),
        raw.documents.given().map(|given| given.value.is_empty()),
    ];
    let silent = lists.iter().all(|empty| *empty != Some(false))
        && !matches!(raw.functions, Field::Broken)
        && !matches!(raw.skills, Field::Broken)
        && !matches!(raw.documents, Field::Broken)
        && raw.instructions.is_absent()
        && raw.instructions_file.is_absent()
        && method.body_is_empty
        && matches!(method.sig.output, ReturnType::Default);
    if silent {
        errors.at(
            name_span(&method.sig),
            "this skill reveals nothing and says nothing: add `functions(..)`, `skills(..)`, `instructions = \"..\"` or `documents(..)`",
        );
    }
}

/// The instructions come from one place: the attribute, a file, or the body.
fn check_instructions(raw: &RawSkill, method: &RawMethod, errors: &mut Errors) -> Instructions {
    let text = raw.instructions.given();
    let file = raw.instructions_file.given();
    if let Some(output) = output_of(&method.sig) {
        for key in [text.map(|given| given.key), file.map(|given| given.key)].into_iter().flatten() {
            errors
                .at(key, "the method returns the instructions: remove this, or the return type and the body");
        }
        let has_receiver = method.inputs.iter().any(|input| matches!(input, RawInput::Receiver(_)));
        return Instructions::Body { has_receiver, output: Box::new(output) };
    }
    if !method.body_is_empty {
        errors.at(
            name_span(&method.sig),
            "the body of a `#[skill]` returns its instructions: write `-> String`, or leave the body empty",
        );
    }
    match (text, file) {
        (Some(text), _) => Instructions::Text(text.value.value.clone()),
        (None, Some(file)) => {
            check_relative(&file.value, errors);
            Instructions::File { path: file.value.value.clone(), span: file.value.span }
        }
        (None, None) => Instructions::None,
    }
}

/// A path from the root of one machine is wrong on every other.
fn check_relative(file: &Text, errors: &mut Errors) {
    if Path::new(&file.value).is_absolute() {
        errors.at(file.span, "the path starts at the folder of `Cargo.toml`: write it relative to that");
    }
}

fn check_documents(raw: Field<Vec<RawDocument>>, errors: &mut Errors) -> Vec<Document> {
    let mut ids = HashSet::new();
    let mut documents = Vec::new();
    for document in raw.into_value().unwrap_or_default() {
        documents.extend(check_document(document, &mut ids, errors));
    }
    documents
}

/// A document is asked for by its id, chosen by its description, and has its text in one place.
fn check_document(raw: RawDocument, ids: &mut HashSet<String>, errors: &mut Errors) -> Option<Document> {
    let RawDocument { span, id, description, text, file, source } = raw;
    if let Some(id) = id.value()
        && !ids.insert(id.value.clone())
    {
        errors.at(id.span, format!("two documents of this skill have the id `{}`: rename one", id.value));
    }
    if id.is_absent() {
        errors.at(span, "a document needs an id, by which it is read: add `id = \"..\"`");
    }
    if description.is_absent() {
        errors.at(span, "a document needs a description, by which it is chosen: add `description = \"..\"`");
    }
    if text.is_absent() && file.is_absent() && source.is_absent() {
        errors.at(
            span,
            "a document needs its text: add `text = \"..\"`, `file = \"..\"`, or `source` if the host has it",
        );
    }
    if let Some(file) = file.value() {
        check_relative(file, errors);
    }
    let content = match (text.into_value(), file.into_value()) {
        (Some(text), _) => DocumentContent::Text(text.value),
        (None, Some(file)) => DocumentContent::File { path: file.value, span: file.span },
        (None, None) => DocumentContent::Source,
    };
    let text = |field: Field<Text>| field.into_value().map(|text| text.value);
    Some(Document { id: text(id)?, description: text(description)?, content })
}

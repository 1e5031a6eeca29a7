//! From a valid write to its stored form.

use std::collections::BTreeMap;

use hpd_journal::__private::{canonical_json, parse_trusted};
use hpd_journal::pending::{
    CallNotes, FrozenArguments, FunctionInput, FunctionInputs, Owner, PendingId, SentCall,
};
use hpd_runtime::__private::order;
use hpd_runtime::args::Node;
use hpd_runtime::values::Provenance;
use hpd_runtime::{CallContext, Principal};

use super::super::desk::Desk;
use super::super::gate::Place;
use super::super::journaled::JournalHandle;
use crate::call_error::{CallError, NotApproved};
use crate::collect::CollectPlan;
use crate::filter::Resolved;
use crate::session::Session;
use crate::tool::{Role, Tool, ToolIndex};
use crate::toolbox::Toolbox;

/// A valid call with an effect. Its prepared function is dropped: only the stored call can run.
pub(in super::super) struct UnapprovedWrite<'a> {
    pub(in super::super) place: Place<'a>,
    pub(in super::super) resolved: Resolved,
}

/// A write whose arguments nothing changes any more. It may outlive its caller.
pub(in super::super) struct FrozenCall {
    pub(super) toolbox: Toolbox,
    pub(super) session: Session,
    pub(super) index: ToolIndex,
    pub(super) owner: Owner,
    pub(super) sent: SentCall,
    pub(super) frozen: FrozenArguments,
    /// The frozen arguments, as a tree, and after them the answers to the function's requests for input.
    pub(super) arguments: Node<'static>,
    /// These requests and answers.
    pub(super) inputs: Box<FunctionInputs>,
    pub(super) fingerprint: String,
    /// Texts that the user knows: the arguments are compared with them.
    pub(super) known: Vec<String>,
    /// Who changed values of earlier questions about the call.
    pub(super) edited_by: Vec<Principal>,
    pub(super) notes: CallNotes,
}

impl FrozenCall {
    pub(super) fn tool(&self) -> &Tool {
        self.toolbox.at(self.index)
    }

    /// Whether names of arguments are compared without case: the server of an external tool may read them so.
    pub(super) fn ignores_case(&self) -> bool {
        self.tool().outside().is_some()
    }

    /// Where each argument and each input comes from.
    pub(super) fn provenance(&self) -> BTreeMap<String, Provenance> {
        let mut provenance = self.frozen.provenance.clone();
        provenance.extend(self.inputs.inputs.iter().map(|input| (input.key.clone(), Provenance::User)));
        provenance
    }

    /// The arguments and inputs whose values are never shown.
    pub(super) fn sensitive(&self) -> Vec<&str> {
        let inputs = self.inputs.inputs.iter().filter(|input| input.request.is_sensitive());
        self.tool().sensitive_parameters().into_iter().chain(inputs.map(|input| &*input.key)).collect()
    }

    /// Nobody could be asked.
    pub(super) fn not_asked(&self, cause: &dyn std::error::Error) -> CallError {
        NotApproved::not_asked(&self.sent.name, cause)
    }
}

/// Freezes a write.
///
/// # Errors
///
/// Its arguments have no canonical form, or the session can't be given an id.
pub(in super::super) fn freeze(
    call: UnapprovedWrite<'_>,
    desk: Desk<'_>,
    context: &CallContext<'_>,
) -> Result<FrozenCall, CallError> {
    let UnapprovedWrite { place, mut resolved } = call;
    if let Role::Function(function) = &place.toolbox.at(place.index).role {
        // The function gets the number that the question shows.
        context.add_warnings(&function.decode_numbers(&mut resolved.arguments));
    }
    let provenance = provenance_of(&resolved, context);
    let plan = place.toolbox.safeguards().words_of(place.index);
    let notes = notes(place.toolbox.at(place.index), plan, &provenance, context, desk.journal);
    let mut arguments = resolved.arguments;
    if let (Node::Object(members), Some(plan)) = (&mut arguments, plan) {
        order::sort_by_key(members, |(name, _)| plan.place_of(name));
    }
    let raw = context.call();
    let text = canonical_json(&arguments).map_err(|error| NotApproved::not_asked(&raw.name, &error))?;
    let inputs = inputs_of(context);
    add_inputs(&mut arguments, &inputs);
    Ok(FrozenCall {
        toolbox: place.toolbox.clone(),
        session: desk.session.share(),
        index: place.index,
        owner: owner(place.toolbox, desk.session, context)?,
        sent: SentCall {
            id: raw.id.to_string(),
            name: raw.name.to_string(),
            arguments: raw.raw_text().to_string(),
            caller: raw.caller().cloned(),
        },
        frozen: FrozenArguments { arguments: text, provenance },
        arguments,
        inputs: Box::new(inputs),
        fingerprint: place.toolbox.at(place.index).fingerprint(),
        known: Vec::new(),
        edited_by: Vec::new(),
        notes,
    })
}

/// The answers that a call has for its function.
pub(in super::super) fn inputs_of(context: &CallContext<'_>) -> FunctionInputs {
    let Some(details) = context.details() else { return FunctionInputs::default() };
    let answered = details
        .answered_inputs()
        .iter()
        .map(|answer| FunctionInput::answered(&*answer.key, answer.request.clone(), &*answer.json));
    FunctionInputs::new(answered.collect(), details.continues().map(PendingId::new))
}

/// Adds the answers to the arguments: rules assess them too, and the question shows them. No parameter has such a key.
pub(super) fn add_inputs(arguments: &mut Node<'static>, inputs: &FunctionInputs) {
    let Node::Object(members) = arguments else { return };
    for input in &inputs.inputs {
        if let Some(Ok(answer)) = input.answer.as_deref().map(parse_trusted) {
            members.push((input.key.clone().into(), answer.into_owned()));
        }
    }
}

/// Notes for the journal.
pub(in super::super) fn notes(
    tool: &Tool,
    plan: Option<&CollectPlan>,
    arguments: &BTreeMap<String, Provenance>,
    context: &CallContext<'_>,
    journal: Option<&JournalHandle>,
) -> CallNotes {
    let mut fields: Vec<_> = arguments.keys().cloned().collect();
    order::sort_by_key(&mut fields, |name| plan.map(|plan| plan.place_of(name)));
    CallNotes {
        turn: journal.and_then(JournalHandle::turn).map(str::to_owned),
        is_write: tool.is_write(),
        fields,
        sensitive: tool.sensitive_parameters().into_iter().map(str::to_owned).collect(),
        warnings: context.warnings().iter().map(|warning| warning.code.as_str().to_owned()).collect(),
        asked_by_function: false,
        checked_in_us: journal.map(JournalHandle::elapsed_us),
        claimed: None,
        values_elsewhere: false,
        secrets: journal.map(JournalHandle::secrets).unwrap_or_default(),
    }
}

/// Whose call it is.
///
/// # Errors
///
/// The session has no id, and can't be given one.
pub(in super::super) fn owner(
    toolbox: &Toolbox,
    session: &Session,
    context: &CallContext<'_>,
) -> Result<Owner, CallError> {
    let id = session.id_or_new(toolbox.safeguards().random());
    let id = id.map_err(|error| NotApproved::not_asked(&context.call().name, &error))?;
    Ok(Owner { session: id.to_owned(), principal: context.principal().clone() })
}

/// Where each argument comes from: as it was found out when they were collected, or from the model and its defaults.
fn provenance_of(resolved: &Resolved, context: &CallContext<'_>) -> BTreeMap<String, Provenance> {
    let Node::Object(members) = &resolved.arguments else { return BTreeMap::new() };
    let source = |name: &str| {
        let found = context.provenance(name);
        let default = || resolved.is_defaulted(name).then_some(Provenance::Declared);
        found.or_else(default).unwrap_or(Provenance::Model)
    };
    members.iter().map(|(name, _)| (name.to_string(), source(name))).collect()
}

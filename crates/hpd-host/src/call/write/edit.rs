//! An answer with values of the user: a new question about the call with these values. Nothing runs.

use std::collections::BTreeMap;

use hpd_journal::__private::parse_trusted;
use hpd_journal::pending::{CallState, Decided, PendingCall, PendingVerdict, Question};
use hpd_runtime::args::{Limits, Node};
use hpd_runtime::values::Provenance;
use hpd_runtime::{CallContext, Principal, RawCall};
use serde_json::{Map, Value};

use super::super::desk::Desk;
use super::super::gate::{Place, admit_stored};
use super::super::owner_state::change_owner_state;
use super::super::permit::{Permit, permit};
use super::super::resolve::resolved;
use super::super::validate::validate;
use super::ask::{AskedBefore, insert, new_id, question_of};
use super::decide::{CHANGED, check_released, conflict, sent_call};
use super::find::NoQuestion;
use super::freeze::{FrozenCall, UnapprovedWrite, freeze};
use super::known::known_texts;
use super::weigh::weigh;
use crate::approval::{Choice, Decision, DecisionError, EditError};
use crate::call_error::{CallError, NotApproved};
use crate::outcome::OutcomeKind;
use crate::tool::{FunctionRole, Role};

/// Why the user is asked about changed values.
const EDITED: &str = "Values were changed since you were asked.";

type Values = Vec<(String, Node<'static>)>;

impl Desk<'_> {
    /// Asks about the call with the user's values. All checks come before the old question is closed. So an edit that does
    /// not count leaves it open, and of several answers one counts.
    pub(super) async fn edit(
        &self,
        row: &PendingCall,
        decision: &Decision,
        edit: &Map<String, Value>,
    ) -> Result<OutcomeKind, DecisionError> {
        if decision.choice() != Choice::Confirm {
            return Err(DecisionError::Edit(EditError::NotConfirmed));
        }
        match row.state_at(self.toolbox.now_for(row)) {
            CallState::AwaitingApproval => {}
            CallState::Cancelled => return self.repeat(row).await,
            CallState::Expired => return Err(DecisionError::Expired),
            _ => return Err(conflict(row)),
        }
        let values = self.values(row, edit).map_err(DecisionError::Edit)?;
        if let Some(journal) = self.journal {
            journal.go_on(&row.notes);
        }
        let asked = self.question_with(row, decision, &values).await;
        let (call, next, question) =
            asked.map_err(|error| DecisionError::Edit(refused(row, &values, &error)))?;
        let replaced = PendingVerdict::Replaced { by: Some(next.id.clone()) };
        match self.store_answer(row, replaced, decision).await? {
            Decided::Done(_) | Decided::Repeated(_) => Ok(match insert(&call, next).await {
                Ok(()) => OutcomeKind::Confirm(Box::new(question)),
                Err(error) => OutcomeKind::Error(error),
            }),
            Decided::Conflict(now) => match &now.verdict {
                Some(PendingVerdict::Replaced { .. }) => self.repeat(&now).await,
                _ => Err(conflict(&now)),
            },
            Decided::Missing => Err(NoQuestion::UnknownId.of(&row.id)),
        }
    }

    /// The user's values: of parameters that a model may give, and of their types.
    fn values(&self, row: &PendingCall, edit: &Map<String, Value>) -> Result<Values, EditError> {
        if edit.is_empty() {
            return Err(EditError::Empty);
        }
        let index = self.toolbox.index_of(&row.tool).ok_or(EditError::Refused)?;
        let tool = self.toolbox.at(index);
        let schema = parse_trusted(tool.input_schema()).map_err(|_| EditError::Refused)?;
        let declared =
            |name: &str| schema.get("properties").and_then(|properties| properties.get(name)).is_some();
        let Role::Function(function) = &tool.role else { return Err(EditError::Refused) };
        edit.iter()
            .map(|(name, value)| {
                if !declared(name) {
                    return Err(EditError::undeclared(name));
                }
                let value = value_for(function, name, value).ok_or_else(|| EditError::invalid(name))?;
                Ok((name.clone(), value))
            })
            .collect()
    }

    /// The call with the user's values, and the question about it: checked by schema, filters and rules as a call of the
    /// model.
    async fn question_with(
        &self,
        row: &PendingCall,
        decision: &Decision,
        values: &Values,
    ) -> Result<(FrozenCall, PendingCall, Question), CallError> {
        let gone = || NotApproved::gone(&row.sent.name);
        let place = Place::new(self.toolbox, self.toolbox.index_of(&row.tool).ok_or_else(gone)?);
        let raw = edited_call(row, values).ok_or_else(gone)?;
        let turn = row.owner.turn(self.turn);
        let context = CallContext::new(&raw, &turn).interpreted_by(self.toolbox);
        if let Some(after) = &row.inputs.after {
            context.continue_with(row.inputs.answers(), after.as_str());
        }
        let provenance = provenance_with(row, decision, values);
        context.set_provenance(provenance.iter().map(|(name, source)| (name.as_str(), *source)));
        let admitted = resolved(admit_stored(place, &raw).ok_or_else(gone)?);
        let valid = validate(admitted, self.session, &context)?;
        let permitted = match permit(place, valid, self.session, &raw)? {
            Permit::Free(permitted) => permitted,
            Permit::Filtered(asked) => asked.ask(&context).await?,
        };
        let resolved = permitted.resolved().ok_or_else(CallError::internal)?;
        let mut call = freeze(UnapprovedWrite { place, resolved }, *self, &context)?;
        call.notes.secrets.learn(&row.notes.secrets);
        call.edited_by = editors(row, decision);
        check_released(row, &call)?;
        call.known = known_texts(&call).await;
        let weighed =
            change_owner_state(self.toolbox, self.session, &call.owner, |state| weigh(&call, state)).await;
        let weighed = weighed.map_err(|error| call.not_asked(&error))??;
        let reason = if row.binding.fingerprint == call.fingerprint {
            EDITED.to_owned()
        } else {
            format!("{EDITED} {CHANGED}")
        };
        let before = AskedBefore { row: &row.id, why: &reason };
        let (next, question) = question_of(&call, new_id(&call)?, &weighed, Some(&before)).await?;
        Ok((call, next, question))
    }
}

/// A value for a parameter, within the limits of a model's text; `None` if the parameter does not take it.
fn value_for(function: &FunctionRole, name: &str, value: &Value) -> Option<Node<'static>> {
    let text = value.to_string();
    let value = Node::parse(&text, &Limits::default()).ok()?.into_owned();
    function.accepts(name, &value).then_some(value)
}

/// The stored call with other values, under the id and name that the model gave it.
fn edited_call(row: &PendingCall, values: &Values) -> Option<RawCall> {
    let Node::Object(mut members) = parse_trusted(&row.frozen.arguments).ok()?.into_owned() else {
        return None;
    };
    for (name, value) in values {
        match members.iter_mut().find(|(other, _)| **other == **name) {
            Some((_, old)) => *old = value.clone(),
            None => members.push((name.clone().into(), value.clone())),
        }
    }
    Some(sent_call(row).restored(Node::Object(members).to_json()))
}

/// The sources of all values. Values of another person are not the word of the call's owner.
fn provenance_with(row: &PendingCall, decision: &Decision, values: &Values) -> BTreeMap<String, Provenance> {
    let source = if decision.is_from(&row.owner) { Provenance::User } else { Provenance::Model };
    let mut provenance = row.frozen.provenance.clone();
    provenance.extend(values.iter().map(|(name, _)| (name.clone(), source)));
    provenance
}

/// All who changed values of the call.
fn editors(row: &PendingCall, decision: &Decision) -> Vec<Principal> {
    let mut editors = row.edited_by.clone();
    if !editors.contains(decision.principal()) {
        editors.push(decision.principal().clone());
    }
    editors
}

/// What the user reads of an error that a model would read.
fn refused(row: &PendingCall, values: &Values, error: &CallError) -> EditError {
    let (pending, error_type) = (row.id.as_str(), error.error_type());
    tracing::info!(target: "hpd::approval", pending, error_type, "an edit was refused");
    let CallError::Validation(response) = error else { return EditError::Refused };
    let wrong = response.fields().find(|field| values.iter().any(|(name, _)| name == field));
    wrong.map_or(EditError::Refused, EditError::invalid)
}

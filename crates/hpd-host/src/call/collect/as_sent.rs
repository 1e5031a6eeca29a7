//! Calls whose arguments the model sent all. Nothing is looked up, and nobody is asked.

use std::borrow::Cow;
use std::sync::Arc;

use hpd_journal::__private::parse_trusted;
use hpd_reply::is_phone;
use hpd_runtime::__private::ParameterSources;
use hpd_runtime::args::Node;
use hpd_runtime::values::Provenance;
use hpd_runtime::{CallContext, Principal};

use super::super::resolve::CollectCall;
use crate::collect::{CollectPlan, FieldPlan, Heard, PluginConfig, is_blank};
use crate::session::Session;

/// Values of more parameters are collected: one bit says which are there.
const MOST_FIELDS: usize = 128;

/// Sets the sources of a call's arguments, if the model sent a value for each parameter that has other sources.
/// Whether it did: if not, values have to be looked up, confirmed, asked for or refused.
pub(in super::super) fn set_sources_as_sent(
    call: &CollectCall<'_>,
    session: &Session,
    context: &CallContext<'_>,
) -> bool {
    let Some(sources) = sources_as_sent(call, session, context) else { return false };
    context.share_provenance(sources)
}

/// Notes a call that did not look values up, and has valid ones.
pub(in super::super) fn note_as_sent(call: &CollectCall<'_>, session: &Session, who: &Principal) {
    let id = call.place.toolbox.at(call.place.index).id();
    if let Some(last) = session.user().speakers_mut().last_message(who) {
        last.note_call(id);
    }
}

fn sources_as_sent(
    call: &CollectCall<'_>,
    session: &Session,
    context: &CallContext<'_>,
) -> Option<ParameterSources> {
    let plan = call.plan;
    let config = call.place.toolbox.safeguards().config_of(plan);
    let config = config.as_deref();
    let is_settled = |field: &FieldPlan| !field.must_be_certain() && !plan.is_hidden(field, config);
    if session.may_have_questions() || !plan.fields.iter().all(is_settled) {
        return None;
    }
    let Ok(Node::Object(sent)) = parse_trusted(&context.call().arguments) else { return None };
    if !is_as_declared(plan, config, &sent) {
        return None;
    }
    let principal = context.principal();
    session.claim_statements(principal);
    let tool = call.place.toolbox.at(call.place.index).id();
    let user = session.user();
    let speakers = user.speakers();
    if user.questions().is_put(tool) {
        return None;
    }
    if !speakers.knows(principal) {
        if sent.len() == plan.fields.len() {
            return Some(Arc::clone(plan.all_from_model()));
        }
        return Some(sent.iter().map(|(name, _)| (name.as_ref().into(), Provenance::Model)).collect());
    }
    let values: Vec<_> = sent.iter().map(|(name, value)| (name.as_ref(), value)).collect();
    let is_confirmed =
        |(name, value): &(&str, &Node<'_>)| speakers.has_confirmed(principal, tool, name, value);
    if values.iter().any(is_confirmed) {
        return None;
    }
    let heard = speakers.heard(principal, tool, &values, is_phone);
    let source = |((name, _), heard): ((&str, _), _)| {
        let source = match heard {
            Heard::Nothing => Provenance::Model,
            Heard::Mentioned => Provenance::Mentioned,
            Heard::Answered => return None,
        };
        Some((name.into(), source))
    };
    values.into_iter().zip(heard).map(source).collect()
}

/// Whether the model's values are those of parameters, each once. Not if another source may have one, or the check has to
/// refuse one.
fn is_as_declared(
    plan: &CollectPlan,
    config: Option<&PluginConfig>,
    sent: &[(Cow<'_, str>, Node<'_>)],
) -> bool {
    let fields = &plan.fields;
    if fields.len() > MOST_FIELDS {
        return false;
    }
    let mut are_sent = 0_u128;
    let mut next = 0;
    for (name, value) in sent {
        // Mostly in the order of declaration.
        let is_it = |at: &usize| *fields[*at].name == **name;
        let Some(at) = (next..fields.len()).chain(0..next).find(is_it) else { return false };
        if are_sent & (1 << at) != 0 || matches!(value, Node::Null) || is_blank(value) {
            return false;
        }
        are_sent |= 1 << at;
        next = at + 1;
    }
    let is_left_out = |(at, field): (usize, &FieldPlan)| {
        are_sent & (1 << at) == 0
            && (field.required || field.has_other_source() || plan.has_config(field, config))
    };
    !fields.iter().enumerate().any(is_left_out)
}

//! Calls whose arguments the model sent all. Nothing is looked up, and nobody is asked.

use std::borrow::Cow;

use hpd_journal::__private::parse_trusted;
use hpd_reply::is_phone;
use hpd_runtime::args::Node;
use hpd_runtime::values::Provenance;
use hpd_runtime::{CallContext, Principal};

use super::super::resolve::CollectCall;
use crate::collect::{CollectPlan, FieldPlan, Heard, PluginConfig, is_blank};
use crate::session::Session;

/// Sets the sources of a call's arguments, if the model sent a value for each parameter that has other sources.
/// Whether it did: if not, values have to be looked up, confirmed, asked for or refused.
pub(in super::super) fn set_sources_as_sent(
    call: &CollectCall<'_>,
    session: &Session,
    context: &CallContext<'_>,
) -> bool {
    let Some(sources) = sources_as_sent(call, session, context) else { return false };
    context.set_provenance(sources)
}

/// Notes a call that did not look values up, and has valid ones.
pub(in super::super) fn note_as_sent(call: &CollectCall<'_>, session: &Session, who: &Principal) {
    let id = call.place.toolbox.at(call.place.index).id();
    if let Some(last) = session.user().speakers_mut().last_message(who) {
        last.note_call(id);
    }
}

fn sources_as_sent<'a>(
    call: &CollectCall<'a>,
    session: &Session,
    context: &CallContext<'_>,
) -> Option<Vec<(&'a str, Provenance)>> {
    let plan = call.plan;
    let config = call.place.toolbox.safeguards().config_of(plan);
    let config = config.as_deref();
    let is_settled = |field: &FieldPlan| !field.must_be_certain() && !plan.is_hidden(field, config);
    if session.may_have_questions() || !plan.fields.iter().all(is_settled) {
        return None;
    }
    let Ok(Node::Object(sent)) = parse_trusted(&context.call().arguments) else { return None };
    let values = values_of_fields(plan, config, &sent)?;
    let principal = context.principal();
    session.claim_statements(principal);
    let tool = call.place.toolbox.at(call.place.index).id();
    let user = session.user();
    let speakers = user.speakers();
    let is_confirmed =
        |(name, value): &(&str, &Node<'_>)| speakers.has_confirmed(principal, tool, name, value);
    if user.questions().is_put(tool) || values.iter().any(is_confirmed) {
        return None;
    }
    let heard = speakers.heard(principal, tool, &values, is_phone);
    let source = |((name, _), heard)| match heard {
        Heard::Nothing => Some((name, Provenance::Model)),
        Heard::Mentioned => Some((name, Provenance::Mentioned)),
        Heard::Answered => None,
    };
    values.into_iter().zip(heard).map(source).collect()
}

/// The model's values by parameter. `None` if another source may have one, or the check has to refuse one.
fn values_of_fields<'a, 'v>(
    plan: &'a CollectPlan,
    config: Option<&PluginConfig>,
    sent: &'v [(Cow<'v, str>, Node<'v>)],
) -> Option<Vec<(&'a str, &'v Node<'v>)>> {
    let fields = &plan.fields;
    let mut is_sent = vec![false; fields.len()];
    let mut values = Vec::with_capacity(sent.len());
    let mut next = 0;
    for (name, value) in sent {
        // Mostly in the order of declaration.
        let is_it = |at: &usize| *fields[*at].name == **name;
        let at = (next..fields.len()).chain(0..next).find(is_it)?;
        if is_sent[at] || matches!(value, Node::Null) || is_blank(value) {
            return None;
        }
        is_sent[at] = true;
        next = at + 1;
        values.push((&*fields[at].name, value));
    }
    let is_left_out = |(field, is_sent): (&FieldPlan, &bool)| {
        !is_sent && (field.required || field.has_other_source() || plan.has_config(field, config))
    };
    let is_whole = !fields.iter().zip(&is_sent).any(is_left_out);
    is_whole.then_some(values)
}

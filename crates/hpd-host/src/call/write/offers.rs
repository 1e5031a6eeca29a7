//! Wider permissions that a question offers, and their acceptance.

use hpd_journal::pending::{Offer, OfferScope, OfferedTool, PendingCall};

use super::super::desk::Desk;
use super::super::owner_state::change_owner_state;
use super::freeze::FrozenCall;
use super::weigh::Weighed;
use crate::approval::{Choice, GrantedPermission, Level, Permission};
use crate::class::Classification;
use crate::tool::{Tool, ToolIndex};
use crate::toolbox::Toolbox;

/// The offers of a question: none for own functions, and none that would not lift the next question.
pub(super) fn offers(call: &FrozenCall, weighed: &Weighed) -> Vec<Offer> {
    let Some(function) = call.tool().outside().filter(|_| weighed.can_be_granted()) else {
        return Vec::new();
    };
    let granted = call.session.owner_states().snapshot(&call.owner.principal).state.grants;
    if granted.is_asked_by_user(call.tool().id(), &call.owner.principal) {
        return Vec::new();
    }
    let this = Offer { scope: OfferScope::Tool, tools: vec![offered(call.tool())] };
    let source = function.origin.plugin_name();
    let tools = call.toolbox.all_tools().iter().enumerate();
    let of_source = tools.filter(|(index, tool)| {
        tool.outside().is_some_and(|other| other.origin.plugin_name() == source)
            && !call.toolbox.hides(*index)
            && is_asked_as_unclassified(&call.toolbox, *index, tool)
            && !granted.has_own(tool.id(), &call.owner.principal)
    });
    let of_source: Vec<_> = of_source.map(|(_, tool)| offered(tool)).collect();
    let has_others = of_source.len() > 1 && call.tool().class().is(Classification::Unclassified);
    let source = has_others.then_some(Offer { scope: OfferScope::Source, tools: of_source });
    [this].into_iter().chain(source).collect()
}

/// Whether the user is asked about a tool only because nothing classifies it.
fn is_asked_as_unclassified(toolbox: &Toolbox, index: ToolIndex, tool: &Tool) -> bool {
    // A skill that is expanded now may be collapsed when the offer is used.
    let host = toolbox.safeguards().policy_of(index).permission;
    tool.class().is(Classification::Unclassified)
        && !tool.is_blocked()
        && host.level == Level::Class
        && host.permission == Permission::Ask
}

fn offered(tool: &Tool) -> OfferedTool {
    OfferedTool { tool: tool.id().clone(), name: tool.name().to_owned(), fingerprint: tool.fingerprint() }
}

/// The offer that an answer takes; `None` for an answer about the call alone.
///
/// # Errors
///
/// The question does not offer it.
pub(super) fn taken(row: &PendingCall, choice: Choice) -> Result<Option<&Offer>, NotOffered> {
    let scope = match choice {
        Choice::Confirm | Choice::Cancel => return Ok(None),
        Choice::ConfirmTool => OfferScope::Tool,
        Choice::ConfirmSource => OfferScope::Source,
    };
    row.binding.offers.iter().find(|offer| offer.scope == scope).map(Some).ok_or(NotOffered)
}

/// An answer takes an offer that the question does not make.
pub(super) struct NotOffered;

/// Stores the permissions of an offer: one for the fingerprint of each tool. An own permission of the user for
/// another tool of the source stays as it is.
pub(super) async fn grant(desk: Desk<'_>, row: &PendingCall, offer: &Offer) {
    let principal = &row.owner.principal;
    let granted = change_owner_state(desk.toolbox, desk.session, &row.owner, |state| {
        for OfferedTool { tool, fingerprint, .. } in &offer.tools {
            if *tool == row.tool || !state.grants.has_own(tool, principal) {
                let version = row.binding.source_version.clone();
                let (tool, fingerprint) = (tool.clone(), fingerprint.clone());
                state.grant(GrantedPermission::allowing(tool, fingerprint, version, principal.clone()));
            }
        }
    });
    if let Err(error) = granted.await {
        let tool = row.tool.as_str();
        tracing::error!(target: "hpd::call", { tool, %error }, "a permission of the user is not stored");
    }
}

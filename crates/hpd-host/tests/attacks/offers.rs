//! Offers of a question, and earlier permissions of the user and the host.

use hpd_host::approval::{Choice, Lifetime, Permission, UserChannel};
use hpd_host::external::{ExternalSource, ExternalTool, OnChange};
use hpd_host::{Approval, Session, Toolbox};
use serde_json::json;

use crate::bank::{Ran, answer, built, call, question};

fn books(names: &[&str], ran: &Ran) -> ExternalSource {
    let tools = names.iter().map(|name| ExternalTool::new(*name, "", json!({ "type": "object" })));
    ExternalSource::mcp("books", tools.collect::<Vec<_>>()).handler(ran.clone())
}

/// A permission of the user for one tool, before the offer for its server is taken.
fn after_offer(permission: Permission) -> (Vec<String>, &'static str) {
    let ran = Ran::default();
    let toolbox = built(Approval::new(), [books(&["balance", "rates", "nuke"], &ran)]);
    let session = Session::with_id("s");
    let nuke = toolbox.tool("nuke").unwrap();
    session.grant(UserChannel::local().grant(nuke, permission, Lifetime::Session));
    let asked = call(&toolbox, &session, "balance", "{}");
    let offered = question(&asked).offers()[1].tools().to_vec();
    answer(&toolbox, &session, question(&asked), Choice::ConfirmSource).unwrap();
    call(&toolbox, &session, "rates", "{}");
    let status = call(&toolbox, &session, "nuke", "{}").status();
    assert_eq!(ran.take(), ["balance", "rates"]);
    (offered, status)
}

#[test]
fn an_offer_lifts_no_denial_and_no_question_of_the_user() {
    let others = vec!["balance".to_owned(), "rates".to_owned()];
    assert_eq!(after_offer(Permission::Deny), (others.clone(), "error"));
    assert_eq!(after_offer(Permission::Ask), (others, "confirm"));
}

#[test]
fn an_answer_takes_no_offer_that_the_question_does_not_make() {
    let ran = Ran::default();
    let toolbox = built(Approval::new(), [books(&["balance"], &ran)]);
    let session = Session::with_id("s");
    let asked = call(&toolbox, &session, "balance", "{}");
    assert_eq!(question(&asked).offers().len(), 1);
    let refused = answer(&toolbox, &session, question(&asked), Choice::ConfirmSource).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "The question does not offer this answer: nothing was done. Please answer again."
    );
    assert!(ran.take().is_empty());
    answer(&toolbox, &session, question(&asked), Choice::ConfirmTool).unwrap();
    call(&toolbox, &session, "balance", "{}");
    assert_eq!(ran.take(), ["balance", "balance"]);
}

/// The host releases a changed tool by another version of its source, and the user is asked anew.
#[test]
fn a_release_of_the_host_ends_the_block_but_brings_no_permission_back() {
    let ran = Ran::default();
    let source = |description: &str, version: &str| {
        let tool = ExternalTool::new("pay", description, json!({ "type": "object" }));
        let source = ExternalSource::mcp("books", vec![tool]).handler(ran.clone());
        source.on_change(OnChange::Block).version(version)
    };
    let first = Toolbox::builder().external(source("Pays", "1")).build().unwrap();
    let session = Session::with_id("s");
    let asked = call(&first, &session, "pay", "{}");
    answer(&first, &session, question(&asked), Choice::ConfirmTool).unwrap();
    assert_eq!(ran.take(), ["pay"]);
    // Also where no snapshot of a toolbox remembers the former tool.
    let changed = Toolbox::builder().external(source("Pays more", "1")).build().unwrap();
    assert_eq!(call(&changed, &session, "pay", "{}").error().unwrap().error_type(), "tool_not_released");
    let released = first.with_source(source("Pays more", "2")).unwrap();
    let asked = call(&released, &session, "pay", "{}");
    answer(&released, &session, question(&asked), Choice::ConfirmTool).unwrap();
    call(&released, &session, "pay", "{}");
    assert_eq!(ran.take(), ["pay", "pay"]);
}

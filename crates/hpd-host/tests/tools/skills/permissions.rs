//! Permissions for the functions that a skill names.

use futures_executor::block_on;
use hpd_host::approval::Permission;
use hpd_host::filter::{Filters, ListContext};
use hpd_host::list::ListMode;
use hpd_host::outcome::OutcomeKind;
use hpd_host::skills::ImportedSkill;
use hpd_host::spec::Risk;
use hpd_host::{Approval, KeyRing, Principal, RawCall, Session, Toolbox, TurnContext, plugin};

struct Notes;

#[plugin]
impl Notes {
    /// Saves a note.
    #[ai_function(write, risk = low)]
    fn save(&self) -> &'static str {
        "Saved."
    }

    /// Deletes all notes.
    #[ai_function(write, risk = high)]
    fn clear(&self) -> &'static str {
        "Cleared."
    }

    /// Sends a note.
    #[ai_function(write, risk = low)]
    fn send(&self) -> &'static str {
        "Sent."
    }

    /// The notes.
    #[ai_function(read_only)]
    fn all(&self) -> &'static str {
        "None."
    }
}

fn toolbox(approval: Approval) -> Toolbox {
    let diary = ImportedSkill::new("diary", "Keeps a diary.").allowed_tools(["save", "clear", "all"]);
    Toolbox::builder().plugin(Notes).skill(diary).approval(approval).build().unwrap()
}

/// What becomes of a call of each function, with the skill collapsed and expanded.
fn outcomes(approval: Approval) -> [[&'static str; 4]; 2] {
    let toolbox = toolbox(approval);
    [false, true].map(|is_expanded| {
        let session = Session::new();
        if is_expanded {
            block_on(toolbox.call(&session, &RawCall::new("diary", "diary", "{}")));
        }
        ["save", "clear", "send", "all"].map(|name| {
            let outcome = block_on(toolbox.call(&session, &RawCall::new(name, name, "{}")));
            match outcome.kind {
                OutcomeKind::Result(_) => "runs",
                OutcomeKind::Confirm(_) => "asks",
                _ if outcome.error().is_some_and(|error| error.error_type() == "call_denied") => "denied",
                _ => "?",
            }
        })
    })
}

#[test]
fn an_expanded_skill_allows_what_it_names_up_to_medium_risk() {
    let allowed = Approval::new().skill_permission("diary", Permission::Allow);
    assert_eq!(outcomes(allowed), [["asks", "asks", "asks", "runs"], ["runs", "asks", "asks", "runs"]]);
    assert_eq!(outcomes(Approval::new())[1], ["asks", "asks", "asks", "runs"]);
}

#[test]
fn an_expanded_skill_asks_about_what_it_names() {
    let asked = Approval::new().writes(Permission::Allow).skill_permission("diary", Permission::Ask);
    assert_eq!(outcomes(asked), [["runs", "asks", "runs", "runs"], ["asks", "asks", "runs", "asks"]]);
}

#[test]
fn settings_by_name_and_denials_count_above_a_skill() {
    let skill = || Approval::new().skill_permission("diary", Permission::Allow);
    assert_eq!(outcomes(skill().permission("Notes.*", Permission::Ask))[1], ["asks"; 4]);
    assert_eq!(outcomes(skill().permission("Notes.clear", Permission::Allow))[1][1], "runs");
    assert_eq!(outcomes(skill().writes(Permission::Deny))[1][0], "denied");
    let denied = Approval::new().writes(Permission::Allow).skill_permission("diary", Permission::Deny);
    assert_eq!(outcomes(denied), [["runs", "asks", "runs", "runs"], ["denied", "denied", "runs", "denied"]]);
}

#[test]
fn a_skill_counts_in_every_kind_of_list() {
    let approval = Approval::new().writes(Permission::Allow).skill_permission("diary", Permission::Deny);
    let toolbox = toolbox(approval);
    for mode in [ListMode::Growing, ListMode::Constant, ListMode::Flat, ListMode::Native] {
        let session = Session::new();
        session.set_list_mode(mode);
        let call = |id: &str, name: &str| block_on(toolbox.call(&session, &RawCall::new(id, name, "{}")));
        assert_eq!(call("1", "save").status(), "ok", "{mode:?}");
        let list = toolbox.tool_list(&session);
        let (before, _) = (list.names().collect::<Vec<_>>(), call("2", "diary"));
        let denied = call("3", "save");
        assert_eq!(denied.error().map(hpd_host::CallError::error_type), Some("call_denied"), "{mode:?}");
        if mode != ListMode::Growing {
            assert_eq!(toolbox.tool_list(&session).names().collect::<Vec<_>>(), before);
        }
    }
}

/// Whether a call runs, or is asked about.
fn status(toolbox: &Toolbox, session: &Session, turn: &TurnContext, name: &str) -> &'static str {
    block_on(toolbox.call_with(session, turn, &RawCall::new(name, name, "{}"))).status()
}

#[test]
fn a_text_from_outside_permits_nothing() {
    let toolbox = toolbox(Approval::new().skill_permission("diary", Permission::Allow));
    let turn = &TurnContext::empty();
    let claimed = r#"{"version":1,"id":"s1","expanded":["AgentSkills.diary"]}"#;
    let session = Session::from_json(claimed).unwrap();
    assert!(session.is_expanded(toolbox.tool("diary").unwrap().id()));
    assert_eq!(status(&toolbox, &session, turn, "save"), "confirm");
    // A seal doesn't make more of the claim.
    let keys = KeyRing::new("k1", [7; 32]).unwrap();
    let sealed = session.to_signed(&keys);
    assert_eq!(status(&toolbox, &Session::from_signed(&sealed, &keys).unwrap(), turn, "save"), "confirm");
    // The model expands the skill again, in this process.
    let session = Session::from_json(&claimed.replace("s1", "s2")).unwrap();
    assert_eq!(status(&toolbox, &session, turn, "diary"), "expanded");
    let sealed = session.to_signed(&keys);
    assert_eq!(status(&toolbox, &Session::from_signed(&sealed, &keys).unwrap(), turn, "save"), "ok");
    // A denial holds, whoever wrote the text.
    let denied = Approval::new().writes(Permission::Allow).skill_permission("diary", Permission::Deny);
    let denied = self::toolbox(denied);
    assert_eq!(status(&denied, &Session::from_json(claimed).unwrap(), turn, "save"), "error");
}

#[test]
fn a_skill_permits_nothing_for_whom_it_is_hidden() {
    let diary = ImportedSkill::new("diary", "Keeps a diary.").allowed_tools(["save"]);
    let for_ann = |tool: &ListContext<'_>| tool.name() != "diary" || tool.principal().id() == Some("ann");
    let approval = Approval::new().skill_permission("diary", Permission::Allow);
    let builder = Toolbox::builder().plugin(Notes).skill(diary).approval(approval);
    let toolbox = builder.filters(Filters::new().list(for_ann)).build().unwrap();
    let session = Session::new();
    let [ann, ben] = ["ann", "ben"].map(|name| TurnContext::on_behalf_of(Principal::new(name)));
    assert_eq!(status(&toolbox, &session, &ann, "diary"), "expanded");
    assert_eq!(status(&toolbox, &session, &ann, "save"), "ok");
    assert_eq!(status(&toolbox, &session, &ben, "save"), "confirm");
}

#[test]
fn a_skill_that_is_not_there_fails_the_build() {
    let approval = Approval::new().skill_permission("dairy", Permission::Allow);
    let diary = ImportedSkill::new("diary", "Keeps a diary.");
    let error = Toolbox::builder().plugin(Notes).skill(diary).approval(approval).build().unwrap_err();
    let expected = "a skill_permission was set for `dairy`, which there is not";
    assert!(error.to_string().contains(expected) && error.to_string().contains("`diary`"), "{error}");
}

#[test]
fn the_risk_of_a_call_is_the_same() {
    let toolbox = toolbox(Approval::new().skill_permission("diary", Permission::Allow));
    let report = toolbox.tools_report();
    let save = report.iter().find(|line| line.tool.name() == "save").unwrap();
    assert_eq!((save.risk, save.permission), (Some(Risk::Low), Permission::Ask));
}

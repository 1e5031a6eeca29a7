//! Sensitive values are nowhere in the contents of a journal.

use std::sync::Arc;

use futures_executor::block_on;
use hpd_host::approval::{Choice, UserChannel};
use hpd_host::events::Event;
use hpd_host::journal::{EventFilter, FreeText, Journal, MemoryJournal};
use hpd_host::outcome::OutcomeKind;
use hpd_host::values::MapProfile;
use hpd_host::{Limits, Output, RawCall, Session, Toolbox, Values, scope};

use crate::journaled::desk::Desk;

/// Everything that is kept, as a text.
fn kept(desk: &Desk) -> String {
    desk.events().iter().map(|record| serde_json::to_string(record).unwrap() + "\n").collect()
}

#[test]
fn sensitive_arguments_of_a_read_are_hidden_also_in_its_result() {
    let desk = Desk::new();
    desk.call("c0", "log_in", r#"{"user": "anna"}"#);
    desk.session.user_says("I am anna, and my pin is 98765");
    desk.call("c1", "log_in", r#"{"user": "anna", "pin": "98765"}"#);
    assert!(!kept(&desk).contains("98765"), "{}", kept(&desk));
    let call = r#"call log_in {"user":"anna","pin":"[hidden]"}"#;
    assert!(desk.told().iter().any(|told| told == call), "{:?}", desk.told());
    assert!(desk.data("tool_result")[0].contains(r#""result":"anna with [hidden]""#));
}

#[test]
fn arguments_under_names_that_no_parameter_has_are_hidden() {
    let desk = Desk::new();
    desk.call("c1", "log_in", r#"{"user": "anna", "pni": "98765"}"#);
    assert!(!kept(&desk).contains("98765"), "{}", kept(&desk));
}

#[test]
fn arguments_that_are_no_json_are_not_kept() {
    let desk = Desk::new();
    desk.call("c1", "log_in", r#"{"user": "anna", "pin": "98765""#);
    desk.call("c2", "log_in", "{'user': 'anna', 'pin': '98765'}");
    assert!(!kept(&desk).contains("98765"), "{}", kept(&desk));
}

#[test]
fn sensitive_arguments_that_had_to_be_repaired_are_hidden_in_the_result() {
    let desk = Desk::new();
    desk.session.user_says("I am anna, and my pin is 98765");
    let outcome = desk.confirmed("c1", "log_in", "{'user': 'anna', 'pin': '98765'}");
    assert_eq!(outcome.for_model().text, "anna with 98765");
    assert!(!kept(&desk).contains("98765"), "{}", kept(&desk));
}

#[test]
fn sensitive_values_of_the_profile_are_hidden_in_the_result() {
    let profile = MapProfile::new().for_all("card", "4111-1111");
    let desk = Desk::with(|builder| builder.values(Values::new().profile(profile)));
    desk.session.user_says("Show my card");
    let asked = desk.call("c1", "show_card", "{}");
    assert_eq!(asked.status(), "ask_user");
    let yes = UserChannel::local().message("yes");
    block_on(desk.toolbox.reply(&desk.session, &yes)).unwrap();
    assert_eq!(desk.data("tool_result").len(), 1);
    assert!(!kept(&desk).contains("4111"), "{}", kept(&desk));
}

#[test]
fn sensitive_arguments_of_a_write_are_hidden_on_its_whole_way() {
    let desk = Desk::new();
    desk.session.user_says("Set my pin to 98765");
    let asked = desk.confirmed("c1", "set_pin", r#"{"pin": "98765"}"#);
    let outcome =
        block_on(desk.toolbox.decide(&desk.session, &Desk::answer(&asked, Choice::Confirm, None))).unwrap();
    assert_eq!(outcome.for_model().text, "It is 98765 now.");
    assert!(!kept(&desk).contains("98765"), "{}", kept(&desk));
    assert_eq!(desk.told()[0], "turn: Set my pin to [hidden]");
}

#[test]
fn a_sensitive_value_that_the_user_gives_as_an_answer_is_taken_back() {
    let desk = Desk::new();
    desk.session.user_says("Show my card");
    assert_eq!(desk.call("c1", "show_card", "{}").status(), "ask_user");
    block_on(desk.toolbox.reply(&desk.session, &UserChannel::local().message("4111-1111"))).unwrap();
    assert_eq!(desk.data("tool_result").len(), 1);
    assert!(!kept(&desk).contains("4111"), "{}", kept(&desk));
    assert_eq!(desk.told().iter().filter(|line| *line == "turn: [hidden]").count(), 1, "{:?}", desk.told());
}

#[test]
fn sensitive_values_that_the_model_hands_to_other_tools_are_hidden_there() {
    let desk = Desk::new();
    desk.session.user_says("I am anna, and my pin is 98765");
    desk.confirmed("c1", "log_in", r#"{"user": "anna", "pin": "98765"}"#);
    desk.call("c2", "balance", r#"{"account": "98765"}"#);
    assert!(!kept(&desk).contains("98765"), "{}", kept(&desk));
}

#[test]
fn sensitive_values_that_the_model_claims_are_hidden() {
    let desk = Desk::new();
    desk.call("c1", "set_pin", r#"{"pin": "98765"}"#);
    let reply =
        block_on(desk.toolbox.check_final_answer(&desk.session, "I've updated your pin to 98765.")).unwrap();
    assert_eq!(reply.triggered.len(), 1);
    assert_eq!(desk.data("guardrail").len(), 1);
    assert!(!kept(&desk).contains("98765"), "{}", kept(&desk));
}

#[test]
fn what_the_user_wrote_is_taken_back_when_it_turns_out_to_be_sensitive() {
    let desk = Desk::new();
    desk.session.user_says("Log in as anna with 98765");
    desk.call("c1", "balance", r#"{"account": "A"}"#);
    assert!(kept(&desk).contains("98765"));
    desk.call("c2", "log_in", r#"{"user": "anna", "pin": "98765"}"#);
    assert!(!kept(&desk).contains("98765"), "{}", kept(&desk));
    assert!(desk.told().contains(&"turn: Log in as anna with [hidden]".to_owned()), "{:?}", desk.told());
}

#[test]
fn what_the_user_wrote_in_an_earlier_turn_is_taken_back_when_it_turns_out_to_be_sensitive() {
    let desk = Desk::new();
    desk.session.user_says("My pin is 98765");
    desk.call("c1", "balance", r#"{"account": "A"}"#);
    desk.session.user_says("I am anna, log me in");
    desk.call("c2", "log_in", r#"{"user": "anna", "pin": "98765"}"#);
    assert!(!kept(&desk).contains("98765"), "{}", kept(&desk));
    let turns: Vec<_> = desk.told().into_iter().filter(|line| line.starts_with("turn: ")).collect();
    assert_eq!(turns, ["turn: I am anna, log me in"], "the other one is erased");
}

#[test]
fn what_the_user_wrote_is_never_kept_where_a_tool_has_sensitive_parameters() {
    let desk = Desk::with(|builder| builder.values(Values::new().journal_free_text(FreeText::default())));
    desk.session.user_says("Log in as anna with 98765");
    desk.call("c1", "balance", r#"{"account": "A"}"#);
    assert!(!kept(&desk).contains("98765"), "{}", kept(&desk));
    desk.call("c2", "log_in", r#"{"user": "anna", "pin": "98765"}"#);
    assert!(!kept(&desk).contains("98765"), "{}", kept(&desk));
    let turns: Vec<_> = desk.told().into_iter().filter(|line| line.starts_with("turn: ")).collect();
    assert_eq!(turns, ["turn: [hidden]"], "and nothing had to be erased");
    assert_eq!(desk.data("erased"), [""; 0]);
}

#[test]
fn what_a_model_claims_without_a_call_is_never_kept_where_a_tool_has_sensitive_parameters() {
    let desk = Desk::with(|builder| builder.values(Values::new().journal_free_text(FreeText::default())));
    desk.session.user_says("Set my pin to 98765");
    let reply =
        block_on(desk.toolbox.check_final_answer(&desk.session, "I've updated your pin to 98765.")).unwrap();
    assert_eq!(reply.triggered[0].claims, ["I've updated your pin to 98765."]);
    assert_eq!(
        desk.data("guardrail"),
        [
            r#"{"claims":["[hidden]"],"guardrail":"hallucinated_success","replacement":"I couldn't complete this: nothing was carried out."}"#
        ]
    );
    assert!(!kept(&desk).contains("98765"), "{}", kept(&desk));
}

#[test]
fn sensitive_values_are_hidden_in_what_comes_back_from_elsewhere() {
    let desk = Desk::allowing();
    desk.session.user_says("I am anna, and my pin is 98765");
    desk.call("c1", "log_in", r#"{"user": "anna", "pin": "98765"}"#);
    desk.call("c2", "open_tab", "{}");
    let done = Ok(Output::Text("It shows 98765.".to_owned()));
    block_on(desk.toolbox.complete(&desk.session, "c2", done)).unwrap();
    assert!(!kept(&desk).contains("98765"), "{}", kept(&desk));
}

#[test]
fn values_that_turn_out_to_be_sensitive_while_a_write_waits_are_hidden_in_its_end() {
    let desk = Desk::new();
    let asked = desk.call("c1", "void", r#"{"payment": "PAY-1"}"#);
    desk.session.user_says("I am anna, and my pin is PAY-1");
    desk.call("c2", "log_in", r#"{"user": "anna", "pin": "PAY-1"}"#);
    let before = desk.events().len();
    let OutcomeKind::Confirm(question) = &asked.kind else { unreachable!() };
    let decision = Desk::answer(&asked, Choice::Confirm, question.phrase());
    let outcome = block_on(desk.toolbox.decide(&desk.session, &decision)).unwrap();
    assert_eq!(outcome.for_model().text, "PAY-1 is void.");
    let later = serde_json::to_string(&desk.events()[before..]).unwrap();
    assert!(later.contains("tool_result") && !later.contains("PAY-1"), "{later}");
}

#[test]
fn a_conversation_with_more_values_than_are_looked_for_tells_nothing_that_may_hold_one() {
    let desk = Desk::new();
    for number in 0..300 {
        desk.call("c1", "log_in", &format!(r#"{{"user": "anna", "pin": "pin-{number:03}"}}"#));
    }
    desk.session.user_says("Is pin-299 right?");
    desk.call("c2", "balance", r#"{"account": "pin-299"}"#);
    desk.call("c3", "send_letter", r#"{"address": "pin-299"}"#);
    assert!(!kept(&desk).contains("pin-"), "{}", kept(&desk));
    assert_eq!(desk.told().iter().filter(|line| *line == "turn: [hidden]").count(), 1);
}

#[test]
fn more_values_than_are_looked_for_in_one_call_hide_what_comes_later() {
    let desk = Desk::new();
    let pins: Vec<_> = (0..300).map(|number| format!("pin-{number:03}")).collect();
    let arguments = serde_json::json!({"user": "anna", "pin": pins}).to_string();
    desk.call("c1", "log_in", &arguments);
    desk.call("c2", "balance", r#"{"account": "pin-299"}"#);
    assert!(!kept(&desk).contains("pin-"), "{}", kept(&desk));
}

#[test]
fn what_is_left_of_a_value_where_a_result_was_cut_is_hidden() {
    for before in 1_024 - 130..1_024 {
        let desk = Desk::with(|builder| builder.limits(Limits::new().result_bytes(1_024)));
        let user = "a".repeat(before);
        desk.session.user_says("My pin is Zq7-4111-1111-1111");
        let read = serde_json::json!({"user": user, "pin": "Zq7-4111-1111-1111"}).to_string();
        desk.confirmed("c1", "log_in", &read);
        assert_eq!(desk.data("tool_result").len(), 1);
        assert!(!kept(&desk).contains("Zq7"), "{before}: {}", kept(&desk));
    }
}

#[test]
fn arguments_are_cut_without_leaving_a_part_of_a_value() {
    let desk = Desk::new();
    desk.session.user_says("My pin is Zq7-4111-1111-1111");
    desk.call("c1", "log_in", r#"{"user": "anna", "pin": "Zq7-4111-1111-1111"}"#);
    for behind in 0..22 {
        let account = "a".repeat(64 * 1024 - 13 - behind) + "Zq7-4111-1111-1111";
        desk.call("c2", "balance", &serde_json::json!({ "account": account }).to_string());
    }
    assert!(!kept(&desk).contains("Zq7"));
}

/// A tool without sensitive parameters.
struct Notes;

#[scope("Notes")]
impl Notes {
    /// Finds a note.
    #[ai_function]
    fn find(
        /** What. */
        text: String,
    ) -> String {
        text
    }
}

#[test]
fn free_text_is_kept_where_no_tool_has_sensitive_parameters_unless_the_host_says_otherwise() {
    let told = |free_text| {
        let journal = Arc::new(MemoryJournal::new());
        let builder = Toolbox::builder().plugin(Notes).journal(Arc::clone(&journal));
        let toolbox = builder.values(Values::new().journal_free_text(free_text)).build().unwrap();
        let session = Session::new();
        toolbox.expand(&session, &"Notes".into());
        session.user_says("Where is the milk?");
        block_on(toolbox.call(&session, &RawCall::new("c1", "find", r#"{"text": "milk"}"#)));
        let filter = EventFilter::default().kinds(vec!["turn_started"]);
        let turns = block_on(journal.read(&filter)).unwrap();
        let Event::TurnStarted(turn) = &turns[0].event else { unreachable!() };
        turn.query.clone().unwrap()
    };
    assert_eq!(told(FreeText::UnlessSensitive), "Where is the milk?");
    assert_eq!(told(FreeText::Told), "Where is the milk?");
    assert_eq!(told(FreeText::Hidden), "[hidden]");
}

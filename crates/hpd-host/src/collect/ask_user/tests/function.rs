//! Functions that ask the user themselves.

use serde_json::json;

use super::buy;
use crate::collect::ask_user::AskUser;

#[test]
fn a_function_asks_in_its_own_words() {
    let ask = AskUser::from_function(
        &buy(),
        "Which of the two?\n• 1 Elm St\n• 2 Oak Ave\u{202e}",
        &["address".to_owned()],
        None,
    );
    assert_eq!(ask.question(), "Which of the two?\n• 1 Elm St\n• 2 Oak Ave\\u{202e}");
    assert_eq!(
        ask.to_string(),
        "Plugin \"buy\" (place_order) needs something from the user before it can go on:\n\
         - address\n\n\
         Please ask the user:\n\
         Which of the two?\n• 1 Elm St\n• 2 Oak Ave\\u{202e}"
    );
    assert_eq!(ask.ask_user_data(), json!({"missing": ["address"]}));
}

#[test]
fn a_function_that_names_parameters_alone_has_its_question_made() {
    let names = ["address".to_owned(), "gate_code".to_owned()];
    let ask = AskUser::from_function(&buy(), " ", &names, None);
    assert_eq!(
        ask.question(),
        "I need a few more details:\n• What is the delivery address?\n• What is the gate code?"
    );
    let ask = AskUser::from_function(&buy(), "", &[], None);
    assert_eq!(
        ask.to_string(),
        "Plugin \"buy\" (place_order) needs something from the user before it can go on.\n\n\
         Please ask the user:\n\
         I need more details to go on. What should I know?"
    );
}

//! Several values of one call.

use hpd_runtime::args::{Limits, Node};

use super::{Sought, Statement, UserStatements, occurring};

/// Which of the values occur. The last message is after the last `|`.
fn found(messages: &str, values: &[&str]) -> Vec<bool> {
    let mut said = UserStatements::default();
    messages.split('|').for_each(|message| said.add(&Statement::new(message)));
    let values: Vec<_> = values.iter().map(|json| Node::parse(json, &Limits::default()).unwrap()).collect();
    let sought: Vec<_> = values.iter().map(|value| Sought { value, is_phone: true }).collect();
    occurring(said.messages(), &sought)
}

#[test]
fn one_token_serves_one_parameter() {
    assert_eq!(found("Buy a tv", &["\"tv\""]), [true]);
    assert_eq!(found("Buy a tv", &["\"tv\"", "\"tv\""]), [false, false]);
    assert_eq!(found("Buy a tv, another tv", &["\"tv\"", "\"tv\""]), [true, true]);
    assert_eq!(found("Buy a tv|the tv", &["\"tv\"", "\"tv\""]), [true, true]);
    assert_eq!(found("Buy a tv, another tv", &["\"tv\"", "\"tv\"", "\"tv\""]), [false; 3]);
    assert_eq!(found("Pay 500", &["500", "\"500\"", "500.0"]), [false; 3]);
    assert_eq!(found("Pay 500 to 700", &["500", "700"]), [true, true]);
}

#[test]
fn places_that_overlap_are_one() {
    assert_eq!(found("to 456 Oak Ave", &["\"456 Oak Ave\"", "\"Oak Ave\""]), [false, false]);
    assert_eq!(found("to 456 Oak Ave, Oak Ave", &["\"456 Oak Ave\"", "\"Oak Ave\""]), [true, true]);
    assert_eq!(found("456 Oak Ave", &["\"456 Oak\"", "\"Oak Ave\"", "\"Ave\""]), [false; 3]);
    assert_eq!(found("456 Oak Ave", &["\"456\"", "\"Oak\"", "\"Ave\""]), [true; 3]);
    assert_eq!(found("call 555-1234 now", &["\"555-1234\"", "\"5551234\""]), [false, false]);
    assert_eq!(found("to 5 Elm St, 555-1234", &["\"5 Elm St\"", "\"5551234\""]), [true, true]);
}

#[test]
fn a_rival_with_a_token_of_its_own_takes_nothing() {
    // `x` has a place apart from that of `x y`.
    assert_eq!(found("x1 y1 and x1", &["\"x1\"", "\"x1 y1\""]), [true, true]);
    // Two compete for one place, and a third one for another: no value of the three is certain.
    assert_eq!(found("x1 y1 and y1", &["\"x1\"", "\"x1 y1\"", "\"y1\""]), [false; 3]);
    assert_eq!(found("x1 y1 and z1", &["\"x1\"", "\"x1 y1\"", "\"z1\""]), [false, false, true]);
}

#[test]
fn what_does_not_occur_takes_nothing() {
    assert_eq!(found("Buy a tv", &["\"tv\"", "\"radio\"", "true", "[\"tv\"]"]), [true, false, false, false]);
    assert_eq!(found("", &["\"tv\""]), [false]);
    assert_eq!(found("Buy a tv", &[]), [false; 0]);
}

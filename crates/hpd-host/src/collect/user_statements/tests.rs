use hpd_runtime::args::{Limits, Node};

use super::{MAX_BYTES, Sought, Statement, UserStatements, occurring};

mod own_words;
mod several;

fn said(text: &str) -> UserStatements {
    let mut said = UserStatements::default();
    said.add(&Statement::new(text));
    said
}

impl UserStatements {
    /// Whether a value occurs, as the only one of a call.
    fn contains(&self, value: &Node<'_>) -> bool {
        occurring(self.messages(), &[Sought { value, is_phone: false }]) == [true]
    }
}

/// Whether a JSON text occurs in the statements.
#[track_caller]
fn stands(text: &str, json: &str, expected: bool) {
    let value = Node::parse(json, &Limits::default()).unwrap();
    assert_eq!(said(text).contains(&value), expected, "{json} in {text:?}");
}

#[track_caller]
fn is_said(text: &str, value: &str) {
    stands(text, &Node::String(value.into()).to_json(), true);
}

#[track_caller]
fn is_not_said(text: &str, value: &str) {
    stands(text, &Node::String(value.into()).to_json(), false);
}

#[test]
fn a_text_stands_as_a_whole_token() {
    is_said("pay INV-042 today", "INV-042");
    is_said("INV-042", "INV-042");
    is_said("mail anna@example.com", "anna@example.com");
    is_not_said("pay INV-0421 today", "INV-042");
    is_not_said("pay INV-042-B today", "INV-042");
    is_not_said("pay MINV-042 today", "INV-042");
    is_not_said("I know", "no");
    is_not_said("maintain it", "main");
    is_not_said("in 2012", "12");
    is_not_said("anna@example.com", "example.com");
    is_not_said("anna@example.com", "anna");
    is_not_said("well-known", "known");
    is_not_said("x=admin", "admin");
    is_not_said("a/b/admin", "admin");
    is_not_said("sub_admin", "admin");
}

#[test]
fn punctuation_around_it_does_not_count() {
    is_said("Buy milk, please", "milk");
    is_said("Buy milk.", "milk");
    is_said("Buy (milk)…", "milk");
    is_said("invoice #1042?", "1042");
    is_said("mail <anna@example.com>;", "anna@example.com");
    is_said("（東京）。", "東京");
}

#[test]
fn signs_that_may_be_part_of_a_value_do() {
    is_not_said("learn C++", "C");
    is_not_said("it is -50", "50");
    is_not_said("it is 50%", "50");
    is_not_said("@anna", "anna");
    is_not_said("not_milk_", "not_milk");
    is_not_said("*milk*", "milk");
    is_not_said("milk-", "milk");
    is_not_said("-milk", "milk");
    is_not_said("5000/-", "5000");
    is_said("learn C++.", "C++");
    is_said("it is -50.", "-50");
}

#[test]
fn punctuation_of_the_value_counts() {
    is_said("my password is hunter2!", "hunter2!");
    is_not_said("my password is hunter2", "hunter2!");
    is_said("(x)", "(x)");
    is_said("((x))", "(x)");
    is_not_said("x)", "(x)");
}

#[test]
fn several_words_stand_one_after_the_other() {
    is_said("Ship it to 456 Oak Ave.", "456 Oak Ave");
    is_said("Ship it to 456   Oak\n\tAve, please", "456 Oak Ave");
    is_said("456 Oak Ave", " 456  Oak Ave ");
    is_not_said("456 Main St or 7 Oak Ave", "456 Oak Ave");
    is_not_said("1456 Oak Ave", "456 Oak Ave");
    is_not_said("456 Oak Avenue", "456 Oak Ave");
    is_not_said("item 456. Oak Ave is nice", "456 Oak Ave");
    is_not_said("Oak Ave 456", "456 Oak Ave");
}

#[test]
fn several_messages_are_not_one() {
    let mut said = said("pay 456");
    said.add(&Statement::new("Oak Ave"));
    assert!(!said.contains(&Node::String("456 Oak Ave".into())));
    assert!(said.contains(&Node::String("Oak Ave".into())));
    assert!(said.contains(&Node::String("456".into())));
}

#[test]
fn case_counts() {
    is_not_said("put it in the list", "IN");
    is_not_said("give it to us", "US");
    is_not_said("Milk please", "milk");
    is_said("Ship it to the US", "US");
}

#[test]
fn what_turns_up_by_chance_does_not_stand() {
    for (text, json) in [
        ("yes true", "true"),
        ("yes true", "\"true\""),
        ("False", "\"False\""),
        ("null", "null"),
        ("5 apples", "5"),
        ("5 apples", "\"5\""),
        ("5.0 apples", "5.0"),
        ("5.0 apples", "\"5.0\""),
        ("-5", "-5"),
        ("0", "0"),
        ("a b", "\"a\""),
        ("é", "\"é\""),
        ("５", "\"５\""),
        ("5) milk", "\"5)\""),
        ("-5%", "\"-5%\""),
        ("why ...", "\"...\""),
        ("a  b", "\"\""),
        ("a  b", "\" \""),
        ("milk", "[\"milk\"]"),
        ("milk", "[]"),
        ("milk", "{\"item\": \"milk\"}"),
    ] {
        stands(text, json, false);
    }
}

#[test]
fn numbers_stand_by_value() {
    for (text, json) in [
        ("pay 5000", "5000"),
        ("pay 5000", "5000.00"),
        ("pay 5000", "5e3"),
        ("pay 5,000.", "5000"),
        ("pay ₹5000", "5000"),
        ("pay ₹5,000.00!", "5000"),
        ("pay 5000€", "5000"),
        ("pay ₹1,00,000", "100000"),
        ("pay 1,234,567.89", "1234567.89"),
        ("(12)", "12"),
        ("0.125 of it", "0.125"),
        ("-12.5 degrees", "-12.5"),
        ("+12", "12"),
        ("0.5", "0.50"),
    ] {
        stands(text, json, true);
    }
}

#[test]
fn other_numbers_do_not_stand() {
    for (text, json) in [
        ("in 2012", "12"),
        ("in 2012", "20"),
        ("pay 5,000", "5"),
        ("pay 12,500.50", "12"),
        ("pay 12.500", "12.5"),
        ("pay 12.500", "12500"),
        ("0,125", "125"),
        ("pay 12,50", "1250"),
        ("pay 1,2345", "12345"),
        ("pay 1,23,45", "12345"),
        ("on 2024-01-12", "2024"),
        ("on 12/01/2024", "12"),
        ("at 12:30", "12"),
        ("192.168.10.11", "192.168"),
        ("15%", "15"),
        ("12kg", "12"),
        ("-12", "12"),
        ("12", "-12"),
        ("INV-12", "12"),
        ("INV-12", "-12"),
        ("0042", "42"),
        ("5k", "5000"),
        ("12.", "12.5"),
        ("1e3", "1000"),
        ("٤٢", "42"),
    ] {
        stands(text, json, false);
    }
}

#[test]
fn invisible_signs_do_not_split_tokens() {
    is_not_said("INV-042\u{200b}1", "INV-042");
    is_not_said("milk\u{202e}", "milk");
    is_not_said("milk", "mi\u{200b}lk");
}

#[test]
fn the_oldest_messages_are_forgotten() {
    let mut said = said("first");
    said.add(&Statement::new("second"));
    said.add(&Statement::new(&"x".repeat(MAX_BYTES - "second".len())));
    assert!(!said.contains(&Node::String("first".into())));
    assert!(said.contains(&Node::String("second".into())));
}

#[test]
fn of_a_long_message_the_end_is_kept_in_whole_words() {
    let fill = "y ".repeat((MAX_BYTES - "xx42 ".len()) / 2);
    let mut said = said("");
    // The cut would go through the word, and leave a part of it.
    said.add(&Statement::new(&format!("xxxxxx42 {fill}end")));
    assert!(said.bytes <= MAX_BYTES);
    assert!(said.contains(&Node::String("end".into())));
    for part in ["42", "xx42", "x42", "xxxxxx42"] {
        assert!(!said.contains(&Node::String(part.into())), "{part}");
    }
}

#[test]
fn a_message_of_exactly_the_limit_is_kept_whole() {
    let fill = "y".repeat(MAX_BYTES - "first ".len());
    let kept = said(&format!("first {fill}"));
    assert!(kept.contains(&Node::String("first".into())));
    let cut = said(&format!("first {fill}y"));
    assert!(!cut.contains(&Node::String("first".into())));
}

#[test]
fn one_word_beyond_the_limit_is_not_kept() {
    let said = said(&"é".repeat(MAX_BYTES));
    assert_eq!(format!("{said:?}"), "UserStatements { messages: 0, bytes: 0 }");
}

#[test]
fn debug_shows_nothing_of_it() {
    assert_eq!(format!("{:?}", said("my pin is s3cret")), "UserStatements { messages: 1, bytes: 16 }");
}

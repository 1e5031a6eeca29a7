//! The noun for a parameter in a sentence.

use hpd_runtime::__private::text::{in_words, lower_start};

use super::shown::lines;
use crate::collect::plan::FieldPlan;

/// Maximum words of a description that can serve as a noun.
const SHORT: usize = 5;

/// The noun for a requested value: the title, a short description, or the name in words.
pub(super) fn request_noun(field: &FieldPlan) -> String {
    let title = field.title.as_deref().map(str::to_owned);
    let noun = title.or_else(|| short_description(&field.description));
    one_line(&noun.unwrap_or_else(|| in_words(&field.name)))
}

/// The noun for a known value: the title, or the name in words.
pub(super) fn known_noun(field: &FieldPlan) -> String {
    one_line(&field.title.as_deref().map_or_else(|| in_words(&field.name), str::to_owned))
}

/// The question that gets a value from the user.
pub(super) fn question_for(field: &FieldPlan) -> String {
    let question = match &field.ask {
        Some(ask) => lines(ask),
        None => format!("What is the {}?", request_noun(field)),
    };
    let shown = |value| super::shown::plainly(value, super::shown::FOR_MODEL);
    let example = field.example.as_ref().map(shown).filter(|example| !question.contains(example));
    let default = field.tools_default.as_ref().filter(|_| !field.sensitive).map(shown);
    match (example, default) {
        (None, None) => question,
        (Some(example), None) => format!("{question} (e.g. {example})"),
        (None, Some(default)) => format!("{question} (the tool's own default: {default})"),
        (Some(example), Some(default)) => {
            format!("{question} (e.g. {example}; the tool's own default: {default})")
        }
    }
}

fn short_description(description: &str) -> Option<String> {
    let description = description.trim();
    let text = description.strip_suffix('.').unwrap_or(description);
    let is_short = !text.is_empty() && text.split_whitespace().count() <= SHORT;
    let is_phrase = !text.contains(['.', '\n', '?', '!', ';', ':']);
    let noun = lower_start(text);
    // The question has an article of its own.
    let bare = ["the ", "a ", "an "].iter().find_map(|article| noun.strip_prefix(article));
    (is_short && is_phrase).then(|| bare.map_or_else(|| noun.clone(), str::to_owned))
}

/// A text of people in one line.
pub(super) fn one_line(text: &str) -> String {
    lines(text).replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use hpd_runtime::args::Node;

    use super::{known_noun, question_for, request_noun};
    use crate::collect::plan::FieldPlan;

    fn field(name: &str, description: &str) -> FieldPlan {
        FieldPlan { name: name.into(), description: description.into(), ..FieldPlan::default() }
    }

    #[test]
    fn a_parameter_is_called_by_title_short_description_or_name() {
        let titled = FieldPlan { title: Some("order number".into()), ..field("order_id", "Order.") };
        assert_eq!(request_noun(&titled), "order number");
        assert_eq!(known_noun(&titled), "order number");
        assert_eq!(request_noun(&field("address", "Delivery address.")), "delivery address");
        assert_eq!(known_noun(&field("address", "Delivery address.")), "address");
        assert_eq!(request_noun(&field("to", "The recipient.")), "recipient");
        for description in
            ["", "Item to buy (e.g. milk, bread).", "The item. Any item.", "One: a thing", "a\nb"]
        {
            assert_eq!(request_noun(&field("order_item", description)), "order item");
        }
    }

    #[test]
    fn a_question_is_the_authors_or_a_plain_one() {
        let mut node = field("node_id", "Node.");
        assert_eq!(question_for(&node), "What is the node?");
        node.ask = Some("Which node should I use?".into());
        assert_eq!(question_for(&node), "Which node should I use?");
        node.example = Some(Node::String("test-node-1".into()));
        assert_eq!(question_for(&node), "Which node should I use? (e.g. test-node-1)");
        node.ask = Some("Which node should I use, test-node-1?".into());
        assert_eq!(question_for(&node), "Which node should I use, test-node-1?");
    }

    #[test]
    fn a_question_names_what_the_tool_does_without_a_value() {
        let default = Some(Node::String("EUR".into()));
        let mut unit = FieldPlan { tools_default: default, ..field("unit", "") };
        assert_eq!(question_for(&unit), "What is the unit? (the tool's own default: EUR)");
        unit.example = Some(Node::String("INR".into()));
        assert_eq!(question_for(&unit), "What is the unit? (e.g. INR; the tool's own default: EUR)");
        unit.sensitive = true;
        assert_eq!(question_for(&unit), "What is the unit? (e.g. INR)");
    }
}

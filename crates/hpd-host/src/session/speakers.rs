//! Statements and confirmations by person. Several people may share one conversation; one's words are not another's.

use std::collections::VecDeque;

use hpd_runtime::Principal;
use hpd_runtime::args::Node;
use hpd_runtime::spec::QualifiedId;

use crate::collect::{Confirmed, UserStatements};

/// Maximum number of separate people. Beyond it, the earliest one is forgotten, and asked again.
const MAX: usize = 32;

/// The people of a conversation.
#[derive(Debug, Default)]
pub(crate) struct Speakers {
    /// Statements without a speaker: they count for everybody.
    anybody: UserStatements,
    known: VecDeque<Speaker>,
}

#[derive(Debug)]
struct Speaker {
    who: Principal,
    said: UserStatements,
    confirmed: Confirmed,
}

impl Speakers {
    /// Records a statement; `None` if the host does not name the speaker.
    pub(super) fn hear(&mut self, who: Option<&Principal>, text: &str) {
        match who {
            None => self.anybody.add(text),
            Some(who) => self.speaker(who).said.add(text),
        }
    }

    /// Somebody confirmed these values for the parameters of a tool.
    pub(crate) fn confirm(
        &mut self,
        who: &Principal,
        tool: &QualifiedId,
        values: &[(String, Node<'static>)],
    ) {
        let confirmed = &mut self.speaker(who).confirmed;
        for (name, value) in values {
            confirmed.add(tool, name, value);
        }
    }

    /// Whether a value occurs in a person's statements.
    pub(crate) fn has_said(&self, who: &Principal, value: &Node<'_>) -> bool {
        let own = self.known.iter().find(|known| known.who == *who);
        self.anybody.contains(value) || own.is_some_and(|own| own.said.contains(value))
    }

    /// The same for a phone number, with any characters between its digits.
    pub(crate) fn has_said_phone(&self, who: &Principal, value: &Node<'_>) -> bool {
        let own = self.known.iter().find(|known| known.who == *who);
        self.anybody.contains_phone(value) || own.is_some_and(|own| own.said.contains_phone(value))
    }

    /// The values that a person confirmed.
    pub(crate) fn confirmed_by(&self, who: &Principal) -> Confirmed {
        let own = self.known.iter().find(|known| known.who == *who);
        own.map_or_else(Confirmed::default, |own| own.confirmed.clone())
    }

    fn speaker(&mut self, who: &Principal) -> &mut Speaker {
        let known = self.known.iter().position(|known| known.who == *who);
        let index = known.unwrap_or_else(|| {
            if self.known.len() >= MAX {
                self.known.pop_front();
            }
            self.known.push_back(Speaker {
                who: who.clone(),
                said: UserStatements::default(),
                confirmed: Confirmed::default(),
            });
            self.known.len() - 1
        });
        &mut self.known[index]
    }
}

#[cfg(test)]
mod tests {
    use hpd_runtime::Principal;
    use hpd_runtime::args::Node;
    use hpd_runtime::spec::QualifiedId;

    use super::{MAX, Speakers};

    const PHONE: Node<'static> = Node::String(std::borrow::Cow::Borrowed("555-1234"));

    #[test]
    fn what_one_says_is_not_anothers() {
        let (anna, bob) = (Principal::new("anna"), Principal::new("bob"));
        let mut speakers = Speakers::default();
        speakers.hear(Some(&bob), "555-1234");
        assert!(speakers.has_said(&bob, &PHONE));
        assert!(!speakers.has_said(&anna, &PHONE));
        assert!(!speakers.has_said(&bob.in_tenant("acme"), &PHONE));
    }

    #[test]
    fn what_nobody_in_particular_says_is_everybodys() {
        let mut speakers = Speakers::default();
        speakers.hear(None, "555-1234");
        assert!(speakers.has_said(&Principal::new("anna"), &PHONE));
        assert!(speakers.has_said(&Principal::default(), &PHONE));
    }

    #[test]
    fn what_one_confirms_is_not_anothers() {
        let (anna, bob) = (Principal::new("anna"), Principal::new("bob"));
        let tool = QualifiedId::new(Some("buy"), "place_order");
        let mut speakers = Speakers::default();
        speakers.confirm(&anna, &tool, &[("phone".to_owned(), PHONE)]);
        assert!(speakers.confirmed_by(&anna).contains(&tool, "phone", &PHONE));
        assert!(!speakers.confirmed_by(&bob).contains(&tool, "phone", &PHONE));
    }

    #[test]
    fn the_first_of_too_many_is_forgotten() {
        let principal = |index: usize| Principal::new(index.to_string());
        let mut speakers = Speakers::default();
        for index in 0..=MAX {
            speakers.hear(Some(&principal(index)), "555-1234");
        }
        assert!(!speakers.has_said(&principal(0), &PHONE));
        assert!(speakers.has_said(&principal(1), &PHONE));
        assert!(speakers.has_said(&principal(MAX), &PHONE));
    }
}

//! Statements and confirmations by person. Several people may share one conversation; one's words are not another's.

use std::collections::VecDeque;

use hpd_journal::pending::PendingId;
use hpd_runtime::Principal;
use hpd_runtime::args::Node;
use hpd_runtime::spec::QualifiedId;

use super::answered::LastMessage;
use crate::collect::{Confirmed, Heard, Sought, Statement, UserStatements, occurring};

/// Maximum number of separate people. Beyond it, the earliest one is forgotten, and asked again.
const MAX: usize = 32;

/// The people of a conversation.
#[derive(Debug, Default)]
pub(crate) struct Speakers {
    /// Statements whose speaker the host does not name: of the first person who makes a call after them.
    unclaimed: Spoken,
    known: VecDeque<Speaker>,
    /// The number of messages so far.
    messages: u64,
}

#[derive(Debug, Default)]
struct Spoken {
    said: UserStatements,
    /// The last message, until the host marks a later one.
    last: Option<LastMessage>,
}

#[derive(Debug)]
struct Speaker {
    who: Principal,
    spoken: Spoken,
    confirmed: Confirmed,
}

impl Speakers {
    /// Records a statement; `who` is `None` if the host does not name the speaker. `is_repeated`: the host may have
    /// recorded the same message before, without or with its speaker.
    pub(super) fn hear(&mut self, who: Option<&Principal>, statement: &Statement, is_repeated: bool) {
        if is_repeated && self.is_recorded(who, statement) {
            return;
        }
        self.messages += 1;
        let message = LastMessage::new(self.messages, statement);
        let spoken = match who {
            None => &mut self.unclaimed,
            Some(who) => &mut self.speaker(who).spoken,
        };
        spoken.said.add(statement);
        spoken.last = Some(message);
    }

    /// Whether the last message is this one. A statement that now has a speaker moves to that person.
    fn is_recorded(&mut self, who: Option<&Principal>, statement: &Statement) -> bool {
        let messages = self.messages;
        let is_last = |spoken: &Spoken| spoken.last.as_ref().is_some_and(|last| last.is(messages, statement));
        let by = self.known.iter().find(|known| is_last(&known.spoken)).map(|known| &known.who);
        match (who, by) {
            (None, Some(_)) => true,
            (Some(who), Some(by)) => who == by,
            (None, None) => is_last(&self.unclaimed),
            (Some(_), None) => {
                if is_last(&self.unclaimed) {
                    self.unclaimed.said.remove_last(statement);
                    self.unclaimed.last = None;
                }
                false
            }
        }
    }

    /// Gives the statements without a speaker to a person.
    pub(super) fn claim(&mut self, who: &Principal) {
        if !self.has_unclaimed() {
            return;
        }
        let Spoken { said, last } = std::mem::take(&mut self.unclaimed);
        let spoken = &mut self.speaker(who).spoken;
        spoken.said.append(said);
        if let Some(last) = last.filter(|last| spoken.last.as_ref().is_none_or(|own| own.precedes(last))) {
            spoken.last = Some(last);
        }
    }

    /// Whether statements wait for their speaker.
    pub(super) fn has_unclaimed(&self) -> bool {
        self.unclaimed.last.is_some() || self.unclaimed.said.messages().next().is_some()
    }

    /// A question waits for the user: no message until now answers it.
    pub(super) fn note_question(&mut self, id: &PendingId) {
        let known = self.known.iter_mut().map(|known| &mut known.spoken);
        known
            .chain([&mut self.unclaimed])
            .filter_map(|spoken| spoken.last.as_mut())
            .for_each(|last| last.note(id));
    }

    /// The host marks a message whose text it does not give: earlier ones answer nothing any more.
    pub(super) fn end_answers(&mut self) {
        self.unclaimed.last = None;
        self.known.iter_mut().for_each(|known| known.spoken.last = None);
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

    /// Whether a person has said or confirmed anything.
    pub(crate) fn knows(&self, who: &Principal) -> bool {
        self.known.iter().any(|known| known.who == *who)
    }

    /// What a person's statements say about the values of a call of a tool. `is_phone`: whether a parameter's values are
    /// compared as phone numbers.
    pub(crate) fn heard(
        &self,
        who: &Principal,
        tool: &QualifiedId,
        values: &[(&str, &Node<'_>)],
        is_phone: impl Fn(&str) -> bool,
    ) -> Vec<Heard> {
        let Some(own) = self.known.iter().find(|known| known.who == *who) else {
            return vec![Heard::Nothing; values.len()];
        };
        let sought = sought(values, is_phone);
        let mentioned = occurring(own.spoken.said.messages(), &sought);
        let last = own.spoken.last.as_ref();
        let answered = last.map(|last| last.answered(tool, values, &sought)).unwrap_or_default();
        let heard = |(at, is_mentioned)| match (is_mentioned, answered.get(at)) {
            (_, Some(true)) => Heard::Answered,
            (true, _) => Heard::Mentioned,
            (false, _) => Heard::Nothing,
        };
        mentioned.into_iter().enumerate().map(heard).collect()
    }

    /// Which values of a call would count as mentioned, if this person made it now.
    pub(crate) fn would_mention(&self, who: &Principal, values: &[(&str, &Node<'_>)]) -> Vec<bool> {
        let own = self.known.iter().find(|known| known.who == *who).map(|own| own.spoken.said.messages());
        let messages = own.into_iter().flatten().chain(self.unclaimed.said.messages());
        occurring(messages, &sought(values, |_| false))
    }

    /// The last message of a person, as far as it may answer questions.
    pub(crate) fn last_message(&mut self, who: &Principal) -> Option<&mut LastMessage> {
        self.known.iter_mut().find(|known| known.who == *who)?.spoken.last.as_mut()
    }

    /// Whether a person confirmed this value for this parameter of a tool.
    pub(crate) fn has_confirmed(
        &self,
        who: &Principal,
        tool: &QualifiedId,
        parameter: &str,
        value: &Node<'_>,
    ) -> bool {
        let own = self.known.iter().find(|known| known.who == *who);
        own.is_some_and(|own| own.confirmed.contains(tool, parameter, value))
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
                spoken: Spoken::default(),
                confirmed: Confirmed::default(),
            });
            self.known.len() - 1
        });
        &mut self.known[index]
    }
}

fn sought<'a>(values: &'a [(&str, &Node<'a>)], is_phone: impl Fn(&str) -> bool) -> Vec<Sought<'a>> {
    values.iter().map(|(name, value)| Sought { value, is_phone: is_phone(name) }).collect()
}

#[cfg(test)]
mod tests;

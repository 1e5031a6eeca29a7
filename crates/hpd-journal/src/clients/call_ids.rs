//! The call ids that clients see.

use std::collections::{HashMap, HashSet};

use super::parts::call_id;
use crate::events::EventRecord;

/// The call ids that a client sees. Clients merge two calls of one id, and join their arguments. But providers number
/// the calls of each turn anew, or repeat an id. From the second call on, the id gets the event's number as a suffix.
#[derive(Debug, Default)]
pub(super) struct CallIds {
    sent: HashMap<Call, SentId>,
    /// Ids of calls, with their sessions.
    taken: HashSet<(String, String)>,
}

/// A call as a journal knows it: session, turn and id.
type Call = (String, Option<String>, String);

#[derive(Debug)]
struct SentId {
    id: String,
    /// Whether the client saw the call itself, or only its later events.
    is_made: bool,
}

impl CallIds {
    /// The id of the call that is made with this record.
    pub(super) fn of_new(&mut self, record: &EventRecord) -> String {
        let call = call(record);
        if let Some(sent) = self.sent.get_mut(&call).filter(|sent| !sent.is_made) {
            sent.is_made = true;
            return sent.id.clone();
        }
        let id = self.free(record);
        self.sent.insert(call, SentId { id: id.clone(), is_made: true });
        id
    }

    /// The id of the call that this record is about: of the last one, if there are several.
    pub(super) fn of(&mut self, record: &EventRecord) -> String {
        let call = call(record);
        if let Some(sent) = self.sent.get(&call) {
            return sent.id.clone();
        }
        let id = self.free(record);
        self.sent.insert(call, SentId { id: id.clone(), is_made: false });
        id
    }

    fn free(&mut self, record: &EventRecord) -> String {
        let mut id = call_id(record);
        while !self.taken.insert((record.session.clone(), id.clone())) {
            id = format!("{id}/{}", record.seq);
        }
        id
    }
}

fn call(record: &EventRecord) -> Call {
    (record.session.clone(), record.turn.clone(), call_id(record))
}

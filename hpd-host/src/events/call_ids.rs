//! The ids that calls are told by.

use std::collections::{HashMap, HashSet};

use super::EventRecord;
use super::parts::call_id;

/// The ids that a client is told calls by. Clients take two calls of one id for one call, and join their arguments; but providers number
/// the calls of each turn anew, or give an id twice. From the second call on, the number of the event stands behind the id.
#[derive(Debug, Default)]
pub(super) struct CallIds {
    told: HashMap<Call, Told>,
    /// Ids of calls, with their sessions.
    taken: HashSet<(String, String)>,
}

/// A call as a journal knows it: session, turn and id.
type Call = (String, Option<String>, String);

#[derive(Debug)]
struct Told {
    id: String,
    /// Whether the client was told of the call itself, and not only of what came of it.
    is_made: bool,
}

impl CallIds {
    /// The id of the call that is made with this record.
    pub(super) fn of_new(&mut self, record: &EventRecord) -> String {
        let call = call(record);
        if let Some(told) = self.told.get_mut(&call).filter(|told| !told.is_made) {
            told.is_made = true;
            return told.id.clone();
        }
        let id = self.free(record);
        self.told.insert(call, Told { id: id.clone(), is_made: true });
        id
    }

    /// The id of the call that this record is about: of the last one, if there are several.
    pub(super) fn of(&mut self, record: &EventRecord) -> String {
        let call = call(record);
        if let Some(told) = self.told.get(&call) {
            return told.id.clone();
        }
        let id = self.free(record);
        self.told.insert(call, Told { id: id.clone(), is_made: false });
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

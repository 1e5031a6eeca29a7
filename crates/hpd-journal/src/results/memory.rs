//! Long results in memory.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{KeptResult, ResultStore};
use crate::pending::{Owner, StoreError};
use crate::system::{BoxFuture, Timestamp};

/// Long results in the memory of one process. They are gone when it ends.
///
/// Together they take a limited number of bytes: for a new result, the oldest ones are dropped.
///
/// ```
/// use hpd_journal::pending::Owner;
/// use hpd_journal::results::{KeptResult, MemoryResults, ResultStore};
/// use hpd_journal::Timestamp;
/// use futures_executor::block_on;
///
/// let owner = Owner { session: "s1".to_owned(), principal: Default::default() };
/// let (now, later) = (Timestamp::from_millis(0), Timestamp::from_millis(1_000));
/// let result = KeptResult::new(owner.clone(), "a long text", now, later);
/// let store = MemoryResults::new();
/// block_on(store.keep(result.clone()))?;
/// assert_eq!(block_on(store.kept(&owner, &result.id, now))?, Some(result.clone()));
/// assert_eq!(block_on(store.kept(&owner, &result.id, later))?, None);
/// # Ok::<(), hpd_journal::pending::StoreError>(())
/// ```
#[derive(Debug)]
pub struct MemoryResults {
    capacity: usize,
    results: Mutex<Results>,
}

impl MemoryResults {
    /// The bytes of all results together, by default: 64 MiB.
    pub const CAPACITY: usize = 64 * 1024 * 1024;

    /// An empty store.
    pub fn new() -> Self {
        Self::of_capacity(Self::CAPACITY)
    }

    /// An empty store for this many bytes.
    pub fn of_capacity(bytes: usize) -> Self {
        Self { capacity: bytes, results: Mutex::default() }
    }

    /// No step leaves a result half changed, so a panic of another thread is none of ours.
    fn lock(&self) -> MutexGuard<'_, Results> {
        self.results.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Drops the results of all sessions that were kept before a moment. Returns their number.
    pub(crate) fn drop_kept_before(&self, moment: Timestamp) -> u64 {
        self.lock().drop_where(|result| result.kept < moment)
    }

    /// The same for one session, whenever they were kept.
    pub(crate) fn drop_of_session(&self, session: &str) -> u64 {
        self.lock().drop_where(|result| result.owner.session == session)
    }
}

impl Default for MemoryResults {
    fn default() -> Self {
        Self::new()
    }
}

#[derive(Debug, Default)]
struct Results {
    of: HashMap<Owner, HashMap<String, Placed>>,
    /// By their places, the oldest first.
    order: BTreeMap<u64, (Owner, String)>,
    /// The place of the next result.
    next: u64,
    bytes: usize,
}

/// A result, and its place among all.
#[derive(Debug)]
struct Placed {
    result: KeptResult,
    place: u64,
}

impl Results {
    fn keep(&mut self, result: KeptResult, capacity: usize) -> Result<(), StoreError> {
        let length = result.text.len();
        if length > capacity {
            return Err(StoreError::new(format!("a result of {length} bytes is beyond {capacity} bytes")));
        }
        self.take(&result.owner, &result.id);
        while self.bytes + length > capacity
            && let Some((_, (owner, id))) = self.order.pop_first()
        {
            self.take(&owner, &id);
        }
        self.bytes += length;
        let place = self.next;
        self.next += 1;
        let (owner, id) = (result.owner.clone(), result.id.clone());
        self.order.insert(place, (owner.clone(), id.clone()));
        self.of.entry(owner).or_default().insert(id, Placed { result, place });
        Ok(())
    }

    fn take(&mut self, owner: &Owner, id: &str) {
        let Some(results) = self.of.get_mut(owner) else { return };
        let Some(taken) = results.remove(id) else { return };
        if results.is_empty() {
            self.of.remove(owner);
        }
        self.bytes -= taken.result.text.len();
        self.order.remove(&taken.place);
    }

    fn drop_where(&mut self, is_over: impl Fn(&KeptResult) -> bool) -> u64 {
        let results = self.of.values().flat_map(HashMap::values).map(|placed| &placed.result);
        let over: Vec<_> = results
            .filter(|result| is_over(result))
            .map(|result| (result.owner.clone(), result.id.clone()))
            .collect();
        for (owner, id) in &over {
            self.take(owner, id);
        }
        u64::try_from(over.len()).unwrap_or(u64::MAX)
    }
}

impl ResultStore for MemoryResults {
    fn capacity(&self) -> Option<usize> {
        Some(self.capacity)
    }

    fn keep(&self, result: KeptResult) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move { self.lock().keep(result, self.capacity) })
    }

    fn kept<'a>(
        &'a self,
        owner: &'a Owner,
        id: &'a str,
        now: Timestamp,
    ) -> BoxFuture<'a, Result<Option<KeptResult>, StoreError>> {
        Box::pin(async move {
            let results = self.lock();
            let found = results.of.get(owner).and_then(|results| results.get(id));
            Ok(found.map(|found| &found.result).filter(|result| now < result.expires).cloned())
        })
    }

    fn drop_expired(&self, now: Timestamp) -> BoxFuture<'_, Result<u64, StoreError>> {
        Box::pin(async move { Ok(self.lock().drop_where(|result| result.expires <= now)) })
    }

    fn erase_results<'a>(&'a self, session: &'a str) -> BoxFuture<'a, Result<u64, StoreError>> {
        Box::pin(async move { Ok(self.drop_of_session(session)) })
    }
}

#[cfg(test)]
mod tests {
    use futures_executor::block_on;
    use hpd_runtime::Principal;

    use super::*;
    use crate::results::{Chunk, ChunkIndex};

    fn owner(session: &str, id: Option<&str>) -> Owner {
        Owner {
            session: session.to_owned(),
            principal: Principal { id: id.map(str::to_owned), ..Principal::default() },
        }
    }

    fn result(of: Owner, text: &str, millis: u64) -> KeptResult {
        let at = Timestamp::from_millis;
        KeptResult::new(of, text, at(millis), at(millis + 100))
    }

    fn has(store: &MemoryResults, result: &KeptResult) -> bool {
        block_on(store.kept(&result.owner, &result.id, result.kept)).unwrap().is_some()
    }

    #[test]
    fn a_result_is_of_its_session_and_principal() {
        let store = MemoryResults::new();
        let kept = result(owner("s1", Some("anna")), "text", 0);
        block_on(store.keep(kept.clone())).unwrap();
        assert!(has(&store, &kept) && kept.is_whole());
        for other in [owner("s2", Some("anna")), owner("s1", Some("bob")), owner("s1", None)] {
            assert!(!has(&store, &KeptResult { owner: other, ..kept.clone() }));
        }
    }

    #[test]
    fn the_id_is_the_hash_of_the_text() {
        let kept = result(owner("s1", None), "abc", 0);
        assert_eq!(kept.id, "ba7816bf8f01cfea");
        assert!(!KeptResult { text: "abd".into(), ..kept }.is_whole());
    }

    #[test]
    fn an_index_is_no_text_and_a_changed_one_is_noticed() {
        let (first, second) = (result(owner("s1", None), "one\n", 0), result(owner("s1", None), "two\n", 0));
        let index = ChunkIndex::new([&first, &second].map(Chunk::of));
        assert_eq!((index.bytes(), index.lines(), ChunkIndex::default().lines()), (8, 2, 0));
        let kept = index.to_result(first.owner.clone(), first.kept, first.expires);
        assert_eq!(
            &*kept.text,
            r#"[{"id":"2c8b08da5ce60398","bytes":4,"line_feeds":1,"ends_line":true},{"id":"27dd8ed44a83ff94","bytes":4,"line_feeds":1,"ends_line":true}]"#
        );
        // The same text as the result of a tool.
        let text = result(first.owner, &kept.text, 0);
        assert_eq!(text.chunks(), None);
        assert_eq!(kept.id, format!("p{}", text.id));
        assert!(
            kept.is_whole()
                && !KeptResult { text: kept.text.replace('4', "5").into(), ..kept.clone() }.is_whole()
        );
    }

    #[test]
    fn the_oldest_results_make_room() {
        let store = MemoryResults::of_capacity(10);
        let all: Vec<_> = ["aaaa", "bbbb", "cccc"].map(|text| result(owner("s1", None), text, 0)).into();
        for kept in &all {
            block_on(store.keep(kept.clone())).unwrap();
        }
        assert_eq!(all.iter().map(|kept| has(&store, kept)).collect::<Vec<_>>(), [false, true, true]);
        // Kept again, it is the newest.
        block_on(store.keep(all[1].clone())).unwrap();
        block_on(store.keep(all[0].clone())).unwrap();
        assert_eq!(all.iter().map(|kept| has(&store, kept)).collect::<Vec<_>>(), [true, true, false]);
        let long = result(owner("s1", None), "more than ten", 0);
        let error = block_on(store.keep(long)).unwrap_err();
        assert_eq!(
            std::error::Error::source(&error).unwrap().to_string(),
            "a result of 13 bytes is beyond 10 bytes"
        );
        let results = store.lock();
        assert_eq!((results.bytes, results.order.len()), (8, 2));
    }

    #[test]
    fn many_results_make_room_for_one() {
        const MANY: u64 = 20_000;
        let store = MemoryResults::of_capacity(5 * 20_000);
        for number in 0..MANY {
            block_on(store.keep(result(owner("s1", None), &format!("{number:05}"), 0))).unwrap();
        }
        let large = "x".repeat(5 * 20_000);
        block_on(store.keep(result(owner("s1", None), &large, 0))).unwrap();
        let results = store.lock();
        assert_eq!((results.bytes, results.order.len(), results.of.len()), (large.len(), 1, 1));
    }

    #[test]
    fn results_end_with_their_time_and_their_session() {
        let store = MemoryResults::new();
        let (old, new) = (result(owner("s1", None), "old", 0), result(owner("s1", None), "new", 50));
        let other = result(owner("s2", None), "other", 50);
        for kept in [&old, &new, &other] {
            block_on(store.keep(kept.clone())).unwrap();
        }
        assert_eq!(block_on(store.drop_expired(Timestamp::from_millis(100))).unwrap(), 1);
        assert!(!has(&store, &old) && has(&store, &new));
        assert_eq!(block_on(store.erase_results("s1")).unwrap(), 1);
        assert!(!has(&store, &new) && has(&store, &other));
    }
}

//! A text in chunks is read as the same text in one.

use std::sync::Mutex;

use futures_executor::block_on;
use hpd_journal::Timestamp;
use hpd_journal::pending::Owner;
use hpd_runtime::Principal;
use proptest::prelude::*;

use super::*;
use crate::results::read;

const READER: &str = "read_result";
const LIMITS: (usize, usize) = (600, 10_000);

/// A text in chunks of so many bytes, about.
struct Kept {
    text: String,
    chunks: Vec<KeptResult>,
    index: ChunkIndex,
    /// The ids of the chunks that were loaded.
    loaded: Mutex<Vec<String>>,
}

impl Kept {
    fn new(text: &str, size: usize) -> Self {
        let owner = Owner { session: "s1".to_owned(), principal: Principal::default() };
        let (now, later) = (Timestamp::from_millis(0), Timestamp::from_millis(1));
        let mut chunks = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            let end = (size.min(rest.len())..=rest.len()).find(|&end| rest.is_char_boundary(end)).unwrap();
            chunks.push(KeptResult::new(owner.clone(), &rest[..end], now, later));
            rest = &rest[end..];
        }
        let index = ChunkIndex::new(chunks.iter().map(Chunk::of));
        Self { text: text.to_owned(), chunks, index, loaded: Mutex::default() }
    }

    fn in_chunks(&self, request: &serde_json::Value) -> Result<String, String> {
        let load = async |id: &str| {
            self.loaded.lock().unwrap().push(id.to_owned());
            Ok(self.chunks.iter().find(|chunk| chunk.id == id).unwrap().clone())
        };
        let request = serde_json::from_value(request.clone()).unwrap();
        block_on(read_chunks(READER, &self.index, &request, LIMITS, load)).map_err(|failure| failure.message)
    }

    fn at_once(&self, request: &serde_json::Value) -> Result<String, String> {
        let request = serde_json::from_value(request.clone()).unwrap();
        read(READER, &self.text, &request, LIMITS).map_err(|error| error.to_string())
    }

    fn number_loaded(&self) -> usize {
        std::mem::take(&mut *self.loaded.lock().unwrap()).len()
    }
}

fn numbered_lines() -> Kept {
    let lines = (1..=4_000).map(|number| format!("line {number}\n")).collect::<Vec<_>>().concat();
    Kept::new(&lines, 1_000)
}

#[test]
fn only_the_chunks_that_are_needed_are_loaded() {
    let kept = numbered_lines();
    assert_eq!(kept.index.chunks().len(), 39);
    for (request, loaded) in [
        (serde_json::json!({ "id": "p1" }), 1),
        (serde_json::json!({ "id": "p1", "offset": 20_000 }), 1),
        (serde_json::json!({ "id": "p1", "offset": 20_900 }), 2),
        (serde_json::json!({ "id": "p1", "lines": "2000-2005" }), 2),
        (serde_json::json!({ "id": "p1", "text": "line 3999" }), 39),
        (serde_json::json!({ "id": "p1", "offset": 99_999 }), 0),
        (serde_json::json!({ "id": "p1", "lines": "4001" }), 0),
        (serde_json::json!({ "id": "p1", "pointer": "/a" }), 0),
        (serde_json::json!({ "id": "p1", "lines": "1", "text": "a" }), 0),
    ] {
        assert_eq!(kept.in_chunks(&request), kept.at_once(&request), "{request}");
        assert_eq!(kept.number_loaded(), loaded, "{request}");
    }
}

#[test]
fn a_text_in_chunks_is_no_json() {
    let kept = Kept::new(&format!("[{}1]", "1,".repeat(2_000)), 1_000);
    assert_eq!(
        kept.in_chunks(&serde_json::json!({ "id": "p1", "pointer": "/0" })).unwrap_err(),
        "The result is text, not JSON: read it by lines or by text."
    );
    let first = kept.in_chunks(&serde_json::json!({ "id": "p1" })).unwrap();
    assert!(first.ends_with("[Cut: this is byte 0 to 495 of 4003. To go on, call read_result with the id \"p1\" and the offset 495.]"), "{first}");
}

#[test]
fn a_chunk_that_cannot_be_loaded_is_a_failure() {
    let kept = numbered_lines();
    let request = serde_json::from_value(serde_json::json!({ "id": "p1", "offset": 5_000 })).unwrap();
    let load = async |id: &str| Err(Failure::new(format!("no {id}")));
    let failed = block_on(read_chunks(READER, &kept.index, &request, LIMITS, load));
    assert_eq!(failed.unwrap_err().message, format!("no {}", kept.index.chunks()[5].id));
}

#[test]
fn a_line_of_many_chunks_is_read_from_its_offset_on() {
    let kept = Kept::new(&format!("first\n{}\nlast\n", "word ".repeat(4_000)), 1_000);
    for (request, loaded) in [
        (serde_json::json!({ "id": "p1", "lines": "2" }), 1),
        (serde_json::json!({ "id": "p1", "lines": "2", "offset": 10_003 }), 2),
        (serde_json::json!({ "id": "p1", "lines": "2-3", "offset": 19_990 }), 3),
        (serde_json::json!({ "id": "p1", "lines": "2", "offset": 20_001 }), 2),
        (serde_json::json!({ "id": "p1", "lines": "2", "offset": u64::MAX }), 2),
        (serde_json::json!({ "id": "p1", "lines": "3", "offset": 5 }), 1),
    ] {
        assert_eq!(kept.in_chunks(&request), kept.at_once(&request), "{request}");
        assert_eq!(kept.number_loaded(), loaded, "{request}");
    }
}

proptest! {
    #[test]
    fn a_text_is_read_as_one(
        text in "[a-cä€\r ]{0,800}(\n[a-cä€\n\r ]{0,1500}){0,2}",
        size in 1_usize..1_200,
        offset in 0_u64..3_500,
        first in 1_usize..200,
        more in 0_usize..200,
        wanted in "[a-cä]{1,2}",
        hits in 0_u64..20,
    ) {
        let kept = Kept::new(&text, size);
        prop_assert_eq!(kept.index.bytes(), text.len());
        prop_assert_eq!(kept.index.lines(), text.lines().count());
        let lines = format!("{first}-{}", first + more);
        for request in [
            serde_json::json!({ "id": "p1" }),
            serde_json::json!({ "id": "p1", "offset": offset }),
            serde_json::json!({ "id": "p1", "lines": lines }),
            serde_json::json!({ "id": "p1", "lines": lines, "offset": offset }),
            serde_json::json!({ "id": "p1", "text": wanted, "offset": hits }),
        ] {
            prop_assert_eq!(kept.in_chunks(&request), kept.at_once(&request), "{}", request);
        }
    }
}

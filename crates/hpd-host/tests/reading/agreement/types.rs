//! Functions over many parameter types.

use std::collections::{BTreeMap, BTreeSet};

use hpd_host::plugin;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize, JsonSchema)]
#[expect(dead_code, reason = "decoded, not used")]
struct Line {
    #[schemars(length(min = 1, max = 3))]
    item: String,
    #[schemars(range(min = 1, max = 99))]
    quantity: u32,
    #[schemars(range(min = 0.5))]
    price: f64,
    #[serde(default)]
    tags: BTreeSet<String>,
    note: Option<Note>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "decoded, not used")]
struct Note {
    #[schemars(regex(pattern = r"^[a-z]{1,3}$"))]
    text: String,
    #[serde(default)]
    pinned: bool,
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[expect(dead_code, reason = "decoded, not used")]
enum Event {
    Started,
    Moved {
        #[schemars(range(max = 3))]
        x: i8,
        y: Option<u8>,
    },
    Noted(Note),
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "decoded, not used")]
enum Id {
    Number(u16),
    Text(#[schemars(length(min = 2))] String),
    Pair(u8, bool),
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(dead_code, reason = "decoded, not used")]
enum Shape {
    Nothing,
    Circle(#[schemars(range(min = 0))] f64),
    Box { width: u8 },
}

#[derive(Deserialize, JsonSchema)]
#[expect(dead_code, reason = "decoded, not used")]
struct Tree {
    value: i16,
    #[serde(default)]
    #[schemars(length(max = 2))]
    children: Vec<Tree>,
    next: Option<Box<Tree>>,
}

#[derive(Deserialize, JsonSchema)]
#[expect(dead_code, reason = "decoded, not used")]
struct Page {
    query: String,
    #[serde(flatten)]
    window: Window,
}

#[derive(Deserialize, JsonSchema)]
#[expect(dead_code, reason = "decoded, not used")]
struct Window {
    offset: u8,
    #[serde(default)]
    limit: Option<u8>,
}

/// Functions with parameters of many types.
pub(crate) struct Everything;

#[plugin]
#[expect(clippy::unused_self, unused_variables, reason = "calls are checked, not run")]
impl Everything {
    /// Scalars.
    #[ai_function]
    fn scalars(
        &self,
        /// Yes or no.
        flag: bool,
        /// A small number.
        small: u8,
        /// A negative one.
        signed: i32,
        /// A large one.
        #[param(range(min = -5, max = 5))]
        large: i64,
        /// A float.
        #[param(range(exclusive_min = 0, max = 1.5))]
        float: f64,
        /// A multiple.
        #[param(multiple_of = 0.5)]
        step: Option<f64>,
        /// A letter.
        letter: Option<char>,
        /// A text.
        #[param(length(min = 1, max = 2))]
        text: String,
        /// A text of a form.
        #[param(pattern = "^[ab]+$")]
        form: Option<String>,
        /// A day.
        #[param(format = "date")]
        day: Option<String>,
        /// One of some.
        #[param(one_of("a", "b"))]
        choice: Option<String>,
        /// With a default.
        #[param(default = 7, range(max = 9))]
        defaulted: u8,
    ) {
    }

    /// Collections.
    #[ai_function]
    fn collections(
        &self,
        /// A list.
        #[param(items(min = 1, max = 3))]
        list: Vec<u8>,
        /// Without repetition.
        #[param(items(unique))]
        unique: Option<Vec<String>>,
        /// A set.
        set: BTreeSet<i8>,
        /// A map.
        map: Option<BTreeMap<String, bool>>,
        /// With numbers as keys, whose bounds a schema can't tell.
        numbered: Option<BTreeMap<u64, u8>>,
        /// Two.
        tuple: Option<(u8, String)>,
        /// Three.
        array: Option<[bool; 3]>,
        /// Maybe, and maybe not.
        holes: Option<Vec<Option<u8>>>,
        /// Anything.
        any: Option<Value>,
    ) {
    }

    /// Nested types.
    #[ai_function]
    fn nested(
        &self,
        /// Lines.
        #[param(items(max = 3))]
        lines: Vec<Line>,
        /// A page.
        page: Option<Page>,
        /// A tree.
        tree: Option<Tree>,
    ) {
    }

    /// Unions.
    #[ai_function(unknown_fields = warn)]
    fn unions(
        &self,
        /// An event.
        event: Event,
        /// An id.
        id: Option<Id>,
        /// A shape.
        shape: Option<Shape>,
        /// Several.
        events: Option<Vec<Event>>,
    ) {
    }
}

//! Parameters of all kinds of types that people already have.

use std::collections::{BTreeMap, HashMap};

use hpd_runtime::{Output, plugin};
use serde_json::json;

/// A folder.
#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Folder {
    /// Its name.
    name: String,
    /// The folders inside.
    #[serde(default)]
    folders: Vec<Folder>,
}

#[derive(
    serde::Deserialize, serde::Serialize, schemars::JsonSchema, Clone, Copy, Default, PartialEq, Debug,
)]
#[serde(rename_all = "kebab-case")]
enum Order {
    #[default]
    ByName,
    BySize,
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
#[serde(tag = "type")]
enum Filter {
    Name { like: String },
    Size { at_least: u64 },
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Wrapper<T>(T);

type Alias<T> = Option<T>;

struct Files;

#[plugin]
impl Files {
    /// Counts folders.
    #[ai_function]
    fn count(
        &self,
        /// The folder.
        folder: Folder,
        /// The order.
        #[param(default = Order::BySize)]
        order: Order,
        /// The filters.
        filters: Alias<Vec<Filter>>,
    ) -> String {
        fn count(folder: &Folder) -> usize {
            usize::from(!folder.name.is_empty()) + folder.folders.iter().map(count).sum::<usize>()
        }
        let filters = filters.iter().flatten().map(|filter| match filter {
            Filter::Name { like } => like.len() as u64,
            Filter::Size { at_least } => *at_least,
        });
        format!("{} {order:?} {}", count(&folder), filters.sum::<u64>())
    }

    /// Takes everything else.
    #[ai_function]
    fn others(
        &self,
        /// A pair.
        pair: (u8, char),
        /// An array.
        array: [i16; 2],
        /// A map.
        map: HashMap<String, BTreeMap<String, bool>>,
        /// Anything.
        any: serde_json::Value,
        /// In a box.
        boxed: Box<str>,
        /// In two wrappers.
        wrapped: Wrapper<Wrapper<u8>>,
        /// Nothing.
        unit: (),
    ) -> usize {
        let () = unit;
        usize::from(pair.0)
            + array.len()
            + map.len()
            + usize::from(any.is_null())
            + boxed.len()
            + usize::from(wrapped.0.0)
    }
}

fn main() {
    let folder = json!({"name": "a", "folders": [{"name": "b"}, {"name": "c", "folders": []}]});
    let filters = json!([{"type": "Size", "at_least": 4}, {"type": "Name", "like": "ab"}]);
    let arguments = json!({"folder": folder, "order": "by-name", "filters": filters}).to_string();
    assert_eq!(ui_tests::call(&Files, "count", &arguments), Ok(Output::Text("3 ByName 6".to_owned())));
    let arguments = json!({"folder": folder}).to_string();
    assert_eq!(ui_tests::call(&Files, "count", &arguments), Ok(Output::Text("3 BySize 0".to_owned())));
    let arguments = json!({
        "pair": [1, "x"], "array": [1, 2], "map": {"a": {"b": true}}, "any": null, "boxed": "abc", "wrapped": 7,
        "unit": null,
    });
    assert_eq!(ui_tests::call(&Files, "others", &arguments.to_string()), Ok(Output::Json("15".to_owned())));
}

//! A profile in a file.

use std::fmt;
use std::path::Path;

use hpd_journal::BoxFuture;
use hpd_runtime::Principal;
use hpd_runtime::args::Node;
use serde_json::Value;

use super::{Profile, SourceError};
use crate::collect::file::{FileError, Watched, no_table};
use crate::collect::values::at_path;
use hpd_document::Place;

/// A profile in a YAML or TOML file, by its extension, reloaded after changes.
///
/// The file has values by key. A dotted key leads into tables: `delivery.address`. By default the profile serves every
/// principal, for single-user programs. With [`only_for`](Self::only_for) it serves one.
///
/// Each access compares the file's time and length, and reloads a changed file; [`reload`](Self::reload) always reads
/// it. While the file is unreadable or wrong, the profile has no values: the change may have revoked the old values.
/// The user is then asked, and the log reports the problem once.
///
/// Numbers that `serde_json` can't hold exactly (`1.50`) become texts.
pub struct FileProfile {
    values: Watched<Node<'static>>,
    only_for: Option<Principal>,
}

impl FileProfile {
    /// Opens a file.
    ///
    /// # Errors
    ///
    /// It can't be read, or it is not a table of values. The error lists every problem, with its line.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, FileError> {
        let values = Watched::new(path.as_ref(), read_values);
        values.reload()?;
        Ok(Self { values, only_for: None })
    }

    /// Makes it the profile of one principal: for others it has no values.
    #[must_use]
    pub fn only_for(self, principal: Principal) -> Self {
        Self { only_for: Some(principal), ..self }
    }

    /// Reads the file again, whether or not it seems to have changed.
    ///
    /// # Errors
    ///
    /// As [`open`](Self::open). After such an error the profile has no values, until the file changes.
    pub fn reload(&self) -> Result<(), FileError> {
        self.values.reload().map(drop)
    }
}

fn read_values(root: &Place<'_>) -> Node<'static> {
    // An empty file is null.
    if !root.is_mapping() && !root.is_null() {
        no_table(root);
    }
    root.to_node()
}

impl Profile for FileProfile {
    fn get<'a>(
        &'a self,
        principal: &'a Principal,
        key: &'a str,
    ) -> BoxFuture<'a, Result<Option<Value>, SourceError>> {
        Box::pin(async move {
            if self.only_for.as_ref().is_some_and(|owner| owner != principal) {
                return Ok(None);
            }
            let values = self.values.current().map_err(SourceError::new)?;
            Ok(at_path(&values, key).map(exact_value))
        })
    }
}

/// Converts to a `serde_json::Value`; a number that it would change becomes a string.
fn exact_value(node: &Node<'_>) -> Value {
    match node {
        Node::Number(text) => match node.to_value() {
            Value::Number(number) if number.to_string() == *text => Value::Number(number),
            _ => Value::String(text.clone().into_owned()),
        },
        Node::Array(items) => Value::Array(items.iter().map(exact_value).collect()),
        Node::Object(members) => Value::Object(
            members.iter().map(|(key, value)| (key.clone().into_owned(), exact_value(value))).collect(),
        ),
        _ => node.to_value(),
    }
}

/// Shows the file's path and its principal, never a value.
impl fmt::Debug for FileProfile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FileProfile")
            .field("path", &self.values.path())
            .field("only_for", &self.only_for)
            .finish_non_exhaustive()
    }
}

//! Skills: their documents, and folders of the public form, in and out.

#![allow(clippy::unused_self, reason = "plugins of tests have no state")]

mod arguments;
mod build;
mod documents;
mod expansion;
mod export;
#[cfg(feature = "yaml")]
mod folder;
#[cfg(feature = "yaml")]
mod folder_errors;
mod imported;
mod office;
mod parts;
mod permissions;
mod within;

use hpd_host::{Session, Toolbox};

use crate::support::{answer, names, text};

/// The text of a document for the model.
fn read(toolbox: &Toolbox, session: &Session, id: &str) -> String {
    let arguments = serde_json::json!({ "document_id": id }).to_string();
    text(toolbox, session, "read_skill_document", &arguments)
}

/// A session in which containers were expanded by calls.
fn expanded(toolbox: &Toolbox, containers: &[&str]) -> Session {
    let session = Session::new();
    for container in containers {
        let outcome = answer(toolbox, &session, container, "{}");
        assert_eq!(outcome.status(), "expanded", "{container}");
    }
    session
}

//! External tools: wrapped, named, checked, blocked, called and forwarded.

#![allow(clippy::unused_self, reason = "plugins of tests have no state")]

mod arrays;
mod blocked;
mod classes;
mod data;
mod forward;
mod handler;
mod names;
mod nested;
mod reading;
mod rules;
mod schemas;
mod snapshots;
mod unknown_fields;
mod wrapping;
mod write_words;
#[cfg(feature = "yaml")]
mod yaml;

use hpd_host::__private::text::may_write;
use hpd_host::approval::Permission;
use hpd_host::external::{Classification, ExternalSource, ExternalTool};
use hpd_host::{Approval, Toolbox};
use serde_json::{Value, json};

/// A tool that takes anything. The host classifies it as a read, if its name is no write's.
fn lax(name: &str) -> ExternalTool {
    tool(name, json!({ "type": "object" }))
}

fn tool(name: &str, schema: Value) -> ExternalTool {
    let class = if may_write(name) { Classification::Unclassified } else { Classification::Read };
    ExternalTool::new(name, "", schema).classified(class)
}

fn toolbox(source: ExternalSource) -> Toolbox {
    Toolbox::builder().approval(Approval::new().writes(Permission::Allow)).external(source).build().unwrap()
}

fn reports(toolbox: &Toolbox) -> Vec<String> {
    toolbox.reports().iter().map(ToString::to_string).collect()
}

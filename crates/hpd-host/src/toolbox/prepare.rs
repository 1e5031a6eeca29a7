//! Schemas in the dialects that the host names, written when a toolbox is built.

use std::thread;

use hpd_runtime::dialect::Dialect;

use crate::tool::Tool;

/// As many tools are worth a second thread.
const MANY: usize = 64;

/// The dialects that the host names. Only [`add`](Self::add) names the function that writes: a program that never calls it
/// is linked without the code of the dialects.
#[derive(Clone)]
pub(super) struct Prepared {
    dialects: Vec<Dialect>,
    write: fn(&[Tool], &[Dialect]),
}

impl Prepared {
    /// Adds dialects to those that were named before.
    pub(super) fn add(before: Option<Self>, dialects: impl IntoIterator<Item = Dialect>) -> Self {
        let mut prepared = before.unwrap_or(Self { dialects: Vec::new(), write: write_all });
        for dialect in dialects {
            if !prepared.dialects.contains(&dialect) {
                prepared.dialects.push(dialect);
            }
        }
        prepared
    }

    /// Writes the schemas of all tools. A schema that does not fit is an error of the lists.
    pub(super) fn write(&self, tools: &[Tool]) {
        (self.write)(tools, &self.dialects);
    }
}

fn write_all(tools: &[Tool], dialects: &[Dialect]) {
    let (here, beside) = tools.split_at(if tools.len() < MANY { tools.len() } else { tools.len() / 2 });
    if dialects.is_empty() || beside.is_empty() {
        return write(here, dialects);
    }
    thread::scope(|scope| {
        let other = thread::Builder::new().spawn_scoped(scope, || write(beside, dialects));
        write(here, dialects);
        if other.is_err() {
            write(beside, dialects);
        }
    });
}

fn write(tools: &[Tool], dialects: &[Dialect]) {
    for tool in tools {
        let schema = tool.seen_schema();
        for dialect in dialects {
            // The schema keeps the error, too.
            let _ = schema.in_dialect(*dialect);
        }
    }
}

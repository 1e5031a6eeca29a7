//! Schemas in the dialects that the host names, written when a toolbox is built.

use std::thread;

use hpd_runtime::dialect::Dialect;

use crate::tool::Tool;

/// As many tools are worth a second thread.
const MANY: usize = 64;

/// Writes the schemas of all tools in the dialects. A schema that does not fit is an error of the lists.
pub(super) fn prepare(tools: &[Tool], dialects: &[Dialect]) {
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

//! The last line: the overall result.

use std::collections::BTreeMap;
use std::fmt;

use crate::output::Line;

/// The overall result.
#[derive(Default)]
pub(crate) struct Summary {
    calls: usize,
    ok: usize,
    codes: BTreeMap<String, usize>,
    pub(crate) seconds: f64,
}

impl Summary {
    pub(crate) fn count(&mut self, line: &Line) {
        self.calls += 1;
        self.ok += usize::from(line.status != "error");
        for code in &line.codes {
            *self.codes.entry(code.clone()).or_default() += 1;
        }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { calls, ok, codes, seconds } = self;
        write!(f, "calls: {calls}, ok: {ok}, errors: {}", calls - ok)?;
        let codes: Vec<_> = codes.iter().map(|(code, count)| format!("{code} {count}")).collect();
        if !codes.is_empty() {
            write!(f, " ({})", codes.join(", "))?;
        }
        #[expect(clippy::cast_precision_loss, reason = "a rate for people")]
        let rate = *calls as f64 / seconds.max(1e-9);
        write!(f, ", {rate:.0} calls/s")
    }
}

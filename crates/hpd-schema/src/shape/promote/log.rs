//! The log of promotions.

use hpd_json::__private::{Path, echo};
use hpd_json::text::cut;
use hpd_json::{Node, Warning, WarningCode};

/// The number of warnings of one code that are listed.
const TOLD: usize = 20;

/// Warnings, of which not too many are alike.
pub(in crate::shape) struct Log {
    warnings: Vec<Warning>,
    /// The number of warnings of each code, unlisted ones included.
    counts: Vec<(WarningCode, usize)>,
    /// Characters of a value that a warning repeats.
    echo: usize,
}

impl Log {
    pub(in crate::shape) const fn new(echo: usize) -> Self {
        Self { warnings: Vec::new(), counts: Vec::new(), echo }
    }

    /// A log for an attempt, which may fail: it starts empty, and knows how many warnings there are already.
    pub(in crate::shape) fn branch(&self) -> Self {
        Self { warnings: Vec::new(), counts: self.counts.clone(), echo: self.echo }
    }

    /// How many things were promoted in all.
    pub(in crate::shape) fn total(&self) -> usize {
        self.counts.iter().map(|(_, count)| count).sum()
    }

    /// Takes over the log of an attempt that did not fail.
    pub(in crate::shape) fn merge(&mut self, branch: Self) {
        self.warnings.extend(branch.warnings);
        self.counts = branch.counts;
    }

    /// Notes that the value `from` at `path` was read as `to`.
    pub(in crate::shape) fn note(
        &mut self,
        code: WarningCode,
        path: &Path<'_>,
        message: impl Into<String>,
        from: &Node<'_>,
        to: Option<&Node<'_>>,
    ) {
        if self.count(code) > TOLD {
            return;
        }
        let mut warning = Warning::new(code, path.pointer(), message);
        warning.from = Some(shown(from, self.echo));
        warning.to = to.map(|to| shown(to, self.echo));
        self.warnings.push(warning);
    }

    /// Counts one more of `code`: how many there are now.
    fn count(&mut self, code: WarningCode) -> usize {
        if let Some((_, count)) = self.counts.iter_mut().find(|(counted, _)| *counted == code) {
            *count += 1;
            return *count;
        }
        self.counts.push((code, 1));
        1
    }

    /// Hands over all warnings, and one for each code that has more.
    pub(in crate::shape) fn finish(self, warnings: &mut Vec<Warning>) {
        warnings.extend(self.warnings);
        for (code, count) in self.counts.into_iter().filter(|(_, count)| *count > TOLD) {
            let places =
                if count == TOLD + 1 { "1 more place" } else { &format!("{} more places", count - TOLD) };
            warnings.push(Warning::new(code, "", format!("the same was done in {places}")));
        }
    }
}

/// A value as a JSON text, cut.
fn shown(value: &Node<'_>, max: usize) -> String {
    match value {
        // No more of a long text is escaped than is shown.
        Node::String(text) => {
            let end = text.char_indices().nth(max.saturating_add(1)).map_or(text.len(), |(at, _)| at);
            cut(&Node::String(text[..end].into()).to_json(), max)
        }
        other => match echo(other, max) {
            Node::String(text) => text.into_owned(),
            scalar => scalar.to_json(),
        },
    }
}

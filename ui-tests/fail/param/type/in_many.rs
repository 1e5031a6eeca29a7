use hpd_runtime::plugin;

struct Line;

struct Ledger;

#[plugin]
impl Ledger {
    /// Books.
    #[ai_function]
    fn book(
        &self,
        /// The first line.
        first: Line,
        /// The others.
        others: Vec<Line>,
    ) {
    }

    /// Checks.
    #[ai_function]
    fn check(&self, /** A line. */ line: Option<Line>) {}
}

fn main() {}

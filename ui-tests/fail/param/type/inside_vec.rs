use hpd_runtime::plugin;

struct Line;

struct Ledger;

#[plugin]
impl Ledger {
    /// Books.
    #[ai_function]
    fn book(
        &self,
        /// The lines.
        lines: Vec<Line>,
    ) {
    }
}

fn main() {}

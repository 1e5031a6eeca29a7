use hpd_runtime::plugin;

struct Line;

struct Ledger;

#[plugin]
impl Ledger {
    /// Books.
    #[ai_function]
    fn book(
        &self,
        /// The lines, by account.
        lines: Option<std::collections::HashMap<String, (u8, [Line; 2])>>,
    ) {
    }
}

fn main() {}

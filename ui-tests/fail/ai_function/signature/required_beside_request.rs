use hpd_runtime::{args::ToolCallRequest, plugin};

struct Ledger;

#[plugin]
impl Ledger {
    /// Finds entries.
    #[ai_function]
    fn find(
        &self,
        /// What to look for.
        text: String,
        /// How many.
        #[param(default = 5)]
        limit: u32,
        /// From where.
        start: Option<u32>,
        #[context] request: &ToolCallRequest,
    ) -> usize {
        let _ = (limit, start);
        text.len() + request.raw_arguments.len()
    }
}

fn main() {}

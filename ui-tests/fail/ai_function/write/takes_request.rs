use hpd_runtime::{args::ToolCallRequest, plugin};

struct Ledger;

#[plugin]
impl Ledger {
    /// Books what the text says.
    #[ai_function(write, risk = low)]
    fn book(&self, #[context] request: &ToolCallRequest) -> usize {
        request.raw_arguments.len()
    }
}

fn main() {}

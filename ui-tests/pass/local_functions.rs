//! `local`: the future stays on one thread, the plugin is shared all the same.

use std::cell::Cell;
use std::rc::Rc;

use hpd_runtime::{Output, ai_function, plugin};

struct Counter;

#[plugin]
impl Counter {
    /// Counts.
    #[ai_function(local)]
    async fn count(
        &self,
        /// How far.
        to: u32,
    ) -> u32 {
        let count = Rc::new(Cell::new(0));
        for _ in 0..to {
            std::future::ready(()).await;
            count.set(count.get() + 1);
        }
        count.get()
    }
}

/// Counts down.
#[ai_function(local)]
async fn count_down(
    /// From where.
    from: u32,
) -> u32 {
    let count = Rc::new(from);
    std::future::ready(()).await;
    count.saturating_sub(from)
}

fn main() {
    let count = ui_tests::call(&Counter, "count", r#"{"to": 3}"#);
    assert_eq!(count, Ok(Output::Json("3".to_owned())));
    let count = ui_tests::call_free::<count_down>(r#"{"from": 3}"#);
    assert_eq!(count, Ok(Output::Json("0".to_owned())));
}

//! How much memory it takes to hide a sensitive value in a long result. It is a program of its own, since memory is counted
//! for all of it.

use futures_executor::block_on;
use hpd_host::{RawCall, Session, Toolbox, plugin};
use peak_alloc::PeakAlloc;
use serde_json::json;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

const MIB: usize = 1024 * 1024;
const TOKEN: &str = "tok-5f2a7711";

/// Texts of 4 MiB, with a token at their end.
struct Logs;

#[plugin]
#[expect(clippy::unused_self, reason = "tools of a plugin are its methods")]
impl Logs {
    /// Pairs with a token.
    #[ai_function(read_only)]
    fn pair(
        &self,
        /** The token. */
        #[param(sensitive)]
        token: String,
    ) -> String {
        format!("{} bytes", token.len())
    }

    /// The log.
    #[ai_function(read_only)]
    fn log(&self) -> String {
        format!("{}{TOKEN}", "10:07 worker started\n".repeat(4 * MIB / 21))
    }

    /// A log with backslashes.
    #[ai_function(read_only)]
    fn paths(&self) -> String {
        format!("{}{TOKEN}", "in C:\\new said \\\"ok\\\"\n".repeat(4 * MIB / 23))
    }

    /// A log in JSON.
    #[ai_function(read_only)]
    fn run(&self) -> String {
        json!({ "code": 1, "log": self.log() }).to_string()
    }
}

/// The bytes at the peak of a call, beyond those before it, in MiB.
fn peak(name: &str) -> usize {
    let (toolbox, session) = (Toolbox::builder().plugin(Logs).build().unwrap(), Session::new());
    let call =
        |name: &str, arguments: String| block_on(toolbox.call(&session, &RawCall::new("1", name, arguments)));
    // The user is asked about it, and the session knows it.
    call("pair", json!({ "token": TOKEN }).to_string());
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    let outcome = call(name, "{}".to_owned());
    let peak = (MEMORY.peak_usage() - before) / MIB;
    let id = outcome.kept()[0].clone();
    let found = |text: &str| {
        call("read_result", json!({ "id": id, "text": text }).to_string()).for_model_as_text().into_owned()
    };
    assert_eq!(found(TOKEN), format!("Nothing in the result contains '{TOKEN}'."));
    assert!(found("[hidden]").contains("[hidden]"));
    peak
}

#[test]
fn hiding_a_value_takes_a_few_copies_of_a_text() {
    let peaks = ["log", "paths", "run"].map(peak);
    assert!(peaks.iter().all(|&peak| peak <= 64), "{peaks:?} MiB");
}

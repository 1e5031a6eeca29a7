//! The timer of the machine, with a tokio runtime and without one.

use std::time::Duration;

use futures_executor::block_on;
use hpd_host::approval::Permission;
use hpd_host::{Approval, Limits, RawCall, Session, Toolbox, plugin};

struct Sea;

#[plugin]
impl Sea {
    /// Waits.
    #[ai_function]
    async fn wait(&self) {
        std::future::pending::<()>().await;
    }
}

async fn wait(timeout: Duration) -> String {
    let toolbox = Toolbox::builder()
        .approval(Approval::new().writes(Permission::Allow))
        .plugin(Sea)
        .limits(Limits::new().timeout(timeout))
        .build()
        .unwrap();
    toolbox.call(&Session::new(), &RawCall::new("1", "wait", "{}")).await.for_model_as_text().into_owned()
}

const LATE: &str =
    "The function was not done within 1 ms and was given up. Ask for less at once, or go on without it.";

#[test]
fn without_a_runtime_calls_have_their_time() {
    assert_eq!(block_on(wait(Duration::from_millis(1))), LATE);
}

#[cfg(feature = "tokio")]
#[tokio::test(start_paused = true)]
async fn with_tokio_it_is_the_time_of_the_runtime() {
    let started = tokio::time::Instant::now();
    assert_eq!(wait(Duration::from_secs(60)).await, LATE.replace("1 ms", "60 s"));
    assert_eq!(started.elapsed(), Duration::from_secs(60));
}

#[cfg(feature = "tokio")]
#[test]
fn a_runtime_without_timers_does_no_harm() {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    assert_eq!(runtime.block_on(wait(Duration::from_millis(1))), LATE);
}

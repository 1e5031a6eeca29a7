//! Housekeeping as a task of a tokio runtime.

use std::time::Duration;

use tokio::task::JoinHandle;

use crate::toolbox::Toolbox;

/// Regular [housekeeping](Toolbox::housekeeping). Dropping it ends the task. A running pass stops, and its finished
/// work stays.
#[derive(Debug)]
#[must_use = "the task ends when this guard is dropped, as by `let _`: keep it in a variable with a name"]
pub struct Housekeeping {
    task: JoinHandle<()>,
}

impl Drop for Housekeeping {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Toolbox {
    /// Starts a task that does the [housekeeping](Self::housekeeping) now, and then after each of these pauses. The
    /// task ends when the returned guard is dropped, or when nothing else holds this toolbox. A later
    /// [snapshot](Self::to_builder) needs a task of its own.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use hpd_host::Toolbox;
    /// use hpd_host::journal::MemoryJournal;
    ///
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
    /// let toolbox = Toolbox::builder().journal(MemoryJournal::new()).build()?;
    /// let _housekeeping = toolbox.spawn_housekeeping(Duration::from_secs(60));
    /// // .. until the end of the program.
    /// # Ok::<(), hpd_host::BuildError>(())
    /// # }).unwrap();
    /// ```
    ///
    /// # Panics
    ///
    /// No tokio runtime is current.
    pub fn spawn_housekeeping(&self, every: Duration) -> Housekeeping {
        let toolbox = self.downgrade();
        let task = tokio::spawn(async move {
            while let Some(current) = toolbox.upgrade() {
                current.housekeeping().await;
                let pause = current.timer().sleep(every);
                // The pause keeps nothing alive.
                drop(current);
                pause.await;
            }
        });
        Housekeeping { task }
    }
}

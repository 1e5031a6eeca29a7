//! The services of the machine.

use std::sync::Arc;

use hpd_journal::{
    Clock, MonotonicClock, Random, SystemClock, SystemMonotonicClock, SystemRandom, SystemTimer, Timer,
};

use super::replace;

/// The services of the machine that a toolbox uses: a group of settings, for tests and machines without them.
///
/// ```
/// use hpd_host::Toolbox;
/// use hpd_host::system::{System, Timestamp};
/// use hpd_host::testing::{FakeClock, SeededRandom};
///
/// let system =
///     System::new().clock(FakeClock::at(Timestamp::default())).random(SeededRandom::new(7));
/// let toolbox = Toolbox::builder().system(system).build();
/// # assert!(toolbox.is_ok());
/// ```
#[derive(Clone, Default)]
#[non_exhaustive]
pub struct System {
    clock: Option<Arc<dyn Clock>>,
    monotonic: Option<Arc<dyn MonotonicClock>>,
    timer: Option<Arc<dyn Timer>>,
    random: Option<Arc<dyn Random>>,
}

impl System {
    /// The machine's own services.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The clock that decides whether an answer comes too late: the machine's clock by default.
    #[must_use]
    pub fn clock(mut self, clock: impl Clock + 'static) -> Self {
        self.clock = Some(Arc::new(clock));
        self
    }

    /// A second clock for the same decision, in the process that asked. It never goes back, even if the time of the
    /// machine is set back: [`SystemMonotonicClock`] by default.
    #[must_use]
    pub fn monotonic_clock(mut self, clock: impl MonotonicClock + 'static) -> Self {
        self.monotonic = Some(Arc::new(clock));
        self
    }

    /// The timer for time limits: [`SystemTimer`] by default.
    #[must_use]
    pub fn timer(mut self, timer: impl Timer + 'static) -> Self {
        self.timer = Some(Arc::new(timer));
        self
    }

    /// Where random bytes come from: [`SystemRandom`] by default.
    #[must_use]
    pub fn random(mut self, random: impl Random + 'static) -> Self {
        self.random = Some(Arc::new(random));
        self
    }

    /// Takes over what a newer group says.
    pub(in crate::toolbox) fn merge(&mut self, newer: Self) {
        replace(&mut self.clock, newer.clock);
        replace(&mut self.monotonic, newer.monotonic);
        replace(&mut self.timer, newer.timer);
        replace(&mut self.random, newer.random);
    }

    pub(in crate::toolbox) fn clock_or_default(&self) -> Arc<dyn Clock> {
        self.clock.clone().unwrap_or_else(|| Arc::new(SystemClock))
    }

    pub(in crate::toolbox) fn monotonic_or_default(&self) -> Arc<dyn MonotonicClock> {
        self.monotonic.clone().unwrap_or_else(|| Arc::new(SystemMonotonicClock))
    }

    pub(in crate::toolbox) fn timer_or_default(&self) -> Arc<dyn Timer> {
        self.timer.clone().unwrap_or_else(|| Arc::new(SystemTimer::default()))
    }

    pub(in crate::toolbox) fn random_or_default(&self) -> Arc<dyn Random> {
        self.random.clone().unwrap_or_else(|| Arc::new(SystemRandom))
    }
}

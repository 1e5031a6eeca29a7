//! The processor time of programs that were run. Other load does not count, as it does in the time on a clock.

use std::fs;
use std::time::Instant;

/// Linux counts in ticks of 10 ms, on every processor.
const MILLISECONDS_A_TICK: f64 = 10.0;

/// Measures from its start.
pub(super) struct Stopwatch {
    clock: Instant,
    ticks: Option<f64>,
}

impl Stopwatch {
    pub(super) fn start() -> Self {
        Self { clock: Instant::now(), ticks: ticks_of_children() }
    }

    /// The processor time of all programs that ended since the start, and of those that they ran. Where the system does
    /// not tell, the time that went by.
    pub(super) fn milliseconds(&self) -> f64 {
        match (self.ticks, ticks_of_children()) {
            (Some(before), Some(now)) => (now - before) * MILLISECONDS_A_TICK,
            _ => self.clock.elapsed().as_secs_f64() * 1e3,
        }
    }
}

fn ticks_of_children() -> Option<f64> {
    parse_ticks(&fs::read_to_string("/proc/self/stat").ok()?)
}

/// The fields `cutime` and `cstime`. The name of the program may have spaces; it ends with the last bracket.
fn parse_ticks(stat: &str) -> Option<f64> {
    let mut fields = stat.rsplit_once(") ")?.1.split(' ').skip(13);
    let mut next = || fields.next()?.parse::<f64>().ok();
    Some(next()? + next()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn user_and_system_time_of_children_are_added() {
        let stat = "7 (a) b) S 1 2 3 4 5 6 7 8 9 10 11 12 300 45 20 0 1";
        assert_eq!(parse_ticks(stat), Some(345.0));
        assert_eq!(parse_ticks("7 (a) S 1"), None);
    }
}

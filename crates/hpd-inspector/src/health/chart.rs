//! Calls by period, as bars with axes.

use hpd_host::journal::health::{Period, PeriodHealth};
use hpd_host::system::Timestamp;
use maud::{Markup, html};

use crate::text::{Civil, count};

/// How many periods a chart has, the newest.
const BARS: usize = 48;
/// The size of the drawing, in its own units.
const WIDTH: u64 = 720;
const HEIGHT: u64 = 220;
const LEFT: u64 = 60;
const BOTTOM: u64 = 40;
const TOP: u64 = 16;

/// The chart of the calls by period: done, blocked, failed, other.
pub(super) fn chart(periods: &[PeriodHealth], by: Period) -> Markup {
    let periods = periods.get(periods.len().saturating_sub(BARS)..).unwrap_or_default();
    let max = periods.iter().map(|period| period.figures.calls).max().unwrap_or(0).max(1);
    let top = rounded_up(max);
    let room = HEIGHT - TOP - BOTTOM;
    let slot = (WIDTH - LEFT) / u64::try_from(periods.len()).unwrap_or(1).max(1);
    let width = slot.saturating_sub(2).clamp(1, 24);
    let every = periods.len().div_ceil(6).max(1);
    html! {
        figure {
            svg viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } role="img" aria-labelledby="chart-t" {
                title #chart-t { "Calls by " (word(by)) ", in UTC. The table below has the same figures." }
                @for part in 0..=2 {
                    @let y = TOP + room - room * part / 2;
                    line.axis x1=(LEFT) y1=(y) x2=(WIDTH) y2=(y) {}
                    text.end x=(LEFT - 8) y=(y + 4) { (count(top * part / 2)) }
                }
                text x="4" y=(TOP - 4) { "Calls" }
                @for (at, period) in (0..).zip(periods) {
                    @let x = LEFT + 1 + at * slot;
                    @for (class, below, height) in parts(period, top, room) {
                        rect class=(class) x=(x) y=(TOP + room - below - height) width=(width) height=(height) {}
                    }
                    @if usize::try_from(at).is_ok_and(|at| at % every == 0) {
                        text x=(x) y=(HEIGHT - BOTTOM + 16) { (label(period.start, by)) }
                    }
                }
            }
            figcaption {
                span.key data-state="pass" { "done" } " " span.key data-state="warn" { "blocked" } " "
                span.key data-state="fail" { "failed" } " " span.key data-state="waiting" { "other" }
            }
        }
    }
}

/// The parts of a bar, from below: class, where it begins, and its height.
fn parts(period: &PeriodHealth, top: u64, room: u64) -> Vec<(&'static str, u64, u64)> {
    let figures = period.figures;
    let known = figures.ok + figures.blocked + figures.failed;
    let parts = [
        ("pass", figures.ok),
        ("warn", figures.blocked),
        ("fail", figures.failed),
        ("waiting", figures.calls.saturating_sub(known)),
    ];
    let mut below = 0;
    let mut drawn = Vec::new();
    for (class, calls) in parts.into_iter().filter(|(_, calls)| *calls > 0) {
        // Ends of calls of earlier periods may be more than the calls of this one.
        let height = (calls * room / top).clamp(1, room.saturating_sub(below).max(1));
        drawn.push((class, below, height));
        below += height;
    }
    drawn
}

/// The next number of the kind 1, 2, 5, 10, 20, ..., that can be halved.
fn rounded_up(max: u64) -> u64 {
    let mut step = 1_u64;
    loop {
        for factor in [2, 4, 10] {
            if step.saturating_mul(factor) >= max {
                return step.saturating_mul(factor);
            }
        }
        step = step.saturating_mul(10);
    }
}

pub(super) const fn word(by: Period) -> &'static str {
    match by {
        Period::Hour => "hour",
        Period::Day => "day",
    }
}

fn label(start: Timestamp, by: Period) -> String {
    let Civil { month, day, hour, .. } = Civil::of(start);
    match by {
        Period::Hour => format!("{hour:02}:00"),
        Period::Day => format!("{month:02}-{day:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::rounded_up;

    #[test]
    fn the_axis_ends_at_a_round_number() {
        assert_eq!([1, 2, 3, 5, 10, 11, 39, 41, 399].map(rounded_up), [2, 2, 4, 10, 10, 20, 40, 100, 400]);
    }
}

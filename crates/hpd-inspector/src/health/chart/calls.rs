//! Calls by period, as bars.

use hpd_host::journal::health::PeriodHealth;
use maud::{Markup, html};

use super::{ROOM, Slots, TOP, drawing, rounded_up, word};
use crate::text::count;

/// The calls by period: done, blocked, failed, other.
pub(in crate::health) fn calls(slots: &Slots<'_>) -> Markup {
    let max = slots.bars().map(|(.., period)| period.figures.calls).max().unwrap_or(0).max(1);
    let top = rounded_up(max);
    let bars = html! {
        @for (x, width, period) in slots.bars() {
            @for (class, below, height) in parts(period, top) {
                rect class=(class) x=(x) y=(TOP + ROOM - below - height) width=(width) height=(height) {}
            }
        }
        (slots.labels())
    };
    html! {
        figure {
            (drawing("calls-t", &format!("Calls by {}", word(slots.by)), "Calls", [0, 1, 2].map(|part| count(top * part / 2)), &bars))
            figcaption {
                span.key data-state="pass" { "done" } " " span.key data-state="warn" { "blocked" } " "
                span.key data-state="fail" { "failed" } " " span.key data-state="waiting" { "other" }
            }
        }
    }
}

/// The parts of a bar, from below: class, where it begins, and its height.
fn parts(period: &PeriodHealth, top: u64) -> Vec<(&'static str, u64, u64)> {
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
        let height = (calls * ROOM / top).clamp(1, ROOM.saturating_sub(below).max(1));
        drawn.push((class, below, height));
        below += height;
    }
    drawn
}

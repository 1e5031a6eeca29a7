//! Times of calls by period.

use hpd_host::journal::health::Latency;
use maud::{Markup, html};

use super::{ROOM, Slots, TOP, drawing, rounded_up, word};
use crate::text::duration;

/// The times by period: a bar from p50 to p95, and a line to the longest one.
pub(in crate::health) fn latency(slots: &Slots<'_>) -> Markup {
    let times =
        || slots.bars().filter_map(|(x, width, period)| Some((x, width, micros(period.figures.latency)?)));
    let max = times().map(|(.., [_, _, max])| max).max().unwrap_or(0).max(1);
    let top = rounded_up(max);
    let height =
        |micros: u64| u64::try_from(u128::from(micros) * u128::from(ROOM) / u128::from(top)).unwrap_or(ROOM);
    let bars = html! {
        @for (x, width, [p50, p95, max]) in times() {
            @let (y50, y95, y) = (TOP + ROOM - height(p50), TOP + ROOM - height(p95), TOP + ROOM - height(max));
            line.longest x1=(x + width / 2) y1=(y) x2=(x + width / 2) y2=(y50) {}
            line.longest x1=(x) y1=(y) x2=(x + width) y2=(y) {}
            rect.waiting x=(x) y=(y95) width=(width) height=((y50 - y95).max(2)) {}
        }
        (slots.labels())
    };
    let marks = [0, 1, 2].map(|part| mark(top * part / 2));
    html! {
        figure {
            (drawing("times-t", &format!("Times by {}", word(slots.by)), "Time", marks, &bars))
            figcaption { span.key data-state="waiting" { "from p50 to p95" } " " span.key data-state="unknown" { "the longest" } }
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "a mark of an axis")]
fn mark(micros: u64) -> String {
    if micros == 0 { "0".to_owned() } else { duration(micros as f64 / 1_000.0) }
}

/// p50, p95 and the longest time, in microseconds and in this order.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a place in a drawing")]
fn micros(latency: Latency) -> Option<[u64; 3]> {
    let micros = |ms: f64| (ms * 1_000.0) as u64;
    let (p50, p95, max) = (micros(latency.p50_ms?), micros(latency.p95_ms?), micros(latency.max_ms?));
    Some([p50, p95.max(p50), max.max(p95).max(p50)])
}

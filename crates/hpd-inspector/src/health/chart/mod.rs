//! Figures as drawings with axes. A table beside each has the same figures.

mod calls;
mod latency;
mod rows;

use hpd_host::journal::health::{Period, PeriodHealth};
use hpd_host::system::Timestamp;
use maud::{Markup, html};

use crate::text::{Civil, iso};
pub(super) use calls::calls;
pub(super) use latency::latency;
pub(super) use rows::{Row, rows};

/// How many periods a drawing has at most, the newest.
const MOST: u64 = 48;
/// The size of a drawing, in its own units.
const WIDTH: u64 = 1_000;
const HEIGHT: u64 = 200;
const LEFT: u64 = 64;
const BOTTOM: u64 = 24;
const TOP: u64 = 22;
/// The height of the greatest figure.
const ROOM: u64 = HEIGHT - TOP - BOTTOM;

/// The periods of a drawing, one after the other; `None` where nothing happened.
pub(super) struct Slots<'a> {
    by: Period,
    slots: Vec<(Timestamp, Option<&'a PeriodHealth>)>,
}

impl<'a> Slots<'a> {
    /// Up to now: at least a day of hours, or two weeks of days.
    pub(super) fn new(periods: &'a [PeriodHealth], by: Period, now: Timestamp) -> Self {
        let (step, fewest) = (by.as_millis(), if by == Period::Hour { 24 } else { 14 });
        let now = by.start_of(now).as_millis();
        let last = periods.last().map_or(now, |last| last.start.as_millis()).max(now);
        let first = periods.first().map_or(last, |first| first.start.as_millis());
        let number = ((last - first) / step + 1).clamp(fewest, MOST);
        let slots = (0..number).rev().map(|back| {
            let start = Timestamp::from_millis(last.saturating_sub(back * step));
            (start, periods.iter().rev().find(|period| period.start == start))
        });
        Self { by, slots: slots.collect() }
    }

    /// Each period with the place of its bar: x, and its width.
    fn bars(&self) -> impl Iterator<Item = (u64, u64, &'a PeriodHealth)> {
        let slot = self.slot();
        let width = slot.saturating_sub(3).clamp(1, 28);
        let place = move |at: u64| {
            LEFT + 2 + at * slot + (slot.saturating_sub(3) - width.min(slot.saturating_sub(3))) / 2
        };
        (0..).zip(&self.slots).filter_map(move |(at, (_, period))| Some((place(at), width, (*period)?)))
    }

    fn slot(&self) -> u64 {
        (WIDTH - LEFT) / u64::try_from(self.slots.len()).unwrap_or(1).max(1)
    }

    /// The begin of some periods, below the drawing.
    fn labels(&self) -> Markup {
        let every = self.slots.len().div_ceil(8).max(1);
        let slot = self.slot();
        html! {
            @for (at, (start, _)) in (0..).zip(&self.slots).filter(|(at, _)| usize::try_from(*at).is_ok_and(|at: usize| at.is_multiple_of(every))) {
                // The script shows hours in the reader's zone. Days are those of UTC.
                text x=(LEFT + 2 + at * slot) y=(HEIGHT - BOTTOM + 16) data-hour=[(self.by == Period::Hour).then(|| iso(*start))] { (label(*start, self.by)) }
            }
        }
    }
}

/// A drawing with its title, and a vertical axis with three marks.
fn drawing(id: &str, title: &str, unit: &str, marks: [String; 3], contents: &Markup) -> Markup {
    html! {
        div.scroll role="region" aria-label={ "Drawing: " (title) } tabindex="0" {
            svg viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } role="img" aria-labelledby=(id) {
                title id=(id) { (title) ". The table below has the same figures." }
                @for (part, mark) in (0..).zip(marks) {
                    @let y = TOP + ROOM - ROOM * part / 2;
                    line.axis x1=(LEFT) y1=(y) x2=(WIDTH) y2=(y) {}
                    text.end x=(LEFT - 8) y=(y + 4) { (mark) }
                }
                text x="4" y=(TOP - 10) { (unit) }
                (contents)
            }
        }
    }
}

/// The next number of the kind 2, 4, 10, 20, 40, ..., that can be halved.
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
    use hpd_host::journal::health::Period;
    use hpd_host::system::Timestamp;

    use super::{Slots, rounded_up};

    #[test]
    fn the_axis_ends_at_a_round_number() {
        assert_eq!([1, 2, 3, 5, 10, 11, 39, 41, 399].map(rounded_up), [2, 2, 4, 10, 10, 20, 40, 100, 400]);
    }

    #[test]
    fn an_empty_day_has_all_its_hours() {
        let slots = Slots::new(&[], Period::Hour, Timestamp::from_millis(1_772_200_985_000));
        assert_eq!((slots.slots.len(), slots.bars().count()), (24, 0));
    }
}

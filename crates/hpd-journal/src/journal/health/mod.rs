//! Quality figures of calls: computed from the events of a journal, one after the other, in little memory.
//!
//! | figure | counted | of |
//! |---|---|---|
//! | [`write_block`](Health::write_block) | checks of writes that blocked them (`write_validation`) | checks of writes |
//! | [`self_correction`](Health::self_correction) | checks that blocked a write, followed by a passed check of the same tool in the same turn of the same session | checks that blocked a write, except those followed by a question to the user |
//! | [`failure_after_validation`](Health::failure_after_validation) | results of writes that passed their check and ended in `error` or `unknown` | the same plus results that ended in `ok`: writes that ran |
//!
//! A rate without cases is `None`, and `null` in JSON. [`Endings`] has the counts behind `failure_after_validation`, so
//! that calls rejected by the user can be excluded.
//!
//! | count | counted |
//! |---|---|
//! | `calls` | the model's calls (`tool_call`); a wrong one counts for the function that it was passed on to (`recovered`) |
//! | `ok` | results with the status `ok` |
//! | `blocked` | checks that blocked a write |
//! | `failed` | results with the status `error` or `unknown`, except those of writes that their check blocked |
//! | `latency` | the duration of results whose function was reached, if it is recorded and valid |
//! | `retries` | `tool_retry` events |
//! | `warnings`, `errors` | the codes of results, each as often as it occurs |
//! | `error_types` | the kinds of error of results |
//! | `guardrails` | `guardrail` events, by name |
//!
//! The first five are [`CallFigures`]. They exist for each function ([`FunctionHealth`]), each period, and each
//! function in each period (both [`PeriodHealth`]).
//!
//! Each event counts in its own period. Take a call that was approved the next day: the call counts on the first day,
//! its end and its duration on the second. Hours and days are in UTC. Erased and pruned events count nowhere.
//!
//! Memory does not grow with the number of calls. There are at most [`MAX_NAMES`] names of each kind; further names are
//! counted together under [`OTHERS`]. At most the newest [`MAX_PERIODS`] periods have figures of their own. There are
//! fewer such periods if the figures of functions by period would take more than [`MAX_ROOM`] bytes. Older periods
//! count only in the totals. At most [`MAX_WATCHED`] blocked writes, and as many open questions, are tracked at a time.
//! An untracked blocked write counts as not corrected, an untracked question as open. Apart from the tracked items, the
//! figures take at most 100 MB of memory: `MAX_ROOM`, the names, and the latencies. The latencies of one function, or
//! of one period, take at most 11 KB.

mod builder;
mod corrections;
mod figures;
mod latency;
mod period;
mod questions;
mod rate;
mod read;
mod recent;
mod report;
mod tally;

pub use builder::{HealthBuilder, MAX_PERIODS, MAX_ROOM};
pub use latency::Latency;
pub use period::Period;
pub use questions::Questions;
pub use rate::Rate;
pub use read::{HealthSpan, health};
pub use recent::MAX_WATCHED;
pub use report::{CallFigures, Endings, FunctionHealth, Health, PeriodHealth};
pub use tally::{MAX_NAMES, OTHERS};

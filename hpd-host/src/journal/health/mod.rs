//! How well calls go, in figures: computed from the events of a journal, one after the other, in little memory.
//!
//! | figure | counted | of |
//! |---|---|---|
//! | [`write_block`](Health::write_block) | checks of writes that blocked them (`write_validation`) | checks of writes |
//! | [`self_correction`](Health::self_correction) | checks that blocked a write, after which a check of the same tool passed in the same turn of the same session | checks that blocked a write, but for those after which the user was asked |
//! | [`failure_after_validation`](Health::failure_after_validation) | results of writes that passed their check and ended in `error` or `unknown` | the same and those that ended in `ok`: writes that ran |
//!
//! A rate of nothing is `None`, and `null` in JSON. [`Endings`] has the parts of the last one, for whoever wants to
//! leave out what the user rejected.
//!
//! | count | of what |
//! |---|---|
//! | `calls` | calls that the model made (`tool_call`): a wrong one of the function that it went on to (`recovered`) |
//! | `ok` | results with the status `ok` |
//! | `blocked` | checks that blocked a write |
//! | `failed` | results with the status `error` or `unknown`, but for those of writes that their check blocked |
//! | `latency` | the time of results whose function was reached, if it is told and is a length of time |
//! | `retries` | `tool_retry` events |
//! | `warnings`, `errors` | the codes of results, each as often as it stands there |
//! | `error_types` | the kinds of error of results |
//! | `guardrails` | `guardrail` events, by name |
//!
//! The first five are [`CallFigures`]: of each function ([`FunctionHealth`]), of each period, and of each function in
//! each period (both [`PeriodHealth`]).
//!
//! Each event counts in the period in which it happened: a call that was approved the next day was made on one day, and
//! ended on the other, where its time counts too. Hours and days are those of UTC. What was erased or removed from the
//! journal counts nowhere.
//!
//! Nothing here grows with the number of calls: there are at most [`MAX_NAMES`] names of each sort, the rest is
//! counted under [`OTHERS`]; at most [`MAX_PERIODS`] periods, the newest ones, and fewer where the figures of
//! functions by period would take more than [`MAX_ROOM`] bytes; and at most [`MAX_WATCHED`] blocked writes and open
//! questions are watched at a time. Whoever is no longer watched counts as not corrected, and as open. Beside what is
//! watched, all of it takes 100 MB at most: `MAX_ROOM`, 11 KB for the times of each function and of each period, and
//! the names.

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

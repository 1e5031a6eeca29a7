//! How calls run: for how long, how often, by which key, and what is known of them when they fail.

mod ask;
mod cancellation;
mod counting;
mod desk;
mod external;
mod keys;
mod panics;
mod retry;
mod time_limits;
mod timers;

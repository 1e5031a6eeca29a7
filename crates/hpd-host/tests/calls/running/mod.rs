//! How calls run: their time limits, attempts and keys, and the knowledge about them when they fail.

mod ask;
mod cancellation;
mod counting;
mod desk;
mod external;
mod keys;
mod panics;
mod retry;
mod threads;
mod time_limits;
mod timers;

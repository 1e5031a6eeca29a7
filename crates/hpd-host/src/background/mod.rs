//! Work beside the caller: a bounded pool of threads, futures that run to their end without their caller, and ends of
//! calls that are told again.

mod handed_over;
mod known_ends;
mod threads;

pub(crate) use handed_over::to_the_end;
pub(crate) use known_ends::{KnownEnd, KnownEnds, Told};
pub(crate) use threads::{NotRun, Threads};

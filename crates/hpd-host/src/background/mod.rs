//! Work beside the caller: a bounded pool of threads, futures that run to their end without their caller, and ends of
//! calls that are written again.

mod known_ends;
mod threads;
mod to_the_end;

pub(crate) use known_ends::{KnownEnd, KnownEnds, Told};
pub(crate) use threads::{NotRun, Threads};
pub(crate) use to_the_end::to_the_end;

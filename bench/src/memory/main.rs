//! The memory of a toolbox of ten thousand external tools, beside the values of its sources.

#[path = "../hpd/many.rs"]
mod many;

use hpd_bench_cases::payloads::SOURCES;
use peak_alloc::PeakAlloc;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Prints the bytes of the sources' values, then those that the toolbox takes beside them: it keeps the values.
fn main() {
    let before = MEMORY.current_usage();
    let sources = many::sources(SOURCES);
    let with_sources = MEMORY.current_usage();
    let toolbox = many::toolbox(sources, None);
    let with_toolbox = MEMORY.current_usage();
    println!("{} {}", with_sources - before, with_toolbox - with_sources);
    drop(toolbox);
}

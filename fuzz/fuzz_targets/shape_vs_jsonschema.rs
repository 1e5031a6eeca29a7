//! The Shape of a schema and the `jsonschema` crate agree on a value.
#![no_main]

use hpd_fuzz::{check_verdicts, mutate_pair};
use libfuzzer_sys::{fuzz_mutator, fuzz_target};

fuzz_target!(|data: &[u8]| -> libfuzzer_sys::Corpus { check_verdicts(data) });

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    mutate_pair(data, size, max_size, seed)
});

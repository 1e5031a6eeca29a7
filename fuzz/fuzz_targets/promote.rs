//! Promotion: valid values are never touched, once is enough, and a changed value is valid or reported.
#![no_main]

use hpd_fuzz::{check_promotion, mutate_pair};
use libfuzzer_sys::{fuzz_mutator, fuzz_target};

fuzz_target!(|data: &[u8]| -> libfuzzer_sys::Corpus { check_promotion(data) });

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    mutate_pair(data, size, max_size, seed)
});

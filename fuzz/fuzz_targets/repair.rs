//! Repair of texts: JSON is left alone, the result is JSON, and a part is never taken for the whole of a write.
#![no_main]

use hpd_fuzz::check_repair;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| check_repair(data));

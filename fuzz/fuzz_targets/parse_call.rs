//! Calls with any text: policies agree, errors are bounded and tell no secrets.
#![no_main]

use hpd_fuzz::check_call;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| check_call(data));

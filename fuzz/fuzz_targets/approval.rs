//! The state machine of pending calls: under any operations, no call runs twice or without being approved.
#![no_main]

use hpd_fuzz::check_approval;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| check_approval(data));

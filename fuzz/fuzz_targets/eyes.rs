#![no_main]

use katachi_image::Role;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| katachi_fuzz::front_half(Role::Eyes, "eyes.db", bytes));

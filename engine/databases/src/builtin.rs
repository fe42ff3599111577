//! The built-in databases: the folder `patterns/`, compiled by the build script.

use katachi_image::Role;

include!(concat!(env!("OUT_DIR"), "/builtin.rs"));

pub mod lab;
pub mod puzzle;
pub mod search;
pub mod trace;

//! Tests of the engines: on random boards, of any size, and of the observers they wrap.

mod any_size;
mod forwarding;
mod random_boards;
mod team;
mod whole_space;

//! The engines, on boards drawn at random.

mod any_size;
mod forwarding;
mod random_boards;
mod whole_space;

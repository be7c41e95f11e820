//! Widgets of our own: what egui has not, or not like this.

mod segmented;

pub use segmented::{segmented, segmented_small};

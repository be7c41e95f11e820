//! Widgets of our own: what egui has not, or not like this.

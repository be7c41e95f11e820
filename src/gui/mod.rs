//! The window: a model that only actions change, and panels that show it.
//!
//! Each frame [`app::App`] gathers [`Action`]s from panels, menus and keys, and gives them
//! to [`Model::apply`], the only function that changes the model. What has to happen
//! outside (a dialog, a file, the clipboard) the model asks for as a [`requests::Request`].

pub mod actions;
pub mod app;
mod city_states;
mod classics;
pub mod commands;
pub mod cursor;
pub mod dock;
mod document;
pub mod exports;
pub mod hints;
pub mod io;
mod menu_bar;
pub mod model;
pub mod native_dialogs;
mod notices;
pub mod overlays;
pub mod panels;
pub mod player;
pub mod replay;
pub mod requests;
mod run_status;
pub mod runs;
pub mod session;
mod status_line;
pub mod tables;
pub mod theme;
pub mod widgets;
mod words;

pub use actions::{Action, Edit, Side};
pub use app::run;
pub use model::Model;

//! The window: a model that only actions change, and panels that show it.
//!
//! Each frame [`app::App`] gathers [`Action`]s from panels, menus and keys, and gives them
//! to [`Model::apply`], the only function that changes the model. The model does no input or
//! output: for a dialog, a file or the clipboard it makes a [`requests::Request`].

pub mod actions;
pub mod app;
pub mod audits;
pub mod best_games;
pub mod bookmarks;
pub mod breakpoints;
mod city_states;
pub mod colouring;
mod column_widths;
pub mod commands;
pub mod comparisons;
mod cursor;
mod dock;
pub mod document;
pub mod edit;
mod examples;
pub mod experiments;
pub mod exports;
mod fence;
mod find_bar;
pub mod finds;
mod fitness;
pub mod frontiers;
pub mod games;
pub mod generation;
pub mod hints;
mod image_context;
mod indices;
mod io;
pub mod jumps;
mod layout;
pub mod levels;
pub mod library;
mod library_file;
mod menu_bar;
pub mod model;
mod motion;
pub mod native_dialogs;
mod notices;
mod overlays;
pub mod panel;
mod panel_image;
mod panel_key;
mod panels;
pub mod pictures;
pub mod player;
mod presentation;
pub mod published;
pub mod races;
mod replay;
pub mod requests;
mod restore_point;
mod run_status;
pub mod runs;
pub mod session;
pub mod spaces;
mod status_line;
pub mod subtrees;
pub mod tables;
mod text;
pub mod theme;
pub mod timeline;
mod times;
pub mod trace_files;
mod widgets;
pub mod work;
mod workspace;

pub use actions::Action;
pub use app::run;
pub use edit::{Edit, Side};
pub use model::Model;

//! Widgets that egui lacks, or that need a different style.

pub mod board;
mod breakdown;
mod buttons;
pub mod cells;
mod check_box;
mod choice;
mod draft;
pub mod finder;
mod follow;
mod formula;
pub mod generator;
mod keys;
mod main_control;
pub mod matrix;
pub mod mini_board;
pub mod mini_state;
mod number;
pub mod painter;
mod picker;
mod radio;
pub mod road_map;
mod rows;
mod segmented;
pub mod table;
pub mod tile;
mod tooltip;

pub use breakdown::breakdown_ui;
pub use buttons::{
    button, head_button, icon_button, icon_button_sensing, menu_button, primary_button,
};
pub use check_box::check_box;
pub use choice::{
    choice, choice_shown_as, close_if_left, dimmed_item, head_choice, keep_above, list, list_item,
    list_width, seek_chosen, seek_first, value_button, value_button_within,
};
pub use draft::{Draft, focus_and_select, is_passed_by_arrows, passed_by_arrows};
pub use follow::{focused_now, follow_focus, in_popup, scrolled_by_keys, scrolled_together};
pub use formula::{Detail, FormulaValue, formula_edit};
pub use keys::{
    ARROWS, ROW_KEYS, arrow, focus_frame, is_by_keys, is_command_key, is_key, is_waiting,
    note_by_keys, note_waiting, pressed_with, take_arrows, take_keys,
};
pub use main_control::{main_control, main_control_at};
pub use number::{Number, is_number_refused, limit, number, number_or};
pub use picker::{Pick, picker};
pub use radio::Radios;
pub use rows::{
    above_strip, coloured_row, disclosure, elided, elided_before, note, option_row, rows, scrolled,
    scrolled_anew, unbroken, value_row, warning, words_row,
};
pub use segmented::{segmented, segmented_main, segmented_small};
pub use tooltip::beside;

//! All keys on one page.

use crate::gui::commands::COMMANDS;
use crate::gui::theme;
use crate::gui::widgets::{scrolled_by_keys, take_keys};
use egui::style::ScrollAnimation;
use egui::{Key, Modifiers, TextStyle, Vec2};

/// How far an arrow key scrolls, in points.
const STEP: f32 = 40.0;

/// Keys that are no command's, below the commands of a column.
struct OtherKeys {
    column: usize,
    title: &'static str,
    /// The keys, and what they do.
    rows: &'static [(&'static str, &'static str)],
}

const OTHERS: &[OtherKeys] = &[
    OtherKeys {
        column: 0,
        title: "Board in focus",
        rows: &[
            ("Arrows", "Move the blank"),
            ("Space", "Slide the tiles at the chosen cell"),
            ("Ctrl + arrows", "Choose a cell"),
            ("Digits, Enter", "Put a tile into the chosen cell"),
            ("Digits, Space", "The same, and go on to the next cell"),
        ],
    },
    OtherKeys {
        column: 1,
        title: "Focus",
        rows: &[
            ("Tab  Shift+Tab", "Next or previous control"),
            ("Arrows", "Nearest control in the panel"),
            ("PageUp  PageDown", "Scroll the panel"),
            ("F10", "Open the menus"),
        ],
    },
    OtherKeys {
        column: 1,
        title: "Library's rows in focus",
        rows: &[
            ("Arrows", "Go to another row"),
            ("Space", "Open the row"),
            ("Enter", "Open the row, or all that are chosen"),
            ("Shift+Enter", "Solve the puzzle of a collection optimally"),
            ("Shift + arrows", "Choose several rows"),
            ("Ctrl + arrows", "Go on without choosing"),
            ("Ctrl+Space", "Choose the row too, or no longer"),
            ("Ctrl+A", "Choose all"),
        ],
    },
    OtherKeys {
        column: 2,
        title: "Tree in focus",
        rows: &[
            ("Arrows", "Walk from node to node"),
            ("R", "Go to the root"),
            ("F", "Fit the tree into view"),
            ("C", "Centre the selected node"),
            ("+  −", "Zoom"),
            ("Enter", "Fold or unfold the selected node"),
        ],
    },
    OtherKeys {
        column: 2,
        title: "Lecture view",
        rows: &[
            ("PageDown  PageUp", "Next step, or the one before"),
            ("B  Period", "Black screen; any key shows it again"),
            ("Escape", "Leave the lecture view"),
        ],
    },
];

/// Shows the page; whether it was closed.
pub fn ui(ctx: &egui::Context) -> bool {
    let modal = super::frame::page("keys page", &ctx.global_style()).show(ctx, |ui| {
        ui.set_width((ctx.content_rect().width() - 80.0).clamp(600.0, 900.0));
        ui.spacing_mut().item_spacing.x = theme::space::XL;
        ui.label(
            egui::RichText::new("Keys")
                .size(16.0)
                .family(theme::semibold()),
        );
        ui.add_space(theme::space::S);
        let height = ctx.content_rect().height() - 200.0;
        // Without the least height it would grow from frame to frame.
        let mut scroll = egui::ScrollArea::vertical()
            .max_height(height)
            .min_scrolled_height(height);
        if super::frame::is_new(ui) {
            scroll = scroll.vertical_scroll_offset(0.0);
        }
        scroll.show(ui, |ui| {
            for (key, step) in [(Key::ArrowUp, STEP), (Key::ArrowDown, -STEP)] {
                let n = take_keys(ui, Modifiers::NONE, &[key]).len();
                if n > 0 {
                    let delta = Vec2::new(0.0, step * n as f32);
                    ui.scroll_with_delta_animation(delta, ScrollAnimation::none());
                }
            }
            scrolled_by_keys(ui, |ui| {
                ui.columns(3, |columns| {
                    let mut menus: Vec<&str> = COMMANDS.iter().map(|entry| entry.menu).collect();
                    menus.dedup();
                    for menu in menus {
                        let ui = &mut columns[column(menu)];
                        ui.spacing_mut().item_spacing.y = theme::space::XS;
                        let rows: Vec<(String, &str)> = COMMANDS
                            .iter()
                            .filter(|entry| entry.menu == menu && !entry.keys.is_empty())
                            .map(|entry| {
                                let keys: Vec<String> =
                                    entry.keys.iter().map(|k| ctx.format_shortcut(k)).collect();
                                (keys.join("  "), entry.name)
                            })
                            .collect();
                        section_ui(
                            ui,
                            menu,
                            rows.iter().map(|(keys, name)| (keys.as_str(), *name)),
                        );
                    }
                    for OtherKeys {
                        column,
                        title,
                        rows,
                    } in OTHERS
                    {
                        section_ui(&mut columns[*column], title, rows.iter().copied());
                    }
                });
            })
        });
        ui.add_space(theme::space::S);
        ui.button("Close").clicked()
    });
    modal.inner || super::frame::is_left(&modal)
}

/// The column of a menu: together they are about equally long.
fn column(menu: &str) -> usize {
    match menu {
        "Run" | "Timeline" => 1,
        "View" => 2,
        _ => 0,
    }
}

fn section_ui<'a>(ui: &mut egui::Ui, title: &str, rows: impl Iterator<Item = (&'a str, &'a str)>) {
    let palette = theme::palette(ui);
    let rows: Vec<_> = rows.collect();
    if rows.is_empty() {
        return;
    }
    ui.label(theme::head(title, palette));
    for (keys, name) in rows {
        ui.horizontal_top(|ui| {
            ui.set_min_height(theme::size::ROW);
            ui.spacing_mut().item_spacing.x = theme::space::S;
            let font = TextStyle::Body.resolve(ui.style());
            let keys = (ui.painter()).layout_no_wrap(keys.to_owned(), font, palette.dim);
            // What is done is wrapped where the keys leave it too little room.
            let room = ui.available_width() - keys.size().x - theme::space::S;
            ui.vertical(|ui| {
                ui.set_width(room);
                ui.label(name);
            });
            ui.label(keys);
        });
    }
    ui.add_space(theme::space::S);
}

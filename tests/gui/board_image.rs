//! The board as a picture: copied, pasted and saved.

use crate::window::{Window, app, apply, press, wait, window};
use egui::accesskit::Role;
use egui::{Color32, ColorImage, Event, Key, Modifiers, OutputCommand};
use egui_kittest::kittest::Queryable;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tilescope::gui::commands::Command;
use tilescope::gui::document::DocumentAction;
use tilescope::gui::requests::{ImageForm, SaveImage};
use tilescope::gui::{Action, Edit};
use tilescope_puzzle::Size;

/// The picture that is copied in one of the next frames.
fn copied(window: &mut Window) -> ColorImage {
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(60) {
        window.step();
        for command in &window.output().platform_output.commands {
            if let OutputCommand::CopyImage(image) = command {
                let image = image.clone();
                let told = "Copied the board as a picture.";
                while window.query_by_label(told).is_none() {
                    assert!(start.elapsed() < Duration::from_secs(60), "it is not told");
                    window.step();
                }
                return image;
            }
        }
        std::thread::park_timeout(Duration::from_millis(4));
    }
    panic!("no picture is copied");
}

fn n_colours(image: &ColorImage) -> usize {
    let colours: std::collections::HashSet<Color32> = image.pixels.iter().copied().collect();
    colours.len()
}

/// The colour above the number in a cell.
fn face(image: &ColorImage, [rows, columns]: [usize; 2], cell: usize) -> Color32 {
    let side = image.size[0] / columns;
    assert_eq!(image.size, [columns * side, rows * side]);
    let (row, column) = (cell / columns, cell % columns);
    image[(column * side + side / 2, row * side + side / 8)]
}

#[test]
fn the_board_is_copied_by_menu_keys_and_its_own_menu() {
    let mut window = window();
    for theme in [egui::ThemePreference::Light, egui::ThemePreference::Dark] {
        apply(&mut window, Action::Theme(theme));
        window.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::C);
        let by_keys = copied(&mut window);
        assert_eq!(by_keys.size, [480, 480]);
        assert!(n_colours(&by_keys) > 20);
        // The blank is in the eighth cell.
        let size = [3, 3];
        let blank = face(&by_keys, size, 7);
        assert!((0..9).all(|cell| (face(&by_keys, size, cell) == blank) == (cell == 7)));

        let ctx = window.ctx.clone();
        app(&mut window).carry_out_command(&ctx, Command::CopyPicture);
        assert_eq!(copied(&mut window), by_keys);
        let cell = window.get_by_label_contains("row 2, column 2");
        cell.click_secondary();
        window.run_steps(4);
        for entry in ["Copy board", "Paste board"] {
            window.get_by_role_and_label(Role::ListBoxOption, entry);
        }
        window
            .get_by_role_and_label(Role::ListBoxOption, "Copy board as picture")
            .click();
        assert_eq!(copied(&mut window), by_keys);
    }
    let size = Size::new(2, 5).unwrap();
    apply(&mut window, Edit::Resize(size).into());
    let ctx = window.ctx.clone();
    app(&mut window).carry_out_command(&ctx, Command::CopyPicture);
    let wide = copied(&mut window);
    assert_eq!(wide.size, [800, 320]);
    let blank = app(&mut window).model.puzzle().unwrap().start.blank();
    let ground = face(&wide, [2, 5], blank);
    assert!((0..10).all(|cell| (face(&wide, [2, 5], cell) == ground) == (cell == blank)));
}

#[test]
fn a_road_map_has_no_board_to_copy() {
    let mut window = window();
    let romania = tilescope_lab::files::load(std::path::Path::new("saved_puzzles/romania.json"));
    apply(
        &mut window,
        DocumentAction::Example(romania.unwrap().into()).into(),
    );
    assert!(!Command::CopyPicture.is_enabled(&app(&mut window).model));
    assert_eq!(Command::CopyPicture.entry().menu, "Edit");
}

#[test]
fn the_board_alone_is_saved_as_svg_and_png() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    let puzzle = app(&mut window).model.problem().clone();
    let path = folder.path().join("puzzle.json");
    tilescope_lab::files::save(&puzzle, &path).unwrap();
    apply(&mut window, Action::Document(DocumentAction::Open(path)));
    wait(&mut window, "the file", |app| app.model.file().is_some());
    for (form, begins) in [(ImageForm::Svg, &b"<svg"[..]), (ImageForm::Png, b"\x89PNG")] {
        let image = SaveImage {
            panel: "Board",
            form,
            is_dark: false,
            size: None,
            scale: 2,
        };
        apply(&mut window, Action::SaveImage(image));
        press(&mut window, "Save");
        let path = folder.path().join(format!("board.{}", form.extension()));
        let written = path.clone();
        wait(&mut window, "the image", move |_| written.exists());
        let bytes = std::fs::read(&path).unwrap();
        assert!(bytes.windows(begins.len()).take(200).any(|it| it == begins));
        if form == ImageForm::Png {
            let image = image::load_from_memory(&bytes).unwrap();
            assert_eq!((image.width(), image.height()), (480, 480));
        }
    }
}

#[test]
fn a_copied_picture_is_pasted_as_its_board() {
    let mut window = window();
    for shape in [[3, 3], [2, 5]] {
        let size = Size::new(shape[0], shape[1]).unwrap();
        apply(&mut window, Edit::Resize(size).into());
        apply(&mut window, Edit::Scramble.into());
        let board = app(&mut window).model.puzzle().unwrap().start.clone();
        window.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::C);
        let picture = Arc::new(copied(&mut window));
        apply(&mut window, Edit::Scramble.into());
        assert_ne!(app(&mut window).model.puzzle().unwrap().start, board);
        window.event(Event::PasteImage(picture));
        window.run_steps(3);
        assert_eq!(app(&mut window).model.puzzle().unwrap().start, board);
        window.get_by_label("Pasted the board of the picture.");
        assert!(app(&mut window).model.pictures().picture().is_none());
    }
}

//! Images of panels, by accessible names.

use crate::space::wait_for_map;
use crate::window::{Window, app, apply, press, solve, wait, window};
use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT, Queryable};
use std::path::{Path, PathBuf};
use tilescope::gui::Action;
use tilescope::gui::commands::{COMMANDS, Command};
use tilescope::gui::document::DocumentAction;
use tilescope::gui::requests::{ImageForm, SaveImage};
use tilescope_lab::space_map::Symmetric;
use tilescope_lab::{Problem, files};

/// The keys of all panels.
fn panels() -> impl Iterator<Item = &'static str> {
    COMMANDS
        .iter()
        .filter_map(|it| it.name.strip_prefix("Panel "))
}

/// A window whose dialogs open in `folder`, with a run.
fn solved(folder: &Path) -> Window {
    let mut window = window();
    let problem: Problem = app(&mut window).model.problem().clone();
    let path = folder.join("puzzle.json");
    files::save(&problem, &path).unwrap();
    apply(&mut window, Action::Document(DocumentAction::Open(path)));
    wait(&mut window, "the file", |app| app.model.file().is_some());
    solve(&mut window);
    window
}

/// Saves an image by the dialog, which proposes its name.
fn save(window: &mut Window, folder: &Path, wanted: SaveImage) -> PathBuf {
    let name = wanted.panel.to_lowercase();
    let path = folder.join(format!("{name}.{}", wanted.form.extension()));
    apply(window, Action::SaveImage(wanted));
    assert!(app(window).has_file_dialog(), "{name}");
    press(window, "Save");
    let written = path.clone();
    wait(window, "the image", move |_| written.exists());
    path
}

fn image(panel: &'static str, form: ImageForm) -> SaveImage {
    SaveImage {
        panel,
        form,
        is_dark: false,
        size: Some([480, 320]),
        scale: 2,
    }
}

#[test]
fn every_panel_is_saved_as_svg() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = solved(folder.path());
    assert!(panels().count() > 10);
    for panel in panels() {
        let path = save(&mut window, folder.path(), image(panel, ImageForm::Svg));
        let svg = std::fs::read_to_string(path).unwrap();
        assert!(
            svg.starts_with("<svg ") && svg.ends_with("</svg>\n"),
            "{panel}"
        );
        assert!(svg.contains("width=\"480\" height=\"320\""), "{panel}");
        for element in ["g", "svg", "defs", "clipPath"] {
            let opened = svg.matches(&format!("<{element}>")).count()
                + svg.matches(&format!("<{element} ")).count();
            let closed = svg.matches(&format!("</{element}>")).count();
            assert_eq!(opened, closed, "<{element}> of {panel}");
        }
        // A character is written once, and used by its number.
        let used = svg.matches("<use href=\"#g").count();
        let defined = svg.matches("<path id=\"g").count();
        assert!(
            used >= defined && defined > 0,
            "{panel}: {used} of {defined}"
        );
    }
}

#[test]
fn an_image_has_the_text_of_its_panel() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = solved(folder.path());
    let path = save(&mut window, folder.path(), image("Result", ImageForm::Svg));
    let svg = std::fs::read_to_string(path).unwrap();
    for text in ["Outcome", "Moves", "Expanded"] {
        assert!(svg.contains(&format!("aria-label=\"{text}\"")), "{text}");
    }
}

#[test]
fn every_panel_is_saved_as_png_in_light_colours_and_in_dark() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = solved(folder.path());
    for (number, panel) in panels().enumerate() {
        let wanted = SaveImage {
            is_dark: number % 2 == 1,
            size: Some([240, 160]),
            ..image(panel, ImageForm::Png)
        };
        let is_dark = wanted.is_dark;
        let path = save(&mut window, folder.path(), wanted);
        let image = image::open(&path).unwrap().to_rgb8();
        assert_eq!(image.dimensions(), (480, 320), "{panel}");
        let sum = |pixel: &image::Rgb<u8>| pixel.0.map(u32::from).iter().sum();
        let mut tones: Vec<u32> = image.pixels().map(sum).collect();
        tones.sort_unstable();
        let median = tones[tones.len() / 2];
        assert_eq!(median < 3 * 128, is_dark, "{panel}: {median}");
        tones.dedup();
        assert!(tones.len() > 20, "{panel} has {} tones", tones.len());
    }
}

#[test]
fn an_image_of_the_map_of_the_space_is_as_wide_as_the_panel() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = solved(folder.path());
    app(&mut window).show_only("State space");
    wait_for_map(&mut window, Symmetric::Apart);
    let wanted = SaveImage {
        size: Some([1500, 300]),
        ..image("State space", ImageForm::Png)
    };
    let path = save(&mut window, folder.path(), wanted);
    let image = image::open(&path).unwrap().to_rgb8();
    assert_eq!(image.dimensions(), (3000, 600));
    let ground = image.get_pixel(0, 599);
    let is_map = |column: &u32| {
        let pixels = (60..460).filter(|&row| image.get_pixel(*column, row) != ground);
        pixels.count() > 20
    };
    let n_columns = (0..3000).filter(is_map).count();
    assert!(n_columns > 2_048, "{n_columns} columns");
}

#[test]
fn the_page_asks_for_an_image_by_names() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = solved(folder.path());
    let ctx = window.ctx.clone();
    app(&mut window).carry_out_command(&ctx, Command::SaveImage);
    window.run_steps(3);
    let choose = |window: &mut Window, label: &str| {
        window.get_by_label(label).click();
        window.run_steps(3);
    };
    choose(&mut window, "PNG");
    assert!(
        window
            .query_by_label("Pixels of the image a point")
            .is_some()
    );
    choose(&mut window, "SVG");
    choose(&mut window, "Dark");
    choose(&mut window, "Another size, in points");
    for name in ["Width of the image", "Height of the image"] {
        assert!(window.query_by_label(name).is_some(), "{name}");
    }
    press(&mut window, "Choose file…");
    press(&mut window, "Save");
    let path = folder.path().join("tree.svg");
    let written = path.clone();
    wait(&mut window, "the image", move |_| written.exists());
    let svg = std::fs::read_to_string(path).unwrap();
    assert!(svg.contains("width=\"960\" height=\"640\""));
}

#[test]
fn an_image_never_replaces_a_file_without_a_question() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = solved(folder.path());
    let path = folder.path().join("plots.svg");
    std::fs::write(&path, "kept").unwrap();
    apply(
        &mut window,
        Action::SaveImage(image("Plots", ImageForm::Svg)),
    );
    press(&mut window, "Save");
    for _ in 0..400 {
        if window.query_by_label_contains("was not saved").is_some() {
            break;
        }
        window.step();
        std::thread::yield_now();
    }
    assert!(window.query_by_label_contains("was not saved").is_some());
    assert_eq!(std::fs::read_to_string(path).unwrap(), "kept");
}

#[test]
fn an_image_of_too_many_pixels_is_refused_before_a_file_is_chosen() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = solved(folder.path());
    window.set_size(egui::vec2(2400.0, 1600.0));
    app(&mut window).show_only("Tree");
    window.run_steps(3);
    // Large only because the panel is large in the window.
    let wanted = SaveImage {
        size: None,
        scale: 6,
        ..image("Tree", ImageForm::Png)
    };
    apply(&mut window, Action::SaveImage(wanted));
    window.run_steps(3);
    assert!(!app(&mut window).has_file_dialog());
    assert!(window.query_by_label_contains("million pixels").is_some());

    let ctx = window.ctx.clone();
    app(&mut window).carry_out_command(&ctx, Command::SaveImage);
    window.run_steps(3);
    window.get_by_label("PNG").click();
    window.run_steps(3);
    assert!(!is_refused(&window));
    type_number(&mut window, "Pixels of the image a point", "6");
    assert!(is_refused(&window));
    window.get_by_label("SVG").click();
    window.run_steps(3);
    assert!(!is_refused(&window));
}

/// Types a number into a field of the page.
fn type_number(window: &mut Window, field: &str, text: &str) {
    window.get_by_label(field).click();
    window.run_steps(3);
    window.get_by_label(field).type_text(text);
    window.run_steps(2);
    window.key_press(egui::Key::Enter);
    window.run_steps(3);
}

fn is_refused(window: &Window) -> bool {
    let button = window.get_by_label("Choose file…").accesskit_node();
    button.is_disabled()
}

#[test]
fn a_notice_says_that_an_image_is_being_drawn_until_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = solved(folder.path());
    apply(
        &mut window,
        Action::SaveImage(image("Tree", ImageForm::Png)),
    );
    window.get_by_role_and_label(Role::Button, "Save").click();
    let says = |window: &Window, text| window.query_by_label_contains(text).is_some();
    let is_told = |window: &mut Window| {
        window.step();
        says(window, "Drawing the image…")
    };
    assert!((0..6).any(|_| is_told(&mut window)));
    for _ in 0..500 {
        if says(&window, "Saved an image of") {
            break;
        }
        std::thread::park_timeout(std::time::Duration::from_millis(5));
        window.step();
    }
    window.get_by_label_contains("Saved an image of");
    assert!(!says(&window, "Drawing the image…"));
}

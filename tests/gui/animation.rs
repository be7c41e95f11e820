//! Animations of panels, by accessible names.

use crate::window::{Window, app, apply, press, solve, wait, window};
use egui_kittest::kittest::{NodeT, Queryable};
use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use tilescope::gui::Action;
use tilescope::gui::commands::Command;
use tilescope::gui::document::DocumentAction;
use tilescope::gui::requests::{ImageForm, SaveAnimation, SaveImage};
use tilescope::gui::timeline::TimelineAction;
use tilescope_lab::{Problem, files};

/// A window whose dialogs open in `folder`, with a run that is shown at step 2.
fn solved(folder: &Path) -> Window {
    let mut window = window();
    let problem: Problem = app(&mut window).model.problem().clone();
    let path = folder.join("puzzle.json");
    files::save(&problem, &path).unwrap();
    apply(&mut window, Action::Document(DocumentAction::Open(path)));
    wait(&mut window, "the file", |app| app.model.file().is_some());
    solve(&mut window);
    apply(&mut window, Action::Timeline(TimelineAction::Seek(2)));
    window
}

fn animation(panel: &'static str) -> SaveAnimation {
    SaveAnimation {
        image: SaveImage {
            panel,
            form: ImageForm::Png,
            is_dark: true,
            size: Some([300, 200]),
            scale: 1,
        },
        from: 1,
        to: 8,
        every: 3,
        rate: 4,
    }
}

/// A frame of a file: its pixels, and the seconds for which it is shown.
pub type Frame = (Vec<u8>, f32);

/// Reads an animation back: its size, and its frames as they are shown.
pub fn read(path: &Path) -> ([u32; 2], Vec<Frame>) {
    let decoder = png::Decoder::new(BufReader::new(File::open(path).unwrap()));
    let mut reader = decoder.read_info().unwrap();
    let info = reader.info();
    let size = [info.width, info.height];
    let n_frames = info.animation_control().unwrap().num_frames;
    let mut shown = vec![0; (3 * size[0] * size[1]) as usize];
    let mut frames = Vec::new();
    for _ in 0..n_frames {
        let mut part = vec![0; shown.len()];
        reader.next_frame(&mut part).unwrap();
        let control = *reader.info().frame_control().unwrap();
        let row_length = 3 * control.width as usize;
        for (y, row) in part
            .chunks(row_length)
            .take(control.height as usize)
            .enumerate()
        {
            let at = (control.y_offset + y as u32) * size[0] + control.x_offset;
            let at = 3 * at as usize;
            shown[at..at + row_length].copy_from_slice(row);
        }
        let delay = f32::from(control.delay_num) / f32::from(control.delay_den);
        frames.push((shown.clone(), delay));
    }
    (size, frames)
}

fn wait_for_the_end(window: &mut Window, path: &Path) {
    let path = path.to_owned();
    wait(window, "the animation", move |_| path.exists());
}

/// Opens the page and chooses the animated form.
fn open_page(window: &mut Window) {
    let ctx = window.ctx.clone();
    app(window).carry_out_command(&ctx, Command::SaveImage);
    window.run_steps(3);
    window.get_by_label("Animated PNG").click();
    window.run_steps(3);
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
fn the_steps_of_a_run_are_saved_as_an_animation() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = solved(folder.path());
    let cursor = *app(&mut window).model.cursor();
    open_page(&mut window);
    type_number(&mut window, "First step of the animation", "1");
    type_number(&mut window, "Last step of the animation", "8");
    type_number(&mut window, "Steps of the animation a frame", "3");
    type_number(&mut window, "Pixels of the image a point", "1");
    window.get_by_label("Another size, in points").click();
    window.run_steps(3);
    press(&mut window, "Choose file…");
    press(&mut window, "Save");
    let path = folder.path().join("tree-animation.png");
    wait_for_the_end(&mut window, &path);
    let (size, frames) = read(&path);
    assert_eq!(size, [960, 640]);
    assert_eq!(frames.len(), 4, "steps 1, 4, 7 and 8");
    for pair in frames.windows(2) {
        assert!(pair[0].0 != pair[1].0, "each step changes the tree");
    }
    let delays: Vec<f32> = frames.iter().map(|frame| frame.1).collect();
    assert_eq!(delays, [0.2, 0.2, 0.2, 2.0]);
    assert_eq!(*app(&mut window).model.cursor(), cursor);
}

#[test]
fn a_frame_is_the_same_whatever_was_drawn_before_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = solved(folder.path());
    let path = folder.path().join("tree.png");
    let wanted = animation("Tree");
    apply(&mut window, Action::SaveAnimation(path.clone(), wanted));
    wait_for_the_end(&mut window, &path);
    let (_, frames) = read(&path);

    apply(&mut window, Action::Timeline(TimelineAction::Seek(8)));
    let other = folder.path().join("other.png");
    let wanted = SaveAnimation {
        from: 8,
        ..animation("Tree")
    };
    apply(&mut window, Action::SaveAnimation(other.clone(), wanted));
    wait_for_the_end(&mut window, &other);
    let (size, alone) = read(&other);
    assert_eq!(size, [300, 200]);
    assert_eq!(alone.len(), 1);
    assert!(frames[3].0 == alone[0].0);
}

#[test]
fn every_panel_that_shows_a_run_can_be_animated() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = solved(folder.path());
    let panels = [
        "Tree",
        "Frontier",
        "Levels",
        "Overview",
        "State space",
        "Pseudocode",
        "Node",
        "Result",
        "Plots",
    ];
    for panel in panels {
        let path = folder.path().join(format!("{panel}.png"));
        let wanted = animation(panel);
        apply(&mut window, Action::SaveAnimation(path.clone(), wanted));
        wait_for_the_end(&mut window, &path);
        assert_eq!(read(&path).1.len(), 4, "{panel}");
    }
}

#[test]
fn the_curves_of_a_frame_go_to_its_step() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = solved(folder.path());
    let path = folder.path().join("plots.png");
    let wanted = animation("Plots");
    apply(&mut window, Action::SaveAnimation(path.clone(), wanted));
    wait_for_the_end(&mut window, &path);
    let (_, frames) = read(&path);
    // The later the step, the more is drawn.
    let n_drawn = |(pixels, _): &Frame| {
        let ground = &pixels[..3];
        let pixels = pixels.chunks(3);
        pixels.filter(|pixel| *pixel != ground).count()
    };
    let n: Vec<usize> = frames.iter().map(n_drawn).collect();
    assert!(n.is_sorted_by(|a, b| a < b), "{n:?}");
}

#[test]
fn what_cannot_be_animated_is_said_on_the_page() {
    let mut window = window();
    open_page(&mut window);
    assert!(is_refused(&window));
    window.get_by_label_contains("no run to animate");
    press(&mut window, "Close");

    solve(&mut window);
    open_page(&mut window);
    assert!(!is_refused(&window));
    type_number(&mut window, "Last step of the animation", "3");
    type_number(&mut window, "First step of the animation", "5");
    assert!(is_refused(&window));
    window.get_by_label_contains("The first step, 5, comes after the last, 3");
    type_number(&mut window, "First step of the animation", "0");
    assert!(!is_refused(&window));
}

#[test]
fn an_animation_of_too_many_frames_or_steps_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = solved(folder.path());
    let end = app(&mut window).model.end();
    let path = folder.path().join("tree.png");
    let mut wanted = animation("Tree");
    wanted.to = end + 1;
    apply(&mut window, Action::SaveAnimation(path.clone(), wanted));
    window.get_by_label_contains("The run has no step");

    let mut wanted = animation("Tree");
    wanted.image.size = Some([4000, 1800]);
    wanted.image.scale = 3;
    wanted.to = end;
    wanted.every = 1;
    let refusal = wanted.refusal(wanted.image.points(None), Ok(end)).unwrap();
    assert!(refusal.contains("million pixels in all"), "{refusal}");
    apply(&mut window, Action::SaveAnimation(path.clone(), wanted));
    window.get_by_label_contains("million pixels in all");
    assert!(!path.exists());
}

#[test]
fn a_cancelled_animation_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = solved(folder.path());
    let cursor = *app(&mut window).model.cursor();
    let path = folder.path().join("tree.png");
    let mut wanted = animation("Tree");
    wanted.from = 0;
    wanted.to = app(&mut window).model.end();
    wanted.every = 1;
    wanted.image.size = Some([1600, 1200]);
    apply(&mut window, Action::SaveAnimation(path.clone(), wanted));
    press(&mut window, "Cancel");
    window.run_steps(4);
    assert!(window.query_by_label("Frames written").is_none());
    window.get_by_label_contains("The animation was not saved");
    assert!(!path.exists());
    assert_eq!(*app(&mut window).model.cursor(), cursor);
}

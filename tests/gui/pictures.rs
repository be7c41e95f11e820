//! Tiles that are cut from a picture.

use crate::focus::{CTRL, focus, focused, key, keys};
use crate::window::{Dropped, Window, app, apply, click, press, wait, window};
use egui::accesskit::Role;
use egui::epaint::ClippedShape;
use egui::{
    Color32, ColorImage, Event, Key, Modifiers, MouseWheelSource, MouseWheelUnit, Shape,
    TouchPhase, vec2,
};
use egui_kittest::kittest::Queryable;
use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tilescope::gui::commands::Command;
use tilescope::gui::document::DocumentAction;
use tilescope::gui::pictures::{Choice, PicturesAction};
use tilescope::gui::session::{Session, SessionData};

fn choose(window: &mut Window, path: &Path) {
    let choice = Choice::File(path.to_owned());
    apply(window, PicturesAction::Choose(choice).into());
}

/// The size of the picture on the tiles, once it was read.
fn size(window: &mut Window) -> [usize; 2] {
    wait(window, "the picture", |app| {
        !app.model.pictures().is_reading()
    });
    window.run_steps(3);
    app(window).model.pictures().picture().unwrap().image.size
}

fn picture(folder: &Path, name: &str, width: u32, height: u32) -> PathBuf {
    let path = folder.join(name);
    let pixel = |x: u32, y: u32| Rgb([x as u8, y as u8, 90]);
    let picture = DynamicImage::from(RgbImage::from_fn(width, height, pixel));
    let format = ImageFormat::from_path(&path).unwrap();
    picture.save_with_format(&path, format).unwrap();
    path
}

#[test]
fn a_picture_is_chosen_on_a_page() {
    let mut window = window();
    let ctx = window.ctx.clone();
    app(&mut window).carry_out_command(&ctx, Command::Picture);
    window.run_steps(4);
    click(&mut window, Role::RadioButton, "Rings");
    assert_eq!(size(&mut window), [384, 384]);
    assert_eq!(*app(&mut window).model.pictures().choice(), Choice::Own(1));
    click(&mut window, Role::CheckBox, "Numbers on the picture");
    assert!(!app(&mut window).model.pictures().has_numbers());
    press(&mut window, "Close");
    // The cells keep their names.
    let cell = "row 1, column 1: tile 2";
    assert!(
        window
            .query_by_role_and_label(Role::GridCell, cell)
            .is_some()
    );

    // Another window of the same session has the same picture.
    let session = app(&mut window).model.session();
    assert_eq!(session.picture.as_deref(), Some("rings"));
    assert_eq!(session.picture_numbers, Some(false));
    app(&mut window).carry_out_command(&ctx, Command::Picture);
    window.run_steps(4);
    click(&mut window, Role::RadioButton, "Numbers, without a picture");
    assert!(app(&mut window).model.pictures().picture().is_none());
}

#[test]
fn the_board_is_in_sight_beside_the_page_that_chooses_its_picture() {
    let mut window = window();
    window.set_size(vec2(1280.0, 420.0));
    window.run_steps(5);
    let place = |window: &Window| {
        let board = window.get_by_role_and_label(Role::Grid, "Start board");
        board.rect()
    };
    let before = place(&window);
    window.hover_at(before.center());
    window.event(Event::MouseWheel {
        unit: MouseWheelUnit::Line,
        delta: vec2(0.0, -100.0),
        phase: TouchPhase::Move,
        source: MouseWheelSource::Wheel,
        modifiers: Modifiers::NONE,
    });
    window.run_steps(60);
    assert!(place(&window).bottom() < before.center().y);
    let ctx = window.ctx.clone();
    app(&mut window).carry_out_command(&ctx, Command::Picture);
    window.run_steps(16);
    click(&mut window, Role::RadioButton, "Rings");
    size(&mut window);
    window.run_steps(60);
    let close = window.get_by_role_and_label(Role::Button, "Close").rect();
    assert!(place(&window).top() > 60.0, "{}", place(&window));
    assert!(close.right() > 1200.0, "{close}");
}

#[test]
fn nothing_dims_the_board_beside_the_page_that_chooses_its_picture() {
    for (command, dims) in [(Command::About, true), (Command::Picture, false)] {
        let mut window = window();
        let ctx = window.ctx.clone();
        app(&mut window).carry_out_command(&ctx, command);
        window.run_steps(16);
        let at = window.get_by_label("Start board").rect();
        let is_veil = |shape: &ClippedShape| match &shape.shape {
            Shape::Rect(it) => {
                let alpha = it.fill.a();
                it.rect.contains_rect(at) && alpha > 0 && alpha < 255
            }
            _ => false,
        };
        let has_veil = window.output().shapes.iter().any(is_veil);
        assert_eq!(has_veil, dims, "{command:?}");
    }
}

#[test]
fn png_jpeg_and_webp_are_read_and_reduced() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    for name in ["a.png", "b.jpg", "c.webp"] {
        let path = picture(folder.path(), name, 60, 40);
        choose(&mut window, &path);
        assert_eq!(size(&mut window), [60, 40], "{name}");
        assert_eq!(
            *app(&mut window).model.pictures().choice(),
            Choice::File(path)
        );
    }
    choose(&mut window, &picture(folder.path(), "wide.png", 2048, 64));
    assert_eq!(size(&mut window), [1024, 32]);

    let dropped = picture(folder.path(), "dropped.JPEG", 30, 20);
    let dropped = Arc::new(Dropped(dropped));
    window.input_mut().dropped_files.push(dropped);
    wait(&mut window, "the dropped picture", |app| {
        let picture = app.model.pictures().picture();
        picture.is_some_and(|picture| picture.image.size == [30, 20])
    });
}

/// The first chunk of a PNG says how large it is.
fn resized(png: &[u8], width: u32, height: u32) -> Vec<u8> {
    let mut bytes = png.to_vec();
    bytes[16..20].copy_from_slice(&width.to_be_bytes());
    bytes[20..24].copy_from_slice(&height.to_be_bytes());
    let mut crc = !0_u32;
    for byte in &bytes[12..29] {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = (crc >> 1) ^ (0xedb8_8320 & (!(crc & 1)).wrapping_add(1));
        }
    }
    bytes[29..33].copy_from_slice(&(!crc).to_be_bytes());
    bytes
}

#[test]
fn a_bad_picture_is_refused_in_a_sentence_and_the_one_before_stays() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    let good = picture(folder.path(), "good.png", 60, 40);
    choose(&mut window, &good);
    size(&mut window);
    let png = fs::read(&good).unwrap();
    let mut check = |name: &str, bytes: Option<&[u8]>, told: &str| {
        let path = folder.path().join(name);
        if let Some(bytes) = bytes {
            fs::write(&path, bytes).unwrap();
        }
        choose(&mut window, &path);
        let began = Instant::now();
        let has = |window: &Window, text: &str| {
            let found = window.query_all_by_label_contains(text).next();
            found.is_some()
        };
        let has_told = |window: &Window| has(window, told) && has(window, name);
        while !has_told(&window) {
            assert!(began.elapsed() < Duration::from_secs(5), "{name}: {told}");
            window.step();
        }
        let pictures = app(&mut window).model.pictures();
        assert_eq!(*pictures.choice(), Choice::File(good.clone()), "{name}");
        assert_eq!(pictures.picture().unwrap().image.size, [60, 40], "{name}");
    };
    check("none.png", None, "“none.png” is no longer on the disk.");
    check(
        "text.png",
        Some(b"no picture"),
        "text.png: this is no PNG, JPEG or WebP picture: choose another file.",
    );
    check(
        "gif.png",
        Some(b"GIF89a\x01\x00\x01\x00"),
        "this is no PNG, JPEG or WebP picture",
    );
    check(
        "cut.png",
        Some(&png[..png.len() / 2]),
        "the picture is damaged",
    );
    let wide = resized(&png, 50_000, 1);
    check("wide.png", Some(&wide), "pixels: choose one of at most");
    let bomb = resized(&png, 11_999, 11_999);
    check("bomb.png", Some(&bomb), "50 million in all");
    // No line breaks inside a number.
    let is_unbroken = |shape: &ClippedShape| match &shape.shape {
        Shape::Text(text) => text.galley.text().contains("11\u{a0}999"),
        _ => false,
    };
    assert!(window.output().shapes.iter().any(is_unbroken));
}

#[test]
fn a_pasted_picture_is_on_the_tiles_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("data/pasted.png");
    let mut window = window();
    let before = app(&mut window).model.problem().clone();
    let mut image = ColorImage::filled([30, 20], Color32::RED);
    image[(29, 19)] = Color32::BLUE;
    let picture = Arc::new(image);
    window.event(Event::PasteImage(picture.clone()));
    window.run_steps(3);
    window.get_by_label_contains("there is no folder to keep it in");
    assert!(app(&mut window).model.pictures().picture().is_none());

    apply(
        &mut window,
        PicturesAction::KeepPastedIn(path.clone()).into(),
    );
    window.event(Event::PasteImage(picture.clone()));
    window.run_steps(2);
    assert_eq!(size(&mut window), [30, 20]);
    window.get_by_label_contains("The pasted picture is on the tiles");
    let shown = app(&mut window).model.pictures().picture().unwrap();
    assert_eq!(shown.image.pixels, picture.pixels);
    assert_eq!(*app(&mut window).model.problem(), before);
    // A later window shows it.
    let session = app(&mut window).model.session();
    assert_eq!(session.picture.as_deref(), path.to_str());
    apply(&mut window, PicturesAction::Choose(Choice::Numbers).into());
    choose(&mut window, &path);
    size(&mut window);
    let shown = app(&mut window).model.pictures().picture().unwrap();
    assert_eq!(shown.image.pixels, picture.pixels);

    // Large ones are reduced, those without pixels refused.
    let wide = Arc::new(ColorImage::filled([3000, 10], Color32::RED));
    window.event(Event::PasteImage(wide));
    window.run_steps(2);
    assert_eq!(size(&mut window), [1024, 4]);
    let none = Arc::new(ColorImage::filled([0, 0], Color32::RED));
    window.event(Event::PasteImage(none));
    window.run_steps(2);
    assert_eq!(size(&mut window), [1024, 4]);
    window.get_by_label_contains("The picture was not taken: it has no pixels");
}

/// Both may be named on the command line.
#[test]
fn that_a_picture_was_not_taken_stays_when_a_puzzle_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let (bad, boards) = (folder.path().join("bad.png"), folder.path().join("b.txt"));
    std::fs::write(&bad, "no picture").unwrap();
    std::fs::write(&boards, "123456708\n123450786\n").unwrap();
    let mut window = window();
    choose(&mut window, &bad);
    let told = "The picture was not taken";
    for _ in 0..500 {
        if window.query_by_label_contains(told).is_some() {
            break;
        }
        window.step();
        std::thread::park_timeout(std::time::Duration::from_millis(2));
    }
    apply(&mut window, DocumentAction::Open(boards).into());
    wait(&mut window, "the boards", |app| {
        app.model.library().active().is_some()
    });
    window.get_by_label_contains(told);
    choose(&mut window, &picture(folder.path(), "good.png", 60, 40));
    size(&mut window);
    window.run_steps(2);
    assert!(window.query_by_label_contains(told).is_none());
}

#[test]
fn that_the_picture_of_the_window_before_is_gone_is_told_by_its_name() {
    let mut window = window();
    let data = SessionData {
        picture: Some("/nowhere/own.png".into()),
        ..SessionData::default()
    };
    apply(
        &mut window,
        tilescope::gui::Action::Restore(Session::new(&data).into()),
    );
    wait(&mut window, "the picture", |app| {
        app.model.pictures().kept() == Choice::Numbers
    });
    window.run_steps(2);
    window.get_by_label(
        "“own.png” is no longer on the disk. Puzzle, Picture on the tiles chooses another picture.",
    );
}

#[test]
fn a_bad_picture_does_not_replace_one_that_is_still_being_read() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    let good = picture(folder.path(), "good.png", 60, 40);
    let bad = folder.path().join("none.png");
    for path in [&good, &bad] {
        let choice = Choice::File(path.clone());
        let model = &mut app(&mut window).model;
        model.apply(PicturesAction::Choose(choice).into());
    }
    assert_eq!(size(&mut window), [60, 40]);
    let session = app(&mut window).model.session();
    assert_eq!(session.picture.as_deref(), good.to_str());
}

#[test]
fn a_file_that_is_chosen_leaves_the_focus_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let path = picture(folder.path(), "own.png", 60, 40);
    let open = "Open a picture…";
    for (opens_by_keys, by_keys) in [(true, true), (true, false), (false, false)] {
        let mut window = window();
        apply(&mut window, PicturesAction::Choose(Choice::Own(0)).into());
        size(&mut window);
        if opens_by_keys {
            keys(&mut window, CTRL, Key::K);
            window.event(Event::Text(Command::Picture.entry().name.into()));
            window.run_steps(3);
            key(&mut window, Key::Enter);
            window.run_steps(8);
            assert_eq!(focused(&window).as_deref(), Some("Mountains"));
        } else {
            let ctx = window.ctx.clone();
            app(&mut window).carry_out_command(&ctx, Command::Picture);
            window.run_steps(8);
            assert_eq!(focused(&window), None);
        }
        if by_keys {
            focus(&mut window, Role::Button, open);
            key(&mut window, Key::Enter);
        } else {
            let at = window.get_by_label(open).rect().center();
            window.hover_at(at);
            window.run_steps(2);
            window.drag_at(at);
            window.run_steps(2);
            window.drop_at(at);
            window.run_steps(3);
        }
        assert!(app(&mut window).has_file_dialog());
        window.event(Event::Text(path.to_string_lossy().into_owned()));
        window.run_steps(3);
        key(&mut window, Key::Enter);
        window.run_steps(3);
        assert_eq!(size(&mut window), [60, 40]);
        window.run_steps(20);
        let expected = by_keys.then_some(open);
        assert_eq!(focused(&window).as_deref(), expected, "{by_keys}");
    }
}

/// Other files are not looked for among pictures.
#[test]
fn pictures_have_a_folder_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let path = picture(folder.path(), "own.png", 60, 40);
    let mut window = window();
    let ctx = window.ctx.clone();
    app(&mut window).carry_out_command(&ctx, Command::Picture);
    window.run_steps(4);
    let folder_of = |window: &Window| {
        let field = window.get_by_label("Folder of the file");
        PathBuf::from(field.value().unwrap())
    };
    press(&mut window, "Open a picture…");
    assert_ne!(folder_of(&window), folder.path());
    window.event(Event::Text(path.to_string_lossy().into_owned()));
    window.run_steps(3);
    key(&mut window, Key::Enter);
    assert_eq!(size(&mut window), [60, 40]);
    app(&mut window).carry_out_command(&ctx, Command::OpenTrace);
    window.run_steps(4);
    assert_ne!(folder_of(&window), folder.path());
    key(&mut window, Key::Escape);
    press(&mut window, "Open a picture…");
    assert_eq!(folder_of(&window), folder.path());
}

#[test]
fn the_page_of_pictures_alone_takes_one_that_is_pasted_above_the_board() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    let kept = folder.path().join("pasted.png");
    apply(&mut window, PicturesAction::KeepPastedIn(kept).into());
    let image = Arc::new(ColorImage::filled([30, 20], Color32::RED));
    for (page, takes) in [(Command::About, false), (Command::Picture, true)] {
        let ctx = window.ctx.clone();
        app(&mut window).carry_out_command(&ctx, page);
        window.run_steps(3);
        window.event(Event::PasteImage(image.clone()));
        window.run_steps(3);
        wait(&mut window, "the picture", |app| {
            !app.model.pictures().is_reading()
        });
        let is_shown = app(&mut window).model.pictures().picture().is_some();
        assert_eq!(is_shown, takes, "{page:?}");
    }
}

//! How long frames take with a collection of 10,000 puzzles open. The figures are printed, not
//! asserted: `cargo test --test gui frames -- --ignored --nocapture`.

use crate::window::{Window, app, wait};
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};
use tilescope::gui::app::App;
use tilescope::gui::document::DocumentAction;
use tilescope::gui::edit::BoardView;
use tilescope::gui::library::LibraryAction;
use tilescope::gui::native_dialogs::NativeDialogs;
use tilescope::gui::player::PlayerAction;
use tilescope::gui::{Action, Edit, Side, theme};
use tilescope_lab::cache::Cache;
use tilescope_lab::collection::{Collection, Entry};
use tilescope_lab::files;
use tilescope_puzzle::{Direction, Puzzle, Size};

const N_PUZZLES: usize = 10_000;
const LIMIT: Duration = Duration::from_millis(8);

type Times = Rc<RefCell<Vec<Duration>>>;

/// The window, and the time that each frame has taken since the list was last cleared.
fn measured() -> (Window, Times) {
    Cache::disable();
    let times = Times::default();
    let frames = Rc::clone(&times);
    let mut window = Harness::builder()
        .with_size(egui::vec2(1600.0, 1200.0))
        .with_step_dt(1.0 / 60.0)
        .with_context_setup(theme::install)
        .build_ui_state(
            move |ui, app: &mut Option<App>| {
                let native = || NativeDialogs::known(false);
                let app = app.get_or_insert_with(|| App::new(ui.ctx(), native()));
                let began = Instant::now();
                app.ui(ui);
                frames.borrow_mut().push(began.elapsed());
            },
            None,
        );
    window.run_steps(30);
    (window, times)
}

fn collection() -> Collection {
    let size = Size::new(4, 4).unwrap();
    let mut seed = 1_u64;
    let mut random = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) as usize
    };
    let entry = |number| {
        let mut puzzle = Puzzle::default_for(size);
        for _ in 0..80 {
            puzzle.start.slide(Direction::ALL[random() % 4]);
        }
        puzzle.name = format!("{number:05}");
        Entry {
            puzzle,
            result: None,
        }
    };
    Collection {
        name: "Ten thousand".into(),
        puzzles: (1..=N_PUZZLES).map(entry).collect(),
        ..Collection::default()
    }
}

#[test]
#[ignore = "prints how long frames take"]
fn with_a_collection_of_ten_thousand_puzzles() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("many.json");
    std::fs::write(&path, files::collection::to_json(&collection())).unwrap();
    let (mut window, times) = measured();
    let part = |name: &str, window: &mut Window, act: &mut dyn FnMut(&mut Window)| {
        times.borrow_mut().clear();
        let began = Instant::now();
        act(window);
        window.run_steps(10);
        let mut took = times.borrow().clone();
        took.sort();
        let over = took.iter().filter(|time| **time > LIMIT).count();
        let ms = |time: Duration| time.as_secs_f64() * 1e3;
        println!(
            "{name:<28} {:>4} frames, median {:>6.2} ms, max. {:>7.2} ms, {over} over 8 ms; in all {:>7.1} ms",
            took.len(),
            ms(took[took.len() / 2]),
            ms(*took.last().unwrap()),
            ms(began.elapsed()),
        );
    };
    let choose = |window: &mut Window, action: Action| app(window).model.apply(action);
    part("at rest", &mut window, &mut |window| window.run_steps(30));
    part("open", &mut window, &mut |window| {
        choose(window, DocumentAction::Open(path.clone()).into());
        wait(window, "the collection", |app| {
            app.model.library().file().is_some()
        });
    });
    part("the page at rest", &mut window, &mut |window| {
        window.run_steps(30);
    });
    for text in ["0", "4", "2"] {
        part("filter by a letter", &mut window, &mut |window| {
            let field = window.get_by_label("Filter the puzzles");
            field.type_text(text);
        });
    }
    for _ in 0..3 {
        window.key_press(Key::Backspace);
        window.run_steps(2);
    }
    for column in ["start", "goal", "name", "size", "moves", "found by", "no."] {
        part(&format!("sort by {column}"), &mut window, &mut |window| {
            let head = format!("Sort by {column}");
            let head = window.query_by_role_and_label(Role::ColumnHeader, &head);
            head.unwrap_or_else(|| panic!("{column}")).click();
        });
    }
    part("scroll", &mut window, &mut |window| {
        for _ in 0..40 {
            window.event(egui::Event::MouseWheel {
                unit: egui::MouseWheelUnit::Point,
                delta: egui::vec2(0.0, -700.0),
                modifiers: Modifiers::NONE,
                phase: egui::TouchPhase::Move,
                source: egui::MouseWheelSource::Wheel,
            });
            window.step();
        }
    });
    part("choose", &mut window, &mut |window| {
        choose(window, LibraryAction::Choose(5_000).into());
        window.key_press(Key::Escape);
    });
    part("next puzzle", &mut window, &mut |window| {
        for _ in 0..20 {
            window.key_press(Key::F8);
            window.step();
        }
    });
    part("edit", &mut window, &mut |window| {
        for direction in [Direction::Up, Direction::Left, Direction::Down] {
            choose(window, Edit::Slide(Side::Start, direction).into());
            window.step();
        }
    });
    choose(&mut window, Action::View(BoardView::Play));
    part("play", &mut window, &mut |window| {
        for direction in [Direction::Up, Direction::Left, Direction::Down] {
            choose(window, PlayerAction::Move(direction.into()).into());
            window.step();
        }
    });
    part("open again", &mut window, &mut |window| {
        choose(window, DocumentAction::Open(path.clone()).into());
        window.run_steps(60);
    });
    part("save", &mut window, &mut |window| {
        choose(window, LibraryAction::Save.into());
        window.run_steps(60);
    });
}

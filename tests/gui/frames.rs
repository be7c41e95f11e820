//! How long frames take with a collection of 10,000 puzzles open, with the state space shown, and with a
//! record of 40 million nodes. The figures are printed, not asserted:
//! `cargo test --release --test gui frames -- --ignored --nocapture --test-threads 1`.

use crate::window::{Window, app, wait, wait_for_collection};
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
use tilescope::gui::puzzle_lists::{PuzzleListsAction, Source};
use tilescope::gui::runs::RunsAction;
use tilescope::gui::spaces::SpaceKey;
use tilescope::gui::timeline::TimelineAction;
use tilescope::gui::work::WorkState;
use tilescope::gui::{Action, Edit, Side, theme};
use tilescope_lab::cache::Cache;
use tilescope_lab::collection::{Collection, Entry};
use tilescope_lab::space_map::Symmetric;
use tilescope_lab::{RunState, examples, files};
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

/// Prints how long the frames of `act` took, and ten more, and how long the last one's shapes take to
/// become triangles.
fn part(name: &str, window: &mut Window, times: &Times, act: &mut dyn FnMut(&mut Window)) {
    times.borrow_mut().clear();
    let began = Instant::now();
    act(window);
    window.run_steps(10);
    let mut took = times.borrow().clone();
    took.sort();
    let over = took.iter().filter(|time| **time > LIMIT).count();
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    let whole = began.elapsed();
    let shapes = window.output().shapes.clone();
    let began = Instant::now();
    window.ctx.tessellate(shapes, 1.0);
    let triangles = began.elapsed();
    println!(
        "{name:<28} {:>4} frames, median {:>6.2} ms, p99 {:>6.2}, max. {:>7.2}, {over} over 8 ms; \
         triangles {:>5.2} ms; in all {:>7.1} ms",
        took.len(),
        ms(took[took.len() / 2]),
        ms(took[took.len() * 99 / 100]),
        ms(*took.last().unwrap()),
        ms(triangles),
        ms(whole),
    );
}

fn collection(n_puzzles: usize) -> Collection {
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
        puzzle.name = format!("{number:06}");
        Entry {
            puzzle,
            result: None,
        }
    };
    Collection {
        name: "Many".into(),
        puzzles: (1..=n_puzzles).map(entry).collect(),
        ..Collection::default()
    }
}

#[test]
#[ignore = "prints how long frames take"]
fn with_a_collection_of_ten_thousand_puzzles() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("many.json");
    std::fs::write(&path, files::collection::to_json(&collection(N_PUZZLES))).unwrap();
    let (mut window, times) = measured();
    let part = |name: &str, window: &mut Window, act: &mut dyn FnMut(&mut Window)| {
        part(name, window, &times, act);
    };
    let choose = |window: &mut Window, action: Action| app(window).model.apply(action);
    part("at rest", &mut window, &mut |window| window.run_steps(30));
    part("open", &mut window, &mut |window| {
        choose(window, DocumentAction::Open(path.clone()).into());
        wait_for_collection(window);
    });
    part("the library at rest", &mut window, &mut |window| {
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
            wheel(window, egui::vec2(0.0, -700.0), Modifiers::NONE);
            window.step();
        }
    });
    part("choose all, and walk", &mut window, &mut |window| {
        let row = window.get_all_by_role(Role::ListBoxOption).next().unwrap();
        row.focus();
        window.run_steps(2);
        window.key_press_modifiers(Modifiers::COMMAND, Key::A);
        for _ in 0..20 {
            window.key_press_modifiers(Modifiers::SHIFT, Key::PageDown);
            window.run_steps(2);
        }
    });
    part("choose", &mut window, &mut |window| {
        choose(window, LibraryAction::Choose(5_000).into());
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

#[test]
#[ignore = "prints how long frames take"]
fn with_a_folder_of_ten_thousand_files() {
    let folder = tempfile::tempdir().unwrap();
    for entry in collection(N_PUZZLES).puzzles.iter() {
        let path = folder.path().join(format!("{}.json", entry.puzzle.name));
        std::fs::write(path, files::to_json(&entry.puzzle.into())).unwrap();
    }
    let (mut window, times) = measured();
    let part = |name: &str, window: &mut Window, act: &mut dyn FnMut(&mut Window)| {
        part(name, window, &times, act);
    };
    let read = |window: &mut Window, action: Action| {
        app(window).model.apply(action);
        wait(window, "the folder", |app| {
            let puzzle_list = app
                .model
                .puzzle_lists()
                .puzzle_list(Source::Folder)
                .unwrap();
            puzzle_list.ended().is_some() && !puzzle_list.is_reading()
        });
    };
    let chosen = PuzzleListsAction::Folder(folder.path().to_owned());
    part("read", &mut window, &mut |window| {
        app(window).model.apply(PuzzleListsAction::Focus.into());
        read(window, chosen.clone().into());
    });
    part("the library at rest", &mut window, &mut |window| {
        window.run_steps(30);
    });
    part("filter by a letter", &mut window, &mut |window| {
        window.get_by_label("Filter the puzzles").type_text("4");
    });
    part("sort by name", &mut window, &mut |window| {
        let head = window.get_by_role_and_label(Role::ColumnHeader, "Sort by name");
        head.click();
    });
    part("read again", &mut window, &mut |window| {
        read(window, PuzzleListsAction::Refresh.into());
    });
}

#[test]
#[ignore = "prints how long frames take"]
fn until_a_collection_of_a_hundred_thousand_puzzles_is_seen() {
    let folder = tempfile::tempdir().unwrap();
    let collection = collection(100_000);
    let own = folder.path().join("many.json");
    std::fs::write(&own, files::collection::to_json(&collection)).unwrap();
    let lines = folder.path().join("many.txt");
    let text: Vec<String> = (collection.puzzles.iter())
        .map(|entry| {
            let tiles = entry.puzzle.start.tiles().iter().map(u8::to_string);
            tiles.collect::<Vec<_>>().join(" ")
        })
        .collect();
    std::fs::write(&lines, text.join("\n")).unwrap();
    for path in [own, lines] {
        let (mut window, times) = measured();
        let name = path.extension().unwrap().to_string_lossy().into_owned();
        part(&name, &mut window, &times, &mut |window| {
            app(window)
                .model
                .apply(DocumentAction::Open(path.clone()).into());
            wait_for_collection(window);
        });
    }
}

#[test]
#[ignore = "prints how long frames take"]
fn with_the_state_space() {
    for (rows, columns) in [(3, 3), (2, 5)] {
        state_space(Size::new(rows, columns).unwrap());
    }
}

fn state_space(size: Size) {
    let (mut window, times) = measured();
    app(&mut window).show_only("State space");
    let puzzle = Puzzle::default_for(size);
    app(&mut window)
        .model
        .apply(DocumentAction::New(size).into());
    window.run_steps(5);
    let key = SpaceKey::new(&puzzle, Symmetric::Apart);
    let part = |name: &str, window: &mut Window, act: &mut dyn FnMut(&mut Window)| {
        part(&format!("{size} {name}"), window, &times, act);
    };
    part("until there is a map", &mut window, &mut |window| {
        wait(window, "the map", |app| {
            matches!(app.model.spaces().map(&key), WorkState::Done(_))
        });
        window.run_steps(60);
    });
    // The hardest board of a row far down.
    let far = {
        let WorkState::Done(map) = app(&mut window).model.spaces().map(&key) else {
            unreachable!("it is done")
        };
        map.board(map.n_points() as u32 - 1)
    };
    app(&mut window)
        .model
        .apply(Edit::Board(Side::Start, far).into());
    part("a search under way", &mut window, &mut |window| {
        crate::window::solve(window);
        wait(window, "the record", |app| {
            let entry = app.model.runs().active().unwrap();
            let reached = app.model.spaces().reached(entry);
            let trace = entry.run.trace();
            reached.is_some_and(|it| it.n_read() == (trace.n_nodes(), trace.n_expanded()))
        });
        window.run_steps(60);
    });
    let map = window
        .get_by_role_and_label(Role::Image, "Map of the state space")
        .rect();
    part("at rest", &mut window, &mut |window| window.run_steps(30));
    part("hovering", &mut window, &mut |window| {
        for i in 0..120 {
            let share = i as f32 / 120.0;
            let at = map.lerp_inside(egui::vec2(0.5 + (share - 0.5) * 0.9, share));
            window.event(egui::Event::PointerMoved(at));
            window.step();
        }
    });
    window.event(egui::Event::PointerGone);
    let end = app(&mut window).model.end();
    part("stepping the timeline", &mut window, &mut |window| {
        app(window)
            .model
            .apply(Action::Timeline(TimelineAction::Seek(end / 2)));
        for _ in 0..120 {
            app(window)
                .model
                .apply(Action::Timeline(TimelineAction::SeekBy(1)));
            window.step();
        }
    });
    part("jumping on the timeline", &mut window, &mut |window| {
        for i in 0..60 {
            let t = (i * 7 % 60) * (end / 60);
            app(window)
                .model
                .apply(Action::Timeline(TimelineAction::Seek(t)));
            window.step();
        }
    });
    for measure in ["Error h* − h", "h", "Shortest paths", "Distance"] {
        part(measure, &mut window, &mut |window| {
            window
                .get_by_role_and_label(Role::RadioButton, measure)
                .click();
            window.run_steps(4);
            wait(window, "the values of h", |app| {
                let expr = &app.model.settings().heuristic;
                matches!(measure, "Shortest paths" | "Distance")
                    || matches!(app.model.spaces().values(&key, expr), WorkState::Done(_))
            });
            window.run_steps(60);
        });
    }
}

fn wheel(window: &Window, delta: egui::Vec2, modifiers: Modifiers) {
    window.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta,
        modifiers,
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Wheel,
    });
}

/// A frame of a screen with 60 of them a second: the window rests in between, as in the program.
fn on_screen(window: &mut Window) {
    let began = Instant::now();
    window.step();
    let rest = Duration::from_secs_f32(1.0 / 60.0).saturating_sub(began.elapsed());
    std::thread::park_timeout(rest);
}

fn button(window: &Window, pos: egui::Pos2, pressed: bool) {
    window.event(egui::Event::PointerButton {
        pos,
        button: egui::PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    });
}

/// A\* on the first of Korf's 15-puzzles: 41.65 million nodes.
#[test]
#[ignore = "prints how long frames take"]
fn with_forty_million_nodes() {
    let (mut window, times) = measured();
    let part = |name: &str, window: &mut Window, act: &mut dyn FnMut(&mut Window)| {
        part(name, window, &times, act);
    };
    let korf = examples::by_file("korf-1").unwrap();
    let korf = DocumentAction::Example(korf.into());
    app(&mut window).model.apply(korf.into());
    window.run_steps(5);
    let has_ended = |app: &App| {
        let active = app.model.runs().active();
        active.is_some_and(|it| it.run.state() == RunState::Ended)
    };
    part("tree growing", &mut window, &mut |window| {
        app(window).model.apply(RunsAction::Solve.into());
        while !has_ended(app(window)) {
            on_screen(window);
        }
    });
    let n_nodes = app(&mut window).model.runs().active().unwrap().run.trace();
    println!("{} nodes", n_nodes.n_nodes());
    part("indices being built", &mut window, &mut |window| {
        for _ in 0..600 {
            on_screen(window);
        }
    });
    app(&mut window).show_only("Tree");
    window.run_steps(30);
    let middle = window.ctx.content_rect().center();
    window.event(egui::Event::PointerMoved(middle));
    part("zoom", &mut window, &mut |window| {
        for i in 0..240 {
            let by = if i % 80 < 60 { 40.0 } else { -60.0 };
            wheel(window, egui::vec2(0.0, by), Modifiers::COMMAND);
            window.step();
        }
    });
    part("pan", &mut window, &mut |window| {
        button(window, middle, true);
        for i in 0..240 {
            let turn = i as f32 / 20.0;
            let at = middle + 300.0 * egui::vec2(turn.sin(), turn.cos() - 1.0);
            window.event(egui::Event::PointerMoved(at));
            window.step();
        }
        button(window, middle, false);
    });
    part("select", &mut window, &mut |window| {
        for i in 0..120_u32 {
            let n = app(window).model.runs().active().unwrap().run.trace();
            let node = (u64::from(i) * 7_919_317 % u64::from(n.n_nodes())) as u32;
            crate::window::select(window, node);
            on_screen(window);
        }
    });
    part("step to any moment", &mut window, &mut |window| {
        let end = u64::from(app(window).model.end());
        for i in 0..120_u64 {
            let t = (i * 7_919_317 % end) as u32;
            app(window).model.apply(TimelineAction::Seek(t).into());
            window.step();
        }
    });
    app(&mut window).show_only("Frontier");
    app(&mut window).model.apply(TimelineAction::SeekEnd.into());
    window.run_steps(120);
    part("frontier scrolled", &mut window, &mut |window| {
        for i in 0..240 {
            let by = if i % 40 == 0 { -1e6 } else { -700.0 };
            wheel(window, egui::vec2(0.0, by), Modifiers::NONE);
            window.step();
        }
    });
}

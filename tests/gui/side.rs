//! The search, plots, result and runs panels, driven by their accessible names.

use crate::window::{Window, app, apply, choose_algorithm, click, press, solve, wait, window};
use egui::accesskit::{Role, Toggled};
use egui_kittest::Node;
use egui_kittest::kittest::{NodeT, Queryable};
use std::time::Duration;
use tilescope::gui::app::App;
use tilescope::gui::document::DocumentAction;
use tilescope::gui::{Action, Edit, Side};
use tilescope_lab::{RunOutcome, RunState, StoppedBy, catalogue};
use tilescope_puzzle::HEURISTICS;
use tilescope_search::{Applies, OPTIONS, Takes, Weight};

/// Opens a list and chooses from it.
fn choose(window: &mut Window, list: &str, item: &str) {
    click(window, Role::ComboBox, list);
    // A long list scrolls.
    window
        .get_by_role_and_label(Role::ListBoxOption, item)
        .scroll_to_me();
    window.run_steps(30);
    click(window, Role::ListBoxOption, item);
}

/// A 15-puzzle that takes longer than any test waits.
fn make_hard(window: &mut Window) {
    let line = "13 14 15 7 / 11 12 9 5 / 6 0 2 1 / 4 8 10 3";
    apply(
        window,
        Action::Document(DocumentAction::Paste(Side::Start, line.into())),
    );
    assert!(app(window).model.verdict().unwrap().is_solvable());
}

/// The labels of all nodes of this role.
fn labels(window: &Window, role: Role) -> Vec<String> {
    let nodes = window.query_all_by_role(role);
    nodes
        .filter_map(|node| node.accesskit_node().label())
        .collect()
}

fn row<'a>(window: &'a Window, label: &'a str) -> Node<'a> {
    window.get_by_role_and_label(Role::Label, label)
}

#[test]
fn algorithms_and_heuristics_are_chosen_from_their_lists() {
    let mut window = window();
    for about in catalogue() {
        choose(&mut window, "Algorithm", about.name);
        assert_eq!(app(&mut window).model.settings().algorithm.key, about.key);
        let list = window.get_by_role_and_label(Role::ComboBox, "Algorithm");
        assert_eq!(list.value().as_deref(), Some(about.name));
        let sentence = format!(
            "{} {}",
            about.summary,
            about.strategy(&about.defaults()).guarantees()
        );
        window.get_by_label(&sentence);
    }
    choose_algorithm(&mut window, "a-star");
    for about in HEURISTICS {
        choose(&mut window, "Heuristic", about.name);
        let heuristic = &app(&mut window).model.settings().heuristic;
        assert_eq!(heuristic.to_string(), about.key);
    }
}

#[test]
fn the_options_are_those_of_the_algorithm_and_no_others() {
    let mut window = window();
    for about in catalogue() {
        choose_algorithm(&mut window, about.key);
        let uses_seed = app(&mut window).model.settings().uses_seed();
        let of_table = OPTIONS.iter().map(|row| match about.option(row) {
            Some(Applies::Seed) => (row.name, uses_seed),
            applies => (row.name, applies.is_some()),
        });
        for (label, expected) in of_table.chain([
            ("Heuristic", about.uses_heuristic),
            ("Action order", !about.is_engine()),
            ("Max. expansions", true),
            ("Max. memory", true),
            ("Max. time", true),
        ]) {
            let is_there = window.query_by_label(label).is_some();
            assert_eq!(is_there, expected, "{label} for {}", about.name);
        }
        for applies in about.options {
            let label = applies.about().name;
            let Takes::Choice(all) = applies.about().takes else {
                continue;
            };
            let choices = applies.choices();
            let mut expected: Vec<&str> = (all.iter())
                .filter(|(key, _)| choices.contains(key))
                .map(|(_, label)| *label)
                .collect();
            click(&mut window, Role::ComboBox, label);
            let mut listed = labels(&window, Role::ListBoxOption);
            window.key_press(egui::Key::Escape);
            window.run_steps(3);
            listed.sort_unstable();
            expected.sort_unstable();
            assert_eq!(listed, expected, "{label} of {}", about.name);
        }
    }
}

#[test]
fn the_seed_is_shown_where_lots_are_drawn() {
    let mut window = window();
    choose_algorithm(&mut window, "a-star");
    assert!(window.query_by_label("Seed").is_none());
    choose(&mut window, "Tie-breaking", "random");
    assert!(window.query_by_label("Seed").is_some());
}

#[test]
fn another_algorithm_keeps_what_still_applies() {
    let mut window = window();
    choose(&mut window, "Tie-breaking", "first in first");
    choose(&mut window, "Max. time", "10 s");
    choose(&mut window, "Algorithm", "Weighted A*");
    let settings = app(&mut window).model.settings();
    assert_eq!(settings.options.ties.key(), "fifo");
    assert_eq!(settings.limits.time, Some(Duration::from_secs(10)));
}

#[test]
fn numbers_are_typed_and_nonsense_is_refused() {
    let mut window = window();
    choose_algorithm(&mut window, "weighted-a-star");
    let weight = |window: &mut Window, text: &str| {
        click(window, Role::SpinButton, "Weight w");
        window.get_by_label("Weight w").type_text(text);
        window.run_steps(2);
        window.key_press(egui::Key::Enter);
        window.run_steps(3);
        app(window).model.settings().options.weight
    };
    assert_eq!(weight(&mut window, "2.25"), Weight::new(2.25).unwrap());
    for nonsense in ["NaN", "-3", "inf", "two", ""] {
        let after = weight(&mut window, nonsense);
        assert_eq!(after, Weight::new(2.25).unwrap(), "{nonsense}");
    }
    assert_eq!(weight(&mut window, "5000"), Weight::new(1000.0).unwrap());
    let runs = app(&mut window).model.runs();
    assert!(runs.is_empty(), "Enter in a field starts no search");
}

#[test]
fn a_list_is_used_by_keys_alone() {
    let mut window = window();
    window
        .get_by_role_and_label(Role::ComboBox, "Algorithm")
        .focus();
    window.run_steps(2);
    for key in [egui::Key::Enter, egui::Key::ArrowDown, egui::Key::Enter] {
        window.key_press(key);
        window.run_steps(4);
    }
    // It begins where A* is, which was chosen before.
    let next = catalogue().skip_while(|about| about.key != "a-star").nth(1);
    let chosen = app(&mut window).model.settings().algorithm.key;
    assert_eq!(chosen, next.unwrap().key);
    assert!(
        labels(&window, Role::ListBoxOption).is_empty(),
        "the list closes"
    );
    assert!(
        app(&mut window).model.runs().is_empty(),
        "and nothing is solved"
    );
}

#[test]
fn limits_come_and_go() {
    let mut window = window();
    let limits = |window: &mut Window| app(window).model.settings().limits;
    choose(&mut window, "Max. expansions", "10\u{2009}000");
    assert_eq!(limits(&mut window).expanded, Some(10_000));
    press(&mut window, "Max. memory: list");
    click(&mut window, Role::ListBoxOption, "no limit");
    assert_eq!(limits(&mut window).memory, None);
    choose(&mut window, "Max. memory", "0.25 GiB");
    assert_eq!(limits(&mut window).memory, Some(1 << 28));
}

#[test]
fn arrows_lead_out_of_a_limit_and_leave_it_as_it_is() {
    let mut window = window();
    choose(&mut window, "Max. time", "1 s");
    let field = |window: &Window| {
        window
            .get_by_role_and_label(Role::SpinButton, "Max. time")
            .focus();
    };
    for arrow in [egui::Key::ArrowDown, egui::Key::ArrowUp] {
        field(&window);
        window.run_steps(3);
        window.key_press(arrow);
        window.run_steps(3);
        let left = window.get_by_role_and_label(Role::SpinButton, "Max. time");
        assert!(!left.is_focused(), "{arrow:?}");
        let time = app(&mut window).model.settings().limits.time;
        assert_eq!(time, Some(std::time::Duration::from_secs(1)));
    }
}

#[test]
fn the_order_of_the_actions_is_one_of_24() {
    let mut window = window();
    click(&mut window, Role::ComboBox, "Action order");
    assert_eq!(labels(&window, Role::ListBoxOption).len(), 24);
    click(&mut window, Role::ListBoxOption, "Down Right Left Up");
    let order = app(&mut window).model.settings().order;
    assert_eq!(order.to_string(), "DRLU");
}

#[test]
fn a_solved_puzzle_shows_its_result_run_and_plots() {
    let mut window = window();
    window.get_by_label_contains("The outcome of a search");
    solve(&mut window);
    row(&window, "Outcome: solved, optimal");
    row(&window, "Moves: 13");
    let expanded = app(&mut window).model.runs().active().unwrap();
    let expanded = expanded.run.counts().expanded;
    row(&window, &format!("Expanded: {expanded}"));
    window.get_by_role_and_label(Role::ListBoxOption, "Run 1: A* · Manhattan");
    window.get_by_role_and_label(Role::Image, "Plot of Frontier size");
    window.get_by_role_and_label(Role::Image, "Plot of Expanded and generated");
    window.get_by_label("recorded in full");

    press(&mut window, "Play solution");
    assert_eq!(app(&mut window).model.player().moves().len(), 13);
}

#[test]
fn runs_are_added_shown_hidden_sorted_and_removed() {
    let mut window = window();
    solve(&mut window);
    choose_algorithm(&mut window, "breadth-first");
    solve(&mut window);
    choose_algorithm(&mut window, "greedy-best-first");
    solve(&mut window);
    let names = [
        "Run 1: A* · Manhattan",
        "Run 2: Breadth-first",
        "Run 3: Greedy best-first · Manhattan",
    ];
    assert_eq!(labels(&window, Role::ListBoxOption), names);
    let active = |window: &mut Window| app(window).model.runs().active().unwrap().id.0;
    assert_eq!(active(&mut window), 3);

    click(&mut window, Role::ListBoxOption, names[1]);
    assert_eq!(active(&mut window), 2);

    let line = "Run 2: Breadth-first in the plots";
    click(&mut window, Role::CheckBox, line);
    let is_shown = |window: &mut Window| {
        let node = window.get_by_role_and_label(Role::CheckBox, line);
        node.accesskit_node().toggled() == Some(Toggled::True)
    };
    assert!(!is_shown(&mut window));
    assert_eq!(active(&mut window), 2, "hiding a run does not show another");
    click(&mut window, Role::CheckBox, line);
    assert!(is_shown(&mut window));

    click(&mut window, Role::ColumnHeader, "Sort by expanded");
    assert_eq!(labels(&window, Role::ListBoxOption)[2], names[1]);
    click(&mut window, Role::ColumnHeader, "Sort by expanded");
    assert_eq!(labels(&window, Role::ListBoxOption)[0], names[1]);

    press(&mut window, "Remove Run 2: Breadth-first");
    assert_eq!(labels(&window, Role::ListBoxOption).len(), 2);
    assert_eq!(active(&mut window), 3);
}

#[test]
fn a_long_run_is_paused_stepped_resumed_and_stopped() {
    let mut window = window();
    make_hard(&mut window);
    press(&mut window, "Solve");
    assert!(
        window
            .query_by_role_and_label(Role::Button, "Solve")
            .is_none()
    );
    let top = window.get_by_label("Pause").rect().top();
    press(&mut window, "Pause");
    let is_paused = |app: &App| {
        let run = app.model.runs().working().map(|entry| &entry.run);
        run.is_some_and(|run| run.state() == RunState::Paused)
    };
    wait(&mut window, "a pause", is_paused);
    row(&window, "Outcome: paused");
    let expanded = |app: &App| app.model.runs().active().unwrap().run.counts().expanded;
    let before = expanded(app(&mut window));
    press(&mut window, "Step");
    wait(&mut window, "a step", |app| {
        expanded(app) > before && is_paused(app)
    });
    assert_eq!(expanded(app(&mut window)), before + 1);
    press(&mut window, "Resume");
    wait(&mut window, "work", |app| expanded(app) > before + 100);
    press(&mut window, "Stop");
    wait(&mut window, "the end", |app| {
        let active = app.model.runs().active();
        active.is_some_and(|entry| entry.run.state() == RunState::Ended)
    });
    let report = app(&mut window).model.runs().active().unwrap();
    let report = report.run.report().unwrap();
    assert_eq!(report.outcome, RunOutcome::Stopped(StoppedBy::Interrupt));
    let best = report.best.unwrap();
    row(&window, "Outcome: stopped by the user");
    assert_eq!(window.get_by_label("Solve").rect().top(), top);

    press(&mut window, "Show the best node");
    assert_eq!(app(&mut window).model.selection(), best.node);
}

#[test]
fn an_unsolvable_puzzle_is_recognised_at_once() {
    let mut window = window();
    assert!(window.query_by_label_contains("by parity").is_none());
    apply(
        &mut window,
        Action::from(Edit::Swap(tilescope::gui::Side::Start, 0, 1)),
    );
    window.get_by_label_contains("No solution, by parity");
    solve(&mut window);
    row(&window, "Outcome: no solution, by parity");
    row(&window, "Expanded: 0");
    window.get_by_label_contains("no search was needed. Start and goal differ by");
}

#[test]
fn enter_and_escape_in_a_list_are_not_for_the_search() {
    let mut window = window();
    make_hard(&mut window);
    window.key_press(egui::Key::Enter);
    window.run_steps(2);
    assert!(app(&mut window).model.runs().working().is_some());
    click(&mut window, Role::ComboBox, "Algorithm");
    window.key_press(egui::Key::Escape);
    window.run_steps(3);
    assert!(
        labels(&window, Role::ListBoxOption).len() == 1,
        "the list is closed"
    );
    assert!(app(&mut window).model.runs().working().is_some());
    window.key_press(egui::Key::Escape);
    wait(&mut window, "the end", |app| {
        app.model.runs().working().is_none()
    });
}

#[test]
fn a_plot_shows_what_its_head_chooses() {
    let mut window = window();
    solve(&mut window);
    for title in [
        "Evaluation of the expanded node",
        "Nodes generated a second",
    ] {
        choose(&mut window, "First plot", title);
        window.get_by_role_and_label(Role::Image, &format!("Plot of {title}"));
    }
    click(&mut window, Role::RadioButton, "One");
    assert!(window.query_by_label("Second plot").is_none());
}

#[test]
fn an_engine_solves_and_says_why_there_is_no_tree() {
    let mut window = window();
    apply(
        &mut window,
        Action::Document(DocumentAction::Paste(
            Side::Start,
            "1 2 3 / 5 6 _ / 4 7 8".into(),
        )),
    );
    choose_algorithm(&mut window, "fast-ida-star");
    window.run_steps(3);
    window.get_by_label("An engine: its estimate is built in, and it records no nodes.");
    solve(&mut window);
    let run = app(&mut window).model.runs().active().expect("a run");
    let report = run.run.report().expect("it has ended");
    assert!(
        matches!(report.outcome, RunOutcome::Solved { optimal: true, .. }),
        "{report:?}"
    );
    window.get_by_label_contains("Engines don't record nodes");
    window.get_by_label_contains("nothing recorded");
    window.get_by_label_contains("Used: ");
}

#[test]
fn an_engine_that_does_not_fit_the_board_says_so_before_a_run() {
    let mut window = window();
    apply(
        &mut window,
        Action::Document(DocumentAction::Paste(Side::Start, "1 2 3 / 4 _ 5".into())),
    );
    choose_algorithm(&mut window, "fast-ida-star");
    window.run_steps(3);
    window.get_by_label_contains("The engine Fast IDA* is not for this 2×3 puzzle");
}

/// A list of many is searched by typing: the words may stand in the name or in the summary.
#[test]
fn an_algorithm_is_found_by_typing() {
    let mut window = window();
    let items = |window: &Window| window.query_all_by_role(Role::ListBoxOption).count();
    click(&mut window, Role::ComboBox, "Algorithm");
    let all = items(&window);
    assert!(all > 20, "{all}");
    let type_text = |window: &mut Window, text: &str| {
        window.event(egui::Event::Text(text.to_owned()));
        window.run_steps(3);
    };
    type_text(&mut window, "opt");
    let found = items(&window);
    assert!((2..all).contains(&found), "{found}");
    // What is found first is marked: a name in which a word begins so.
    for key in [egui::Key::ArrowDown, egui::Key::ArrowUp, egui::Key::Enter] {
        window.key_press(key);
        window.run_steps(3);
    }
    let key = |window: &mut Window| app(window).model.settings().algorithm.key;
    assert_eq!(key(&mut window), "fastest-optimal");
    assert_eq!(items(&window), 0, "the list is closed");

    // Typed anew the next time, and Escape leaves all as it was.
    click(&mut window, Role::ComboBox, "Algorithm");
    assert_eq!(items(&window), all);
    type_text(&mut window, "no such algorithm");
    assert_eq!(items(&window), 0);
    window.get_by_label("None has this in its name or summary.");
    window.key_press(egui::Key::Escape);
    window.run_steps(3);
    assert!(window.query_by_label_contains("None has this").is_none());
    assert_eq!(key(&mut window), "fastest-optimal");
}

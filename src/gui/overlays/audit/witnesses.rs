//! The boards that prove that a heuristic is not admissible, or not consistent.

use crate::gui::actions::Action;
use crate::gui::edit::{Edit, Side};
use crate::gui::model::Model;
use crate::gui::theme;
use crate::gui::widgets::note;
use crate::gui::widgets::table::{Column, Table};
use egui::Ui;
use tilescope_lab::audit::admissibility::AStar;
use tilescope_lab::audit::dominance::Greater;
use tilescope_lab::audit::text::cost_text;
use tilescope_lab::audit::{AuditReport, Boards, HeuristicReport, misled};
use tilescope_lab::{Settings, format};
use tilescope_puzzle::Board;
use tilescope_puzzle::notation::board_line;

/// Shows the witnesses. Returns the board whose row was pressed.
pub fn ui(
    ui: &mut Ui,
    whole: &AuditReport,
    place: usize,
    report: &HeuristicReport,
    unit: u32,
) -> Option<Board> {
    let [no_overestimate, no_fall] = match whole.audit.boards {
        Boards::All => [
            "It overestimates on no board.",
            "By no move does it fall by more than the move costs.",
        ],
        Boards::Sample(_) => [
            "It overestimates on none of these boards.",
            "From these boards, by no move does it fall by more than the move costs.",
        ],
    };
    let cost = |cost: u32| cost_text(cost, unit);
    let over = report.overestimates.witnesses.iter().map(|worst| {
        let (h, distance) = (cost(worst.h), cost(worst.distance));
        let found = match worst.a_star {
            AStar::Found(found) => cost(found),
            AStar::Unsearched => "…".into(),
            AStar::NotFound => "–".into(),
        };
        let line = board_line(&worst.board);
        let name = format!("h {h}, h* {distance}, A* {found}: {line}");
        ([h, distance, found, line], name, &worst.board)
    });
    let over: Vec<Witness> = over.collect();
    let falls = report.inconsistencies.witnesses.iter().map(|worst| {
        let (h, after) = (cost(worst.h), cost(worst.h_after));
        let line = format!(
            "{} by {}",
            board_line(&worst.board),
            worst.direction.letter()
        );
        let name = format!("h falls from {h} to {after}: {line}");
        ([h, after, cost(worst.cost), line], name, &worst.board)
    });
    let falls: Vec<Witness> = falls.collect();
    let has_over = !over.is_empty();
    let has_rows = has_over || !falls.is_empty();
    let mut opened = None;
    let lists = [
        (
            "Worst overestimates",
            ["h", "h*", "A*"],
            "overestimates",
            over,
            no_overestimate,
        ),
        (
            "Worst falls",
            ["h", "after", "cost"],
            "falls",
            falls,
            no_fall,
        ),
    ];
    for (title, heads, salt, rows, none) in lists {
        let palette = theme::palette(ui);
        ui.label(theme::head(title, palette));
        if rows.is_empty() {
            note(ui, none);
        } else {
            opened = table(ui, salt, heads, &rows).or(opened);
        }
        ui.add_space(theme::space::M);
    }
    let others = others(whole, place, report, unit);
    for (title, heads, rows) in &others {
        ui.label(theme::head(title, theme::palette(ui)));
        let shown = ui.push_id(title, |ui| table(ui, "others", *heads, rows));
        opened = shown.inner.or(opened);
        ui.add_space(theme::space::M);
    }
    if has_over {
        let max = format::count(misled::MAX_EXPANDED);
        note(
            ui,
            &format!(
                "A* is the cost of the solution that A* finds with this heuristic; a dash, if it finds \
                 none in {max} expansions."
            ),
        );
    }
    if has_rows || !others.is_empty() {
        note(
            ui,
            "Press a row to open its board, with this heuristic for the search.",
        );
    }
    opened
}

type List<'a> = (String, [&'static str; 3], Vec<Witness<'a>>);

/// Boards of other kinds: where it takes longest to get to a lower h, where h differs from that of a
/// reflection, and where it differs from that of another heuristic.
fn others<'a>(
    whole: &'a AuditReport,
    place: usize,
    report: &'a HeuristicReport,
    unit: u32,
) -> Vec<List<'a>> {
    let mut lists: Vec<List> = Vec::new();
    if let Some(way) = &report.plateaus.longest_way_out {
        let (n_moves, h) = (way.n_moves.to_string(), cost_text(way.h, unit));
        let line = board_line(&way.board);
        let name = format!("{n_moves} moves to a lower h than {h}: {line}");
        let row = ([n_moves, h, String::new(), line], name, &way.board);
        lists.push(("Longest way out".into(), ["moves", "h", ""], vec![row]));
    }
    let mut greater = |title: String, greater: &'a Greater| {
        if let Some(board) = &greater.witness {
            let n = format::count(greater.n_states);
            let (most, line) = (cost_text(greater.most, unit), board_line(board));
            let name = format!("{title} on {n} boards, by up to {most}: {line}");
            let row = ([most, n, String::new(), line], name, board);
            lists.push((title, ["by", "boards", ""], vec![row]));
        }
    };
    for asymmetry in &report.asymmetries {
        let title = format!("Above that of its {}", asymmetry.symmetry.name());
        greater(title, &asymmetry.greater);
    }
    for pair in &whole.dominance {
        let sides = [
            (pair.first, pair.second, &pair.first_greater, "Above"),
            (pair.first, pair.second, &pair.second_greater, "Below"),
            (pair.second, pair.first, &pair.second_greater, "Above"),
            (pair.second, pair.first, &pair.first_greater, "Below"),
        ];
        for (own, other, states, word) in sides {
            if own == place
                && let Some(other) = whole.heuristics.get(other)
            {
                greater(format!("{word} {}", other.expr), states);
            }
        }
    }
    lists
}

/// The cells, the accessible name and the board of a row.
type Witness<'a> = ([String; 4], String, &'a Board);

fn table(
    ui: &mut Ui,
    salt: &'static str,
    heads: [&'static str; 3],
    rows: &[Witness],
) -> Option<Board> {
    let figure = |i: usize, width: f32| {
        let texts = rows.iter().map(|(cells, ..)| cells[i].as_str());
        Column::figure(heads[i], width).fit(ui, theme::text::SMALL, texts)
    };
    let columns = [
        figure(0, 36.0),
        figure(1, 36.0),
        figure(2, 32.0),
        Column::rest("board", 120.0),
    ];
    let colour = theme::palette(ui).text;
    let mut opened = None;
    Table::new(salt, &columns)
        .inset(theme::space::S)
        .without_scrolling()
        .show(ui, rows.len(), |row| {
            let i = row.index();
            let (cells, name, board) = &rows[i];
            if row.selectable((salt, i), name, false).clicked() {
                opened = Some((*board).clone());
            }
            row.text(theme::text::SMALL, |column| {
                (cells[column].as_str(), colour)
            });
        });
    opened
}

/// Makes `board` the start, and searches it with the heuristic of the report.
pub fn open(board: Board, report: &HeuristicReport, model: &Model, actions: &mut Vec<Action>) {
    actions.push(Edit::Board(Side::Start, board).into());
    let settings = Settings {
        heuristic: report.expr.clone(),
        ..model.settings().clone()
    };
    actions.push(Action::Settings(settings.into()));
}

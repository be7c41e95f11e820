//! The boards that prove that a heuristic is not admissible, or not consistent.

use crate::gui::actions::Action;
use crate::gui::edit::{Edit, Side};
use crate::gui::model::Model;
use crate::gui::theme;
use crate::gui::widgets::note;
use crate::gui::widgets::table::{Column, Table};
use egui::Ui;
use tilescope_lab::audit::{AuditReport, Boards, HeuristicReport};
use tilescope_lab::{Settings, format};
use tilescope_puzzle::Board;
use tilescope_puzzle::notation::board_line;

/// Shows the witnesses. Returns the board whose row was pressed.
pub fn ui(ui: &mut Ui, whole: &AuditReport, report: &HeuristicReport, unit: u32) -> Option<Board> {
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
    let cost = |cost: u32| format::cost(cost.into(), unit);
    let over = report.overestimates.witnesses.iter().map(|worst| {
        let (h, distance) = (cost(worst.h), cost(worst.distance));
        let found = worst.a_star_cost.map_or("–".into(), cost);
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
    if !report.is_admissible() || !report.is_consistent() {
        note(
            ui,
            "Press a row to open its board, with this heuristic for the search. A* is the cost \
                  of the solution that A* finds with it.",
        );
    }
    opened
}

/// The cells, the accessible name and the board of a row.
type Witness<'a> = ([String; 4], String, &'a Board);

fn table(
    ui: &mut Ui,
    salt: &'static str,
    heads: [&'static str; 3],
    rows: &[Witness],
) -> Option<Board> {
    let columns = [
        Column::figure(heads[0], 36.0),
        Column::figure(heads[1], 36.0),
        Column::figure(heads[2], 32.0),
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

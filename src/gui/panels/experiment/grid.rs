//! The grid of an experiment: a row an instance, a column a configuration; each cell has a sign and a
//! colour for how far its runs are, and a figure.

use crate::gui::experiments::{Cell, CellState, Figures, Progress, instance_name};
use crate::gui::theme::{self, Palette, space};
use crate::gui::widgets::matrix::Matrix;
use crate::gui::widgets::{elided, main_control};
use egui::{
    Align, Align2, Color32, CornerRadius, Rect, Role, Sense, Stroke, StrokeKind, Ui, Vec2,
    WidgetInfo,
};
use egui_material_icons::MaterialIcon;
use egui_material_icons::icons::{ICON_CHECK, ICON_ERROR, ICON_FLAG, ICON_PLAY_ARROW, ICON_REMOVE};
use tilescope_lab::experiment::report::median;
use tilescope_lab::format;

const HEIGHT: f32 = 26.0;
/// The least and the greatest width of a cell: a configuration's name fits if it is not too long.
const WIDTHS: std::ops::RangeInclusive<f32> = 92.0..=148.0;
/// So many configurations are measured for the width of the cells.
const MEASURED: usize = 64;
/// The width of the instances' names, as a part of the grid, and at most.
const NAMES_PART: f32 = 0.24;
const NAMES: f32 = 220.0;
/// The size of a sign.
const SIGN: f32 = 14.0;

/// Which figure of its runs a cell has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Figure {
    #[default]
    Expanded,
    Seconds,
    Moves,
}

impl Figure {
    pub const ALL: [(Figure, &'static str); 3] = [
        (Figure::Expanded, "Expanded"),
        (Figure::Seconds, "Seconds"),
        (Figure::Moves, "Moves"),
    ];

    /// The median of the runs' figures.
    fn of<'a>(self, runs: impl Iterator<Item = &'a Figures>) -> Option<String> {
        let value = |run: &Figures| match self {
            Figure::Expanded => Some(run.expanded as f64),
            Figure::Seconds => Some(run.search_seconds),
            Figure::Moves => run.moves.map(|n| n as f64),
        };
        let values: Option<Vec<f64>> = runs.map(value).collect();
        let value = median(values?)?;
        Some(match self {
            Figure::Seconds => tilescope_lab::experiment::report::number(value),
            _ => format::count(value.round() as u64),
        })
    }
}

/// The sign of a state, and its colour. What waits has none.
pub fn sign(state: CellState, palette: &Palette) -> (Option<MaterialIcon>, Color32) {
    match state {
        CellState::Waiting => (None, palette.faint),
        CellState::Running => (Some(ICON_PLAY_ARROW), palette.accent),
        CellState::Finished => (Some(ICON_CHECK), palette.good),
        CellState::StoppedWithSolution => (Some(ICON_FLAG), palette.good),
        CellState::Unsolved => (Some(ICON_REMOVE), palette.solution),
        CellState::Failed => (Some(ICON_ERROR), palette.warning),
    }
}

/// Shows the grid. `shown` are the instance and the configuration of the shown run. Returns the
/// instance and the configuration of a cell that was clicked.
pub fn ui(
    ui: &mut Ui,
    progress: &Progress,
    figure: Figure,
    shown: Option<(usize, usize)>,
) -> Option<(usize, usize)> {
    let experiment = progress.experiment();
    let names: f32 = (ui.available_width() * NAMES_PART).min(NAMES);
    let matrix = Matrix {
        salt: "grid",
        n_rows: experiment.instances.len(),
        n_columns: experiment.configurations.len(),
        corner: "Instance",
        row_name: &|row| instance_name(&experiment.instances[row].name),
        column_name: &|column| halves(&experiment.configurations[column].words),
        names,
        heads: Align::LEFT,
        cell: Vec2::new(width(ui, progress), HEIGHT),
    };
    let mut clicked = None;
    matrix.show(ui, |ui, row, column| {
        let cell = progress.cell(row, column);
        let figure = figure.of(progress.figures(row, column));
        let name = format!(
            "{}, {}: {}",
            instance_name(&experiment.instances[row].name),
            experiment.configurations[column].words,
            words(cell, figure.as_deref())
        );
        let is_shown = shown == Some((row, column));
        if cell_ui(ui, cell, figure.as_deref(), &name, is_shown) {
            clicked = Some((row, column));
        }
    });
    clicked
}

/// The width of the cells.
fn width(ui: &Ui, progress: &Progress) -> f32 {
    let configurations = progress.experiment().configurations.iter();
    let lines = configurations
        .take(MEASURED)
        .flat_map(|it| halves(&it.words));
    let colour = theme::palette(ui).text;
    let widths = lines.map(|line| {
        let galley = elided(ui, line, theme::text::SMALL, colour, f32::INFINITY);
        galley.size().x + space::M
    });
    let widest = widths.fold(0.0, f32::max).ceil();
    widest.clamp(*WIDTHS.start(), *WIDTHS.end())
}

/// A name, such as “A\* · Manhattan distance”, in two lines, as short as they can be. Its parts stay whole.
pub fn halves(name: &str) -> [&str; 2] {
    let between = if name.contains(" · ") { " · " } else { " " };
    let splits = name.match_indices(between);
    let splits = splits.map(|(at, gap)| [&name[..at], &name[at + gap.len()..]]);
    let longest = |lines: &[&str; 2]| lines.map(|line| line.chars().count()).into_iter().max();
    splits.min_by_key(longest).unwrap_or([name, ""])
}

/// “finished, 1 234”, “running, 1 of 3 done”.
fn words(cell: Cell, figure: Option<&str>) -> String {
    let mut words = cell.state.name().to_owned();
    if cell.n_runs > 1 && cell.n_done < cell.n_runs {
        words += &format!(", {} of {} done", cell.n_done, cell.n_runs);
    }
    if let Some(figure) = figure {
        words += &format!(", {figure}");
    }
    words
}

/// A cell; whether it was clicked.
fn cell_ui(ui: &mut Ui, cell: Cell, figure: Option<&str>, name: &str, is_shown: bool) -> bool {
    let palette = theme::palette(ui);
    let place = ui.max_rect().shrink(1.0);
    let response = ui.allocate_rect(place, Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Cell, ui.is_enabled(), is_shown, name));
    let (sign, colour) = sign(cell.state, palette);
    let radius = CornerRadius::same(theme::radius::CONTROL - 2);
    let strength = match cell.state {
        CellState::Waiting => 0.06,
        _ if response.hovered() => 0.26,
        _ => 0.16,
    };
    let painter = ui.painter();
    painter.rect_filled(place, radius, colour.gamma_multiply(strength));
    if is_shown || response.has_focus() {
        let stroke = Stroke::new(1.5, palette.accent);
        painter.rect_stroke(place, radius, stroke, StrokeKind::Inside);
    }
    let inside = place.shrink2(Vec2::new(space::XS + 2.0, 0.0));
    if let Some(sign) = sign {
        let font = theme::icon(SIGN);
        let at = inside.left_center();
        painter.text(at, Align2::LEFT_CENTER, sign.codepoint, font, colour);
    }
    let text = match figure {
        _ if cell.n_runs > 1 && (1..cell.n_runs).contains(&cell.n_done) => {
            Some(format!("{}/{}", cell.n_done, cell.n_runs))
        }
        figure => figure.map(str::to_owned),
    };
    if let Some(text) = text {
        let room = inside.width() - SIGN - space::XS;
        let galley = elided(ui, &text, theme::text::SMALL, palette.text, room);
        let rect = Align2::RIGHT_CENTER.anchor_size(inside.right_center(), galley.size());
        ui.painter().galley(rect.min, galley, palette.text);
    }
    let clicked = response.clicked();
    if is_shown {
        main_control(ui, &response);
    }
    if response.gained_focus() {
        response.scroll_to_me(None);
    }
    response.on_hover_text(name);
    clicked
}

/// What the signs mean.
pub fn legend_ui(ui: &mut Ui) {
    const SIDE: f32 = 14.0;
    let palette = theme::palette(ui);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = Vec2::new(space::M, 0.0);
        for state in CellState::ALL {
            let name = state.name();
            let galley = elided(ui, name, theme::text::SMALL, palette.dim, f32::INFINITY);
            let size = Vec2::new(
                SIDE + space::XS + galley.size().x,
                theme::size::ROW - space::XS,
            );
            let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
            let middle = rect.left_center() + Vec2::new(SIDE / 2.0, 0.0);
            let square = Rect::from_center_size(middle, Vec2::splat(SIDE));
            let (sign, colour) = sign(state, palette);
            let painter = ui.painter();
            painter.rect_filled(square, theme::radius::MARK, colour.gamma_multiply(0.18));
            if let Some(sign) = sign {
                let font = theme::icon(SIDE - 2.0);
                painter.text(middle, Align2::CENTER_CENTER, sign.codepoint, font, colour);
            }
            let at = Align2::RIGHT_CENTER.anchor_size(rect.right_center(), galley.size());
            painter.galley(at.min, galley, palette.dim);
        }
    });
}

//! The plots of a report, painted: cactus, box plot and scatter plot, on logarithmic axes.

use crate::gui::theme::{self, Palette, space};
use crate::gui::widgets::{elided, note};
use egui::{
    Align2, Color32, FontId, Pos2, Rect, Response, Role, ScrollArea, Sense, Shape, Stroke,
    StrokeKind, Ui, Vec2, WidgetInfo, pos2, vec2,
};
use tilescope_lab::experiment::report::{BoxFigures, Logarithmic, Metric, number};
use tilescope_lab::format;

/// The room for the labels left of the plot and below it.
const LEFT: f32 = 52.0;
const BELOW: f32 = 40.0;
const ABOVE: f32 = 22.0;
/// The least height of a plot, and the height of its legend at most, as a part of the room.
const LEAST: f32 = 120.0;
const LEGEND_PART: f32 = 0.3;
/// The height of a line of the legend, and the least width of its columns.
const LINE: f32 = theme::size::ROW - space::XS;
const COLUMN: f32 = 300.0;
/// The least distance of two labels of an axis.
const GAP: f32 = 24.0;
/// The radius of a point.
const POINT: f32 = 3.5;

/// The frame of a plot, and where a value is on its vertical axis.
struct Frame {
    rect: Rect,
    axis: Logarithmic,
    palette: &'static Palette,
}

impl Frame {
    fn y(&self, value: f64) -> f32 {
        self.rect.bottom() - self.axis.share(value) as f32 * self.rect.height()
    }

    /// The value at a height.
    fn value(&self, y: f32) -> f64 {
        let share = (self.rect.bottom() - y) / self.rect.height();
        self.axis.value(f64::from(share))
    }
}

/// How many instances each configuration solves within each amount.
pub fn cactus(ui: &mut Ui, curves: &[Vec<f64>], names: &[String], n: usize, metric: Metric) {
    let counts = curves.iter().map(Vec::len);
    let texts: Vec<String> = names
        .iter()
        .zip(counts)
        .map(|(name, solved)| solved_text(name, solved, n))
        .collect();
    let axis = Logarithmic::new(curves.iter().flatten().copied());
    let (frame, response) = frame_ui(ui, axis, metric, "Cactus plot", texts.len());
    let x =
        |solved: usize| frame.rect.left() + solved as f32 / n.max(1) as f32 * frame.rect.width();
    for solved in whole_marks(n, frame.rect.width()) {
        mark_x(ui, &frame, x(solved), &format::count(solved as u64));
    }
    name_x(ui, &frame, "Instances solved");
    for (index, curve) in curves.iter().enumerate() {
        let (colour, dashes) = style(frame.palette, index);
        let places = (1..)
            .zip(curve)
            .map(|(solved, &value)| pos2(x(solved), frame.y(value)));
        let places: Vec<Pos2> = places.collect();
        let last = places.last().copied();
        ui.painter()
            .extend(line(places, Stroke::new(1.5, colour), dashes));
        if let Some(at) = last {
            ui.painter().circle_filled(at, POINT, colour);
        }
    }
    if let Some(at) = response.hover_pos().filter(|at| frame.rect.contains(*at)) {
        let value = frame.value(at.y);
        let within = curves.iter().zip(names).map(|(curve, name)| {
            let solved = curve.partition_point(|it| *it <= value);
            solved_text(name, solved, n)
        });
        let lines: Vec<String> = within.collect();
        let text = format!("Within {}:\n{}", number(value), lines.join("\n"));
        response.on_hover_text_at_pointer(text);
    }
    legend_ui(ui, &texts);
}

/// The quartiles of each configuration.
pub fn boxes(
    ui: &mut Ui,
    boxes: &[Option<BoxFigures>],
    names: &[String],
    n: usize,
    metric: Metric,
) {
    let count = |figures: &Option<BoxFigures>| figures.as_ref().map_or(0, |it| it.n);
    let named = (1..).zip(names.iter().zip(boxes));
    let texts: Vec<String> = named
        .map(|(number, (name, figures))| {
            format!("{number}: {}", solved_text(name, count(figures), n))
        })
        .collect();
    let axis = Logarithmic::new(boxes.iter().flatten().flat_map(BoxFigures::drawn));
    let (frame, response) = frame_ui(ui, axis, metric, "Box plot", texts.len());
    let room = frame.rect.width() / boxes.len().max(1) as f32;
    let half = (room * 0.3).min(space::XL);
    let step = (GAP / room).ceil().max(1.0) as usize;
    for (index, figures) in boxes.iter().enumerate() {
        let (colour, _) = theme::run_style(frame.palette, index);
        let middle = frame.rect.left() + (index as f32 + 0.5) * room;
        if index % step == 0 {
            mark_x(ui, &frame, middle, &(index + 1).to_string());
        }
        let Some(figures) = figures else { continue };
        let [low, median, high] = figures.quartiles.map(|it| frame.y(it));
        let [least, greatest] = figures.whiskers.map(|it| frame.y(it));
        let stroke = Stroke::new(1.5, colour);
        let painter = ui.painter();
        painter.vline(middle, low..=least, stroke);
        painter.vline(middle, greatest..=high, stroke);
        for end in [least, greatest] {
            painter.hline(middle - half / 2.0..=middle + half / 2.0, end, stroke);
        }
        let body = Rect::from_x_y_ranges(middle - half..=middle + half, high..=low);
        painter.rect(
            body,
            0.0,
            colour.gamma_multiply(0.2),
            stroke,
            StrokeKind::Middle,
        );
        painter.hline(body.x_range(), median, Stroke::new(2.5, colour));
        for &outlier in &figures.outliers {
            painter.circle_stroke(pos2(middle, frame.y(outlier)), 3.0, stroke);
        }
    }
    name_x(ui, &frame, "Configuration");
    if let Some(at) = response.hover_pos().filter(|at| frame.rect.contains(*at)) {
        let index = ((at.x - frame.rect.left()) / room) as usize;
        if let (Some(Some(figures)), Some(text)) = (boxes.get(index), texts.get(index)) {
            let [low, median, high] = figures.quartiles.map(number);
            let [least, greatest] = figures.whiskers.map(number);
            let text = format!(
                "{text}\nMedian {median}, quartiles {low} and {high}\nWhiskers {least} and {greatest}"
            );
            response.on_hover_text_at_pointer(text);
        }
    }
    legend_ui(ui, &texts);
}

/// One point an instance that both configurations solved.
pub fn scatter(
    ui: &mut Ui,
    points: &[(usize, [f64; 2])],
    of: [&str; 2],
    instances: &[String],
    metric: Metric,
) {
    let axis = Logarithmic::new(points.iter().flat_map(|(_, pair)| *pair));
    let (frame, response) = frame_ui(ui, axis, metric, "Scatter plot", 1);
    let x = |value: f64| frame.rect.left() + frame.axis.share(value) as f32 * frame.rect.width();
    for (share, power) in frame.axis.marks() {
        let place = frame.rect.left() + share as f32 * frame.rect.width();
        mark_x(ui, &frame, place, &power_text(power));
    }
    name_x(ui, &frame, of[0]);
    let diagonal = vec![frame.rect.left_bottom(), frame.rect.right_top()];
    let stroke = Stroke::new(1.0, frame.palette.faint);
    ui.painter()
        .extend(Shape::dashed_line(&diagonal, stroke, 6.0, 4.0));
    let place = |pair: &[f64; 2]| pos2(x(pair[0]), frame.y(pair[1]));
    for (_, pair) in points {
        let colour = frame.palette.accent.gamma_multiply(0.7);
        ui.painter().circle_filled(place(pair), POINT, colour);
    }
    if let Some(at) = response.hover_pos().filter(|at| frame.rect.contains(*at)) {
        let distance = |pair: &[f64; 2]| place(pair).distance(at);
        let nearest = points
            .iter()
            .min_by(|(_, a), (_, b)| distance(a).total_cmp(&distance(b)));
        if let Some((instance, pair)) = nearest.filter(|(_, pair)| distance(pair) < 3.0 * POINT) {
            ui.painter().circle_stroke(
                place(pair),
                POINT + 2.0,
                Stroke::new(1.5, frame.palette.text),
            );
            let [right, up] = pair.map(number);
            let [first, second] = of;
            let name = instances.get(*instance).map_or("", String::as_str);
            response.on_hover_text_at_pointer(format!("{name}\n{first}: {right}\n{second}: {up}"));
        }
    }
    let less = points.iter().filter(|(_, [a, b])| b < a).count();
    let text = format!(
        "Upward is {}: it has less on {} of {} instances, below the diagonal.",
        of[1],
        format::count(less as u64),
        format::count(points.len() as u64)
    );
    note(ui, &text);
}

/// “A\* · Manhattan distance: 12 of 13 solved”.
fn solved_text(name: &str, solved: usize, n: usize) -> String {
    let [solved, n] = [solved, n].map(|n| format::count(n as u64));
    format!("{name}: {solved} of {n} solved")
}

/// Makes room for a plot and its legend of so many lines, and paints the frame with the vertical axis.
fn frame_ui(
    ui: &mut Ui,
    axis: Logarithmic,
    metric: Metric,
    name: &str,
    n_lines: usize,
) -> (Frame, Response) {
    let palette = theme::palette(ui);
    let room = ui.available_size();
    let (_, legend) = legend_size(room.x, n_lines);
    let legend = legend.min(room.y * LEGEND_PART);
    let size = vec2(room.x, (room.y - legend - space::S).max(LEAST));
    let (whole, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| {
        WidgetInfo::labeled(Role::Image, true, format!("{name} of {}", metric.name()))
    });
    let rect = Rect::from_min_max(
        whole.min + vec2(LEFT, ABOVE),
        whole.max - vec2(space::M, BELOW),
    );
    let frame = Frame {
        rect,
        axis,
        palette,
    };
    let font = FontId::proportional(theme::text::HEAD);
    let painter = ui.painter();
    let title = metric.name();
    painter.text(
        whole.min,
        Align2::LEFT_TOP,
        title,
        font.clone(),
        palette.dim,
    );
    painter.rect_stroke(
        rect,
        0.0,
        Stroke::new(1.0, palette.line),
        StrokeKind::Middle,
    );
    let mut free = f32::INFINITY;
    for (share, power) in frame.axis.marks() {
        let y = rect.bottom() - share as f32 * rect.height();
        if free - y < GAP {
            continue;
        }
        free = y;
        painter.hline(rect.x_range(), y, Stroke::new(1.0, palette.line));
        let at = pos2(rect.left() - space::XS, y);
        painter.text(
            at,
            Align2::RIGHT_CENTER,
            power_text(power),
            font.clone(),
            palette.dim,
        );
    }
    (frame, response)
}

fn power_text(power: i32) -> String {
    match power {
        0..=6 => format::count(10_u64.pow(power as u32)),
        -3..=-1 => format!("{:.*}", power.unsigned_abs() as usize, 10_f64.powi(power)),
        _ => format!("1e{power}"),
    }
}

fn mark_x(ui: &Ui, frame: &Frame, x: f32, text: &str) {
    let painter = ui.painter();
    let bottom = frame.rect.bottom();
    painter.vline(
        x,
        bottom..=bottom + 4.0,
        Stroke::new(1.0, frame.palette.faint),
    );
    let font = FontId::proportional(theme::text::HEAD);
    let at = pos2(x, bottom + 6.0);
    painter.text(at, Align2::CENTER_TOP, text, font, frame.palette.dim);
}

fn name_x(ui: &Ui, frame: &Frame, text: &str) {
    let room = frame.rect.width();
    let galley = elided(ui, text, theme::text::HEAD, frame.palette.dim, room);
    let left = frame.rect.center().x - galley.size().x / 2.0;
    let at = pos2(left, frame.rect.bottom() + BELOW - galley.size().y - 2.0);
    ui.painter().galley(at, galley, frame.palette.dim);
}

/// Round numbers from 0 to `n`, far enough from each other on this width.
fn whole_marks(n: usize, width: f32) -> impl Iterator<Item = usize> {
    let at_most = (width / (2.0 * GAP)).max(1.0) as usize;
    let steps = (0..).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_usize.pow(power)));
    let step = { steps }
        .find(|step| n / step <= at_most)
        .unwrap_or(n.max(1));
    (0..=n).step_by(step)
}

/// The lengths of dashes and gaps in turn, which tell curves of one colour apart.
type Dashes = &'static [f32];

/// The colour of a configuration, and its line. 36 of them differ, for an experiment has more
/// configurations than a window has runs.
fn style(palette: &Palette, index: usize) -> (Color32, Dashes) {
    const DASHES: [Dashes; 6] = [
        &[],
        &[6.0, 4.0],
        &[1.5, 3.0],
        &[8.0, 3.0, 1.5, 3.0],
        &[14.0, 4.0],
        &[8.0, 3.0, 1.5, 3.0, 1.5, 3.0],
    ];
    let (colour, _) = theme::run_style(palette, index);
    let round = index / theme::N_RUN_COLOURS;
    (colour, DASHES[(index + round) % DASHES.len()])
}

fn line(places: Vec<Pos2>, stroke: Stroke, dashes: Dashes) -> Vec<Shape> {
    let [lengths, gaps] = [0, 1].map(|first| {
        let every_second = dashes.iter().skip(first).step_by(2);
        every_second.copied().collect::<Vec<f32>>()
    });
    match lengths.is_empty() {
        true => vec![Shape::line(places, stroke)],
        false => Shape::dashed_line_with_offset(&places, stroke, &lengths, &gaps, 0.0),
    }
}

/// How many columns the legend has in this room, and its height.
fn legend_size(width: f32, n_lines: usize) -> (usize, f32) {
    let n_columns = ((width / COLUMN) as usize).clamp(1, 3);
    let height = n_lines.div_ceil(n_columns) as f32 * LINE;
    (n_columns, height)
}

/// The names of the configurations, each with its line, in columns from top to bottom.
fn legend_ui(ui: &mut Ui, texts: &[String]) {
    let palette = theme::palette(ui);
    let area = ScrollArea::vertical().id_salt("legend").auto_shrink(false);
    area.show(ui, |ui| {
        let (n_columns, height) = legend_size(ui.available_width(), texts.len());
        let size = Vec2::new(ui.available_width(), height);
        let (whole, _) = ui.allocate_exact_size(size, Sense::hover());
        let n_rows = texts.len().div_ceil(n_columns).max(1);
        let width = whole.width() / n_columns as f32;
        for (index, text) in texts.iter().enumerate() {
            let place = vec2(
                (index / n_rows) as f32 * width,
                (index % n_rows) as f32 * LINE,
            );
            let rect = Rect::from_min_size(whole.min + place, vec2(width - space::S, LINE));
            let response = ui.interact(rect, ui.scope_id().with(index), Sense::hover());
            response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
            let (colour, dashes) = style(palette, index);
            let middle = rect.left_center();
            let ends = vec![middle, middle + vec2(LEFT / 2.0, 0.0)];
            ui.painter()
                .extend(line(ends, Stroke::new(2.0, colour), dashes));
            let room = rect.width() - LEFT / 2.0 - space::S;
            let galley = elided(ui, text, theme::text::SMALL, palette.text, room);
            let at = Align2::LEFT_CENTER.anchor_size(
                pos2(rect.left() + LEFT / 2.0 + space::S, rect.center().y),
                galley.size(),
            );
            ui.painter().galley(at.min, galley, palette.text);
        }
    });
}

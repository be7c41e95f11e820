//! The picture of the overview: which node is at each point, and a texture with their colours. Both are
//! made a few milliseconds a frame.

use super::focus::Focus;
use crate::gui::colouring::ColourBy;
use crate::gui::image_context;
use crate::gui::model::Model;
use crate::gui::panels::tree::colours::Colours;
use crate::gui::panels::tree::marks;
use crate::gui::runs::{RunEntry, RunId, RunMoment};
use crate::gui::theme;
use egui::epaint::TextureManager;
use egui::mutex::RwLock;
use egui::{Color32, ColorImage, TextureHandle, TextureId, TextureOptions, Ui};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tilescope_trace::subtrees::{Grid, Locator, Place, Sampler};
use tilescope_trace::{Moment, NO_NODE, NodeId, Status, Subtrees};

/// The part of a frame that finding nodes may take, and that painting may take.
const BUDGET: Duration = Duration::from_millis(3);
/// The nodes between two looks at the clock.
const STEP: usize = 1 << 11;
/// The least width of a node that is set off from the next one, in columns.
const MIN_PARTED: usize = 5;

/// What a grid is made of.
#[derive(Clone)]
pub struct GridKey {
    pub run: RunId,
    pub index: Arc<Subtrees>,
    pub focus: Focus,
    /// Columns, and the greatest number of rows.
    pub size: [usize; 2],
}

impl PartialEq for GridKey {
    fn eq(&self, other: &Self) -> bool {
        (self.run, self.focus, self.size) == (other.run, other.focus, other.size)
            && Arc::ptr_eq(&self.index, &other.index)
    }
}

/// The grid that is shown, and the one that is being made.
#[derive(Default)]
pub struct Sampling {
    made: Option<(GridKey, Arc<Grid>)>,
    /// Counts the grids.
    generation: u64,
    due: Option<(GridKey, Sampler)>,
    /// The places of nodes and of those above them in the present grid.
    located: Vec<(NodeId, Locator)>,
}

/// The greatest number of nodes whose places are remembered.
const MAX_LOCATED: usize = 16;

impl Sampling {
    /// Works on the grid that is wanted, and returns the latest that was made of this run.
    pub fn grid(&mut self, ui: &Ui, entry: &RunEntry, wanted: GridKey) -> Option<Arc<Grid>> {
        let trace = entry.run.trace();
        if self.made.as_ref().is_none_or(|(key, _)| *key != wanted) {
            let begun = self.due.take().filter(|(key, _)| *key == wanted);
            let (key, mut sampler) = begun.unwrap_or_else(|| {
                let extent = wanted.focus.extent(trace, &wanted.index);
                let [columns, max_rows] = wanted.size;
                (wanted.clone(), Sampler::new(extent, columns, max_rows))
            });
            let start = Instant::now();
            loop {
                if sampler.step(trace, &key.index, STEP) {
                    self.made = Some((key, Arc::new(sampler.finish())));
                    self.generation += 1;
                    self.located.clear();
                    break;
                }
                if start.elapsed() >= BUDGET && !image_context::is_image(ui) {
                    ui.ctx().request_repaint();
                    self.due = Some((key, sampler));
                    break;
                }
            }
        }
        let made = self.made.as_ref();
        let made = made.filter(|(key, _)| key.run == wanted.run);
        made.map(|(_, grid)| Arc::clone(grid))
    }

    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// The places of a node and of those above it, in the present grid; none while they are sought, and
    /// if the node is in another part of the tree.
    pub fn places(&mut self, ui: &Ui, entry: &RunEntry, node: NodeId) -> &[Place] {
        let Some((key, grid)) = &self.made else {
            return &[];
        };
        let at = match self.located.iter().position(|(known, _)| *known == node) {
            Some(at) => at,
            None => {
                if self.located.len() >= MAX_LOCATED {
                    self.located.remove(0);
                }
                self.located.push((node, Locator::new(node)));
                self.located.len() - 1
            }
        };
        let locator = &mut self.located[at].1;
        let start = Instant::now();
        while !locator.step(entry.run.trace(), &key.index, grid.extent(), STEP) {
            if start.elapsed() >= BUDGET && !image_context::is_image(ui) {
                ui.ctx().request_repaint();
                return &[];
            }
        }
        locator.places()
    }
}

/// The texture, and what it is painted with.
#[derive(Default)]
pub struct Picture {
    painted: Option<Painted>,
}

struct Painted {
    generation: u64,
    is_dark: bool,
    texture: TextureHandle,
    /// Of the context in which the texture is.
    textures: Arc<RwLock<TextureManager>>,
    /// For each row what it was painted with; `None` if it was not.
    rows: Vec<Option<Look>>,
    /// The row that is looked at first.
    next: usize,
}

/// What the colours of nodes depend on.
#[derive(Clone, Copy, PartialEq)]
struct Look {
    moment: RunMoment,
    colour_by: ColourBy,
    /// The nodes whose number is known.
    n_counted: Option<NodeId>,
    is_plain: bool,
}

impl Picture {
    /// Paints the rows that have changed, as many as there is time for, and returns the texture. An
    /// image is painted at once.
    pub fn paint(
        &mut self,
        ui: &Ui,
        model: &Model,
        entry: &RunEntry,
        t: Moment,
        grid: &Grid,
        generation: u64,
    ) -> TextureId {
        let palette = theme::palette(ui);
        let colours = Colours::of_run(model, entry, palette);
        let look = Look {
            moment: entry.moment(t),
            colour_by: model.colouring().chosen(),
            n_counted: model.colouring().of(entry).map(|it| it.n_nodes()),
            is_plain: colours.is_none(),
        };
        let trace = entry.run.trace();
        let colour = |node: NodeId| match (trace.status(node, t), &colours) {
            (Status::NotGenerated, _) | (_, None) => marks::colour(palette, trace.status(node, t)),
            (_, Some(colours)) => colours.of(node),
        };
        self.paint_rows(ui, grid, generation, look, &colour)
    }

    /// The same with these colours of the groups of a comparison, at this moment.
    pub fn paint_groups(
        &mut self,
        ui: &Ui,
        grid: &Grid,
        generation: u64,
        moment: RunMoment,
        colour: &dyn Fn(NodeId) -> Color32,
    ) -> TextureId {
        let look = Look {
            moment,
            colour_by: ColourBy::Comparison,
            n_counted: None,
            is_plain: false,
        };
        self.paint_rows(ui, grid, generation, look, colour)
    }

    /// Paints the rows that were painted with another look.
    fn paint_rows(
        &mut self,
        ui: &Ui,
        grid: &Grid,
        generation: u64,
        look: Look,
        colour: &dyn Fn(NodeId) -> Color32,
    ) -> TextureId {
        let is_dark = ui.visuals().dark_mode;
        let textures = ui.ctx().tex_manager();
        let is_same = |it: &Painted| {
            (it.generation, it.is_dark) == (generation, is_dark)
                && Arc::ptr_eq(&it.textures, &textures)
        };
        let known = self.painted.take().filter(is_same);
        let painted = self.painted.insert(known.unwrap_or_else(|| {
            let size = [grid.n_columns().max(1), grid.n_rows().max(1)];
            let blank = ColorImage::filled(size, Color32::TRANSPARENT);
            let context = ui.ctx();
            Painted {
                generation,
                is_dark,
                texture: context.load_texture("overview", blank, TextureOptions::NEAREST),
                textures,
                rows: vec![None; grid.n_rows()],
                next: 0,
            }
        }));
        let start = Instant::now();
        let n_rows = painted.rows.len();
        // From where it was broken off: at another step all rows are due again.
        let order = (painted.next..n_rows).chain(0..painted.next);
        for row in order {
            if painted.rows[row] == Some(look) {
                continue;
            }
            if start.elapsed() >= BUDGET && !image_context::is_image(ui) {
                painted.next = row;
                ui.ctx().request_repaint();
                break;
            }
            let mut pixels = Vec::with_capacity(grid.n_columns());
            for run in grid.row(row).chunk_by(|one, other| one == other) {
                let colour = match run[0] {
                    NO_NODE => Color32::TRANSPARENT,
                    node => colour(node),
                };
                pixels.extend(std::iter::repeat_n(colour, run.len()));
                if run.len() >= MIN_PARTED
                    && let Some(last) = pixels.last_mut()
                {
                    *last = Color32::TRANSPARENT;
                }
            }
            let strip = ColorImage::new([grid.n_columns(), 1], pixels);
            let options = TextureOptions::NEAREST;
            painted.texture.set_partial([0, row], strip, options);
            painted.rows[row] = Some(look);
        }
        painted.texture.id()
    }
}

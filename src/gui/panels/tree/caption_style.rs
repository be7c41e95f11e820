//! Where the figures of the nodes stand at a zoom, and how large they are.

use super::cell::{CaptionForm, MAX_SHAPE_FONT, MIN_FONT, caption_height};
use super::view::View;

/// Between figures and what is above or beside them, in points.
pub const GAP: f32 = 5.0;
/// Between a shape and the figures beside it, and between these and the next shape, in points: so
/// unequal that the eye sees to which of the two they belong.
pub const OWN_GAP: f32 = 3.0;
pub const CLEARANCE: f32 = 7.0;
/// The least distance of rows with figures beside their shapes, in points.
const MIN_ROW: f32 = 18.0;
/// The least height of a link below figures, in points.
const MIN_LINK: f32 = 18.0;

/// Where the figures of a frame stand.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum CaptionStyle {
    None,
    /// Below boards and shapes.
    Below {
        form: CaptionForm,
        font: f32,
    },
    /// To the right of shapes and single boards.
    Beside {
        form: CaptionForm,
        font: f32,
    },
}

impl CaptionStyle {
    /// Where figures have room at this zoom, beside shapes of this radius.
    pub fn of(view: &View, radius: f32) -> Self {
        use CaptionForm::{Line, None, TwoLines, Value};
        if let Some(cell) = view.cell() {
            return match cell.form {
                None => CaptionStyle::None,
                form => CaptionStyle::Below {
                    form,
                    font: cell.font,
                },
            };
        }
        let (column, row) = (view.column(), view.row());
        let widths = view.natural().captions();
        if row < MIN_ROW || widths.value == 0.0 {
            return CaptionStyle::None;
        }
        let font = (row * 0.4).clamp(MIN_FONT, MAX_SHAPE_FONT);
        // Below, if that leaves room for the links.
        let room = row - 2.0 * radius - MIN_LINK;
        let below = [
            (Line, widths.whole),
            (TwoLines, widths.terms),
            (Value, widths.value),
        ];
        let below = below.into_iter().find(|&(form, width)| {
            width > 0.0
                && width.max(widths.value) * font <= column - GAP
                && caption_height(form, font) <= room
        });
        // Rows with few nodes have room for a value where the fullest row has not.
        let value = Some((Value, widths.value)).filter(|_| caption_height(Value, font) <= room);
        if let Some((form, _)) = below.or(value) {
            return CaptionStyle::Below { form, font };
        }
        let taken = 2.0 * radius + OWN_GAP + CLEARANCE;
        let form = match taken + widths.whole * font <= column {
            true => Line,
            false => Value,
        };
        CaptionStyle::Beside { form, font }
    }

    /// This style in the smallest type.
    pub fn smallest(self) -> Self {
        let font = MIN_FONT;
        match self {
            CaptionStyle::None => CaptionStyle::None,
            CaptionStyle::Below { form, .. } => CaptionStyle::Below { form, font },
            CaptionStyle::Beside { form, .. } => CaptionStyle::Beside { form, font },
        }
    }

    pub fn is_below(self) -> bool {
        matches!(self, CaptionStyle::Below { .. })
    }

    /// How much room it takes below a node, in points.
    pub fn height_below(self) -> f32 {
        match self {
            CaptionStyle::Below { form, font } => caption_height(form, font),
            CaptionStyle::Beside { .. } | CaptionStyle::None => 0.0,
        }
    }
}

//! The columns of a list, and what each shows.

use super::listing::Listing;
use crate::gui::widgets::table::Column;

/// What a column shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Field {
    Number,
    Start,
    Goal,
    Name,
    Size,
    Moves,
    Origin,
}

/// The side of a preview.
pub const PREVIEW: f32 = 60.0;

const OF_COLLECTION: [(Field, Column); 7] = [
    (Field::Number, Column::figure("no.", 48.0).left_out(3)),
    (Field::Start, Column::text("start", PREVIEW)),
    (Field::Goal, Column::text("goal", PREVIEW).left_out(2)),
    (Field::Name, Column::rest("name", 72.0)),
    (Field::Size, Column::text("size", 44.0)),
    (Field::Moves, Column::figure("moves", 52.0)),
    (Field::Origin, Column::text("found by", 150.0).left_out(1)),
];

const OF_PUZZLE_LIST: [(Field, Column); 6] = [
    (Field::Start, Column::text("start", PREVIEW)),
    (Field::Goal, Column::text("goal", PREVIEW).left_out(3)),
    (Field::Name, Column::rest("name", 140.0)),
    (Field::Size, Column::text("size", 44.0).left_out(1)),
    (Field::Moves, Column::figure("moves", 52.0)),
    (Field::Origin, Column::text("in", 132.0).left_out(2)),
];

pub fn columns_of(listing: &Listing) -> &'static [(Field, Column)] {
    match listing {
        Listing::Collection(..) => &OF_COLLECTION,
        Listing::Puzzles(_) => &OF_PUZZLE_LIST,
    }
}

/// What the columns of a list show, in their order.
pub fn fields(listing: &Listing) -> Vec<Field> {
    columns_of(listing)
        .iter()
        .map(|(field, _)| *field)
        .collect()
}

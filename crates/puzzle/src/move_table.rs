//! Solutions as tables: a row a move, with the board or the city after it.

use super::notation::board_line;
use super::routes::Route;
use super::{Board, Direction};
use tilescope_search::Action;

/// What a table is written in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TableFormat {
    Markdown,
    Latex,
}

/// The head of a column, and its alignment: `l` or `r`.
type Head = (&'static str, char);
type Row = [String; 4];

impl TableFormat {
    pub const ALL: &'static [TableFormat] = &[TableFormat::Markdown, TableFormat::Latex];

    /// The name in a menu.
    pub fn name(self) -> &'static str {
        match self {
            TableFormat::Markdown => "Markdown table",
            TableFormat::Latex => "LaTeX table",
        }
    }

    /// A table of a solution: the number of each move, the blank's direction, the tile that slides,
    /// and the board afterwards. Row 0 is the start. `None` if a move leaves the board.
    pub fn write(self, start: &Board, moves: &[Direction]) -> Option<String> {
        let mut board = start.clone();
        let mut rows = vec![row(0, "", "", &board_line(&board))];
        for (number, &direction) in (1..).zip(moves) {
            let cell = board.blank();
            if !board.slide(direction) {
                return None;
            }
            let letter = direction.letter().to_string();
            // The tile that slid stands where the blank was.
            let tile = board.tiles()[cell].to_string();
            rows.push(row(number, &letter, &tile, &board_line(&board)));
        }
        let heads = [("move", 'r'), ("blank", 'l'), ("tile", 'r'), ("board", 'l')];
        Some(self.table(&heads, &rows))
    }

    /// A table of a route: the number of each drive, the city that it leads to, the length of its
    /// road, and the path cost. Row 0 is the start. `None` if a road begins elsewhere.
    pub fn write_route(self, route: &Route, roads: &[Action]) -> Option<String> {
        let map = &route.map;
        let (mut city, mut path_cost) = (route.start, 0_u64);
        let mut rows = vec![row(0, map.name(city), "", "0")];
        for (number, &action) in (1..).zip(roads) {
            map.actions(city).find(|other| *other == action)?;
            city = map.destination(action);
            let length = map.road(action).length;
            path_cost += u64::from(length);
            let (length, cost) = (length.to_string(), path_cost.to_string());
            rows.push(row(number, map.name(city), &length, &cost));
        }
        let heads = [("drive", 'r'), ("city", 'l'), ("road", 'r'), ("cost", 'r')];
        Some(self.table(&heads, &rows))
    }

    fn table(self, heads: &[Head; 4], rows: &[Row]) -> String {
        let names = heads.map(|(name, _)| name);
        let alignment = heads.map(|(_, alignment)| alignment);
        let rows = rows
            .iter()
            .map(|row| row.each_ref().map(|it| self.cell(it)));
        match self {
            TableFormat::Markdown => {
                let rule = alignment.map(|it| if it == 'r' { "---:" } else { "---" });
                let head = format!("| {} |\n| {} |\n", names.join(" | "), rule.join(" | "));
                let rows = rows.map(|row| format!("| {} |\n", row.join(" | ")));
                head + &rows.collect::<String>()
            }
            TableFormat::Latex => {
                let columns = String::from_iter(alignment);
                let head = format!(
                    "\\begin{{tabular}}{{{columns}}}\n{} \\\\\n\\hline\n",
                    names.join(" & ")
                );
                let rows = rows.map(|row| format!("{} \\\\\n", row.join(" & ")));
                head + &rows.collect::<String>() + "\\end{tabular}\n"
            }
        }
    }

    /// `text` with an escape before each character that means something else in a table.
    fn cell(self, text: &str) -> String {
        let special = match self {
            TableFormat::Markdown => "|",
            TableFormat::Latex => "&%$#_{}",
        };
        let mut cell = String::new();
        for c in text.chars() {
            match (self, c) {
                (TableFormat::Latex, '~') => cell += "\\textasciitilde{}",
                (TableFormat::Latex, '^') => cell += "\\textasciicircum{}",
                (_, c) if special.contains(c) => cell.extend(['\\', c]),
                (_, c) => cell.push(c),
            }
        }
        cell
    }
}

fn row(number: usize, what: &str, by: &str, then: &str) -> Row {
    [number.to_string(), what.into(), by.into(), then.into()]
}

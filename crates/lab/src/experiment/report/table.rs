//! Tables, and their forms: text, CSV, Markdown, LaTeX, HTML.

use crate::format::{self, count};
use serde_json::{Value, json};

/// A table.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    pub title: String,
    /// What the marks and figures mean.
    pub note: String,
    /// The heads of the columns; the first column names the rows.
    pub head: Vec<String>,
    pub rows: Vec<Vec<Cell>>,
}

/// What stands in a cell.
#[derive(Clone, PartialEq, Debug)]
pub enum Cell {
    /// The name of a row, as the user gave it.
    Name(String),
    /// A name with a star, which the note explains.
    Marked(String),
    Text(String),
    Number(f64),
    /// A text in place of a number.
    Missing(String),
}

/// The form of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    Text,
    Csv,
    Markdown,
    /// For the package booktabs.
    Latex,
    /// A page with all tables and plots.
    Html,
}

impl Format {
    pub const ALL: [Format; 5] = [
        Format::Text,
        Format::Csv,
        Format::Markdown,
        Format::Latex,
        Format::Html,
    ];

    /// The name on the command line.
    pub fn key(self) -> &'static str {
        match self {
            Format::Text => "text",
            Format::Csv => "csv",
            Format::Markdown => "markdown",
            Format::Latex => "latex",
            Format::Html => "html",
        }
    }

    pub fn from_key(key: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.key() == key)
    }
}

impl Cell {
    /// As people read it: three digits that count, thousands apart.
    pub fn text(&self) -> String {
        match self {
            Cell::Name(text) | Cell::Text(text) | Cell::Missing(text) => text.clone(),
            Cell::Marked(name) => format!("{name} *"),
            Cell::Number(value) => number(*value),
        }
    }

    /// Whether it is a text such as `12 345`, `−0.5` or `∞`.
    fn is_written_figure(&self) -> bool {
        let is_part = |c: char| c.is_ascii_digit() || " \u{2009}.−-+/∞".contains(c);
        let is_value = |c: char| c.is_ascii_digit() || c == '∞';
        matches!(self, Cell::Text(text) if text.chars().all(is_part) && text.contains(is_value))
    }

    fn is_dash(&self) -> bool {
        matches!(self, Cell::Text(text) if text == "–")
    }

    fn is_text(&self) -> bool {
        matches!(self, Cell::Text(_))
    }
}

/// A number with three digits that count, or all of those before the point.
pub fn number(value: f64) -> String {
    if value.fract() == 0.0 || value >= 1000.0 {
        return count(value.round() as u64);
    }
    let places = 2 - value.log10().floor() as i32;
    let places = places.clamp(0, 9) as usize;
    format!("{value:.places$}")
}

impl Table {
    pub fn render(&self, format: Format) -> String {
        match format {
            Format::Text => self.text(),
            Format::Csv => self.csv(),
            Format::Markdown => self.markdown(),
            Format::Latex => self.latex(),
            Format::Html => self.html(),
        }
    }

    /// The table as JSON, its numbers in full.
    pub fn json(&self) -> Value {
        let cell = |cell: &Cell| match cell {
            Cell::Number(value) => Value::from(*value),
            other => Value::from(other.text()),
        };
        let rows = self.rows.iter();
        let rows: Vec<Vec<Value>> = rows.map(|row| row.iter().map(cell).collect()).collect();
        json!({"title": self.title, "note": self.note, "head": self.head, "rows": rows})
    }

    /// The cells as text, the head first.
    fn cells(&self) -> Vec<Vec<String>> {
        let rows = self.rows.iter();
        let rows = rows.map(|row| row.iter().map(|cell| visible(&cell.text())).collect());
        let head = self.head.iter().map(|head| visible(head)).collect();
        [head].into_iter().chain(rows).collect()
    }

    /// Whether a column is of texts, which are aligned on the left. Figures may have been written as texts
    /// already; a dash says nothing.
    fn is_of_texts(&self, column: usize) -> bool {
        let mut cells = self.rows.iter().map(|row| &row[column]);
        column == 0 || {
            let figures = cells
                .clone()
                .filter(|cell| cell.is_written_figure())
                .count();
            let dashes = cells.clone().filter(|cell| cell.is_dash()).count();
            let is_of_figures = figures > 0 && figures + dashes == self.rows.len();
            cells.all(Cell::is_text) && !is_of_figures
        }
    }

    fn text(&self) -> String {
        let cells = self.cells();
        let width = |column: usize| {
            let lengths = cells.iter().map(|row| row[column].chars().count());
            lengths.max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.head.len()).map(width).collect();
        let mut text = format!("{}\n\n", visible(&self.title));
        for row in &cells {
            let mut line = String::new();
            for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
                line += &match self.is_of_texts(column) {
                    true => format!("{cell:<width$}  "),
                    false => format!("{cell:>width$}  "),
                };
            }
            text += &format!("{}\n", line.trim_end());
        }
        match &*self.note {
            "" => text,
            note => format!("{text}\n{}\n", visible(note)),
        }
    }

    /// A cell without a number is empty, and a name has no star.
    fn csv(&self) -> String {
        // Every cell of the first row may be a name.
        let name = |name: &str| format::spreadsheet_name(&visible(name)).into_owned();
        let quoted = |text: String| match text.contains(['"', ',']) {
            true => format!("\"{}\"", text.replace('"', "\"\"")),
            false => text,
        };
        let line = |cells: Vec<String>| cells.join(",") + "\n";
        let head = self.head.iter().map(|head| quoted(name(head)));
        let mut text = line(head.collect());
        for row in &self.rows {
            let cell = |cell: &Cell| match cell {
                Cell::Name(it) | Cell::Marked(it) => quoted(name(it)),
                Cell::Text(text) => quoted(visible(text)),
                Cell::Missing(_) => String::new(),
                Cell::Number(value) => value.to_string(),
            };
            text += &line(row.iter().map(cell).collect());
        }
        text
    }

    fn markdown(&self) -> String {
        let escaped = |text: &String| visible(text).replace('|', "\\|").replace('*', "\\*");
        let line = |cells: &[String]| {
            let cells: Vec<String> = cells.iter().map(escaped).collect();
            format!("| {} |\n", cells.join(" | "))
        };
        let mut text = format!("**{}**\n\n", escaped(&self.title));
        let dashes = (0..self.head.len()).map(|column| match self.is_of_texts(column) {
            true => "---",
            false => "---:",
        });
        let dashes = format!("| {} |\n", dashes.collect::<Vec<_>>().join(" | "));
        for (index, row) in self.cells().iter().enumerate() {
            text += &line(row);
            if index == 0 {
                text += &dashes;
            }
        }
        match &*self.note {
            "" => text,
            note => format!("{text}\n{}\n", escaped(&note.to_owned())),
        }
    }

    fn latex(&self) -> String {
        let columns = (0..self.head.len()).map(|column| match self.is_of_texts(column) {
            true => 'l',
            false => 'r',
        });
        let columns: String = columns.collect();
        let mut text = format!(
            "% Needs \\usepackage{{booktabs}}.\n\\begin{{table}}\n  \\centering\n  \\caption{{{}}}\n  \\begin{{tabular}}{{{columns}}}\n    \
             \\toprule\n",
            latex_escaped(&self.title)
        );
        for (index, row) in self.cells().iter().enumerate() {
            let cells: Vec<String> = row.iter().map(|cell| latex_escaped(cell)).collect();
            text += &format!("    {} \\\\\n", cells.join(" & "));
            if index == 0 {
                text += "    \\midrule\n";
            }
        }
        text += "    \\bottomrule\n  \\end{tabular}\n";
        if !self.note.is_empty() {
            text += &format!("\n  \\smallskip\n  {}\n", latex_escaped(&self.note));
        }
        text + "\\end{table}\n"
    }

    /// A part of a page.
    pub fn html(&self) -> String {
        let mut text = format!("<h2>{}</h2>\n<table>\n", html_escaped(&self.title));
        for (index, row) in self.cells().iter().enumerate() {
            let tag = if index == 0 { "th" } else { "td" };
            text += "<tr>";
            for (column, cell) in row.iter().enumerate() {
                let class = match self.is_of_texts(column) {
                    true => "",
                    false => " class=\"number\"",
                };
                text += &format!("<{tag}{class}>{}</{tag}>", html_escaped(cell));
            }
            text += "</tr>\n";
        }
        text += "</table>\n";
        match &*self.note {
            "" => text,
            note => format!("{text}<p>{}</p>\n", html_escaped(note)),
        }
    }
}

/// A text for the source of a LaTeX document.
fn latex_escaped(text: &str) -> String {
    let escape = |c: char| match c {
        '\\' => "\\textbackslash{}".to_owned(),
        '&' | '%' | '$' | '#' | '_' | '{' | '}' => format!("\\{c}"),
        '~' => "\\textasciitilde{}".into(),
        '^' => "\\textasciicircum{}".into(),
        '\u{2009}' => "\\,".into(),
        '×' => "$\\times$".into(),
        '−' => "$-$".into(),
        'τ' => "$\\tau$".into(),
        '∞' => "$\\infty$".into(),
        '–' => "--".into(),
        // The older encoding of faces has other characters there.
        '<' | '>' | '|' => format!("${c}$"),
        // At the beginning of a row these would be arguments of the line break before.
        '*' | '[' => format!("{{{c}}}"),
        c => c.into(),
    };
    visible(text).chars().map(escape).collect()
}

/// A text of a file of records, on one line: what would control a terminal, or is allowed in no XML, is
/// written out.
fn visible(text: &str) -> String {
    format::escaped(text, usize::MAX)
}

/// A text for HTML or SVG.
pub fn html_escaped(text: &str) -> String {
    format::xml_escaped(&visible(text))
}

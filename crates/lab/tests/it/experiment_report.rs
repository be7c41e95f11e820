//! Reports of experiments: their tables and plots.

use crate::experiment_records::{find, records};
use tilescope_lab::experiment::report::{
    BoxFigures, Cell, Format, Metric, PlotError, Results, Table, bar_chart, box_plot, by_instance,
    cactus, coverage, page, relative, scatter, summary,
};

#[test]
fn tables_say_what_the_records_say() {
    let results = Results::new(records().to_vec());
    assert_eq!(results.configurations.len(), 4);
    let table = by_instance(&results, Metric::Expanded);
    let names: Vec<&Cell> = table.rows.iter().map(|row| &row[0]).collect();
    let text = |text: &str| Cell::Text(text.into());
    // Breadth-first search does not solve the medium ones within the limit.
    assert_eq!(names[..2], [&text("medium#1"), &text("medium#2")]);
    assert_eq!(
        names[3..],
        [
            &text("easy *"),
            &text("unsolvable"),
            &text("Geometric mean")
        ]
    );
    let expanded = find("medium#1", "a-star manhattan").expanded as f64;
    assert_eq!(table.rows[0][1], Cell::Number(expanded));
    assert_eq!(table.rows[0][3], Cell::Missing("expanded limit".into()));
    assert_eq!(table.rows[4][1], Cell::Missing("unsolvable".into()));
    // The only instance that all solved has the mean.
    for (mean, only) in table.rows[5].iter().zip(&table.rows[3]).skip(1) {
        match (mean, only) {
            (Cell::Number(mean), Cell::Number(only)) => assert!((mean / only - 1.0).abs() < 1e-9),
            _ => panic!("{mean:?} {only:?}"),
        }
    }
    assert_eq!(
        relative(&results, Metric::Moves).rows[3][1..],
        [1.0; 4].map(Cell::Number)
    );
    assert_eq!(summary(&results).rows[0][1], Cell::Number(4.0));
    assert_eq!(summary(&results).rows[2][1], Cell::Number(1.0));
    let solved = [8.0, 2.0, 0.0, 0.0, 0.0, 80.0].map(Cell::Number);
    assert_eq!(coverage(&results).rows[0][1..], solved);

    let csv = table.render(Format::Csv);
    assert!(csv.starts_with("Instance,a-star manhattan,"), "{csv}");
    let latex = summary(&results).render(Format::Latex);
    for words in [
        "Summary of A \\& B\\_1",
        "\\toprule",
        "\\bottomrule",
        "\\begin{tabular}{lr",
    ] {
        assert!(latex.contains(words), "{latex}");
    }
    assert!(latex.starts_with("% Needs \\usepackage{booktabs}.\n\\begin{table}\n"));
    assert_eq!(table.render(Format::Markdown).matches("\n| ").count(), 8);
    assert!(table.render(Format::Text).contains("expanded limit"));
}

/// What stands first in a row is no argument of the `\\` before it.
#[test]
fn cells_of_a_latex_table_are_text() {
    let texts = |texts: [&str; 2]| texts.map(|text| Cell::Text(text.into())).to_vec();
    let table = Table {
        title: "τ-b of A*".into(),
        note: String::new(),
        head: vec!["Heuristic".into(), "h* − h".into()],
        rows: vec![
            texts(["*", "dr < 2"]),
            texts(["[2]", "2*manhattan_1"]),
            texts(["50 % & {a}", "a^b \\ ~"]),
        ],
    };
    assert_eq!(
        table.render(Format::Latex),
        "% Needs \\usepackage{booktabs}.\n\
         \\begin{table}\n  \\centering\n  \\caption{$\\tau$-b of A{*}}\n  \\begin{tabular}{ll}\n    \
         \\toprule\n    Heuristic & h{*} $-$ h \\\\\n    \\midrule\n    \
         {*} & dr $<$ 2 \\\\\n    \
         {[}2] & 2{*}manhattan\\_1 \\\\\n    \
         50 \\% \\& \\{a\\} & a\\textasciicircum{}b \\textbackslash{} \\textasciitilde{} \\\\\n    \
         \\bottomrule\n  \\end{tabular}\n\\end{table}\n"
    );
}

/// Figures that are texts already are aligned as figures.
#[test]
fn columns_of_figures_are_aligned_on_the_right() {
    let texts = |texts: [&str; 4]| texts.map(|text| Cell::Text(text.into())).to_vec();
    let table = Table {
        title: "A".into(),
        note: String::new(),
        head: ["Heuristic", "Exact", "Way out", "Admissible"]
            .map(str::to_owned)
            .to_vec(),
        rows: vec![
            texts(["1", "2\u{2009}351", "–", "–"]),
            texts(["2", "∞", "19", "no"]),
        ],
    };
    assert!(table.render(Format::Latex).contains("{lrrl}"));
}

#[test]
fn plots_show_every_solved_instance() {
    let results = Results::new(records().to_vec());
    let [first, second, breadth_first, _] = &results.configurations[..] else {
        panic!("{:?}", results.configurations);
    };
    let svg = cactus(&results, Metric::Generated).unwrap();
    let points = |line: &str| {
        line.split("points=\"")
            .nth(1)
            .unwrap()
            .split('"')
            .next()
            .unwrap()
            .split(' ')
            .count()
    };
    let curves: Vec<usize> = svg
        .lines()
        .filter(|it| it.starts_with("<polyline"))
        .map(points)
        .collect();
    assert_eq!(curves, [4, 4, 1, 4]);
    let svg = scatter(&results, Metric::Seconds, first, second).unwrap();
    assert_eq!(svg.matches("<circle").count(), 4);
    assert!(svg.contains("<title>medium#1: "), "{svg}");
    let svg = scatter(&results, Metric::Expanded, first, breadth_first).unwrap();
    assert_eq!(svg.matches("<circle").count(), 1);
    let error = scatter(&results, Metric::Expanded, first, "C").unwrap_err();
    assert!(matches!(error, PlotError::NoSuchConfiguration { .. }));
    let svg = box_plot(&results, Metric::Generated).unwrap();
    assert_eq!(svg.matches("class=\"box\"").count(), 4);
    assert!(svg.contains("3: breadth-first (1)"), "{svg}");
    let page = page(&results, Metric::Expanded);
    for words in [
        "<h1>A &amp; B_1</h1>",
        "<svg",
        "</html>",
        "solved by every configuration",
    ] {
        assert!(page.contains(words), "{words}");
    }
    // Self-contained: it names no other file.
    assert!(!page.contains("src=") && !page.contains("href="));
}

#[test]
fn plots_have_room_for_long_names() {
    let mut results = Results::new(records().to_vec());
    results.configurations[1] = "weighted-a-star ".repeat(6);
    let least = 7.0 * 96.0;
    let number = |svg: &str, before: &str| -> f64 {
        let (_, after) = svg.split_once(before).unwrap();
        after.split('"').next().unwrap().parse().unwrap()
    };
    for plot in [cactus, box_plot, bar_chart] {
        let svg = plot(&results, Metric::Expanded).unwrap();
        assert!(number(&svg, "width=\"") > least + 100.0, "{svg}");
    }
    // The names of bars end where these begin.
    let bars = bar_chart(&results, Metric::Expanded).unwrap();
    assert!(number(&bars, "class=\"bar\" x=\"") > least, "{bars}");
}

#[test]
fn boxes_have_the_quartiles_that_a_hand_computes() {
    let check = |figures: &[f64], quartiles, whiskers, outliers: &[f64]| {
        let expected = BoxFigures {
            n: figures.len(),
            quartiles,
            whiskers,
            outliers: outliers.to_vec(),
        };
        assert_eq!(
            BoxFigures::new(figures.to_vec()),
            Some(expected),
            "{figures:?}"
        );
    };
    check(&[7.0], [7.0; 3], [7.0; 2], &[]);
    check(&[4.0, 2.0], [2.5, 3.0, 3.5], [2.0, 4.0], &[]);
    check(&[5.0, 1.0, 3.0, 2.0, 4.0], [2.0, 3.0, 4.0], [1.0, 5.0], &[]);
    // (n − 1) / 4 = 1.75 and 3 (n − 1) / 4 = 5.25.
    let eight = [1.0, 2.0, 4.0, 8.0, 16.0, 20.0, 24.0, 28.0];
    check(&eight, [3.5, 12.0, 21.0], [1.0, 28.0], &[]);
    // The quartiles are 4.75 and 16.25, so the whiskers reach up to 33.5: 34 is beyond.
    let one_far = [1.0, 4.0, 5.0, 10.0, 12.0, 15.0, 20.0, 34.0];
    check(&one_far, [4.75, 11.0, 16.25], [1.0, 20.0], &[34.0]);
    // A box without height has no whiskers either.
    check(&[3.0, 3.0, 1.0, 3.0, 3.0], [3.0; 3], [3.0; 2], &[1.0]);
    assert_eq!(BoxFigures::new(Vec::new()), None);
}

//! Reports of experiments: their tables and plots.

use crate::experiment_records::{find, records};
use tilescope_lab::experiment::report::{
    BoxFigures, Cell, Format, Metric, PlotError, Results, Table, bar_chart, box_plot, by_instance,
    cactus, outcomes, page, relative, scatter, summary,
};
use tilescope_lab::experiment::{Outcome, Record};
use tilescope_lab::format::{name_in_spreadsheet, spreadsheet_name};

#[test]
fn tables_say_what_the_records_say() {
    let results = Results::new(records().to_vec());
    assert_eq!(results.configurations.len(), 4);
    let table = by_instance(&results, Metric::Expanded);
    let names: Vec<&Cell> = table.rows.iter().map(|row| &row[0]).collect();
    let name = |text: &str| Cell::Name(text.into());
    // Breadth-first search does not solve the medium ones within the limit.
    assert_eq!(names[..2], [&name("medium#1"), &name("medium#2")]);
    assert_eq!(
        names[3..],
        [
            &Cell::Marked("easy".into()),
            &name("unsolvable"),
            &Cell::Text("Geometric mean".into())
        ]
    );
    let expanded = find("medium#1", "a-star manhattan").expanded as f64;
    assert_eq!(table.rows[0][1], Cell::Number(expanded));
    assert_eq!(table.rows[0][3], Cell::Missing("expanded limit".into()));
    assert_eq!(table.rows[4][1], Cell::Missing("unsolvable".into()));
    // The only instance that all finished has the mean.
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
    let ended = [8.0, 0.0, 2.0, 0.0, 0.0, 0.0, 80.0].map(Cell::Number);
    assert_eq!(outcomes(&results).rows[0][1..], ended);

    let csv = table.render(Format::Csv);
    assert!(csv.starts_with("Instance,a-star manhattan,"), "{csv}");
    // Every cell is a number or empty, and a name has no star.
    assert!(csv.contains("\neasy,1,1,"), "{csv}");
    assert!(csv.contains("\nunsolvable,,,,\n"), "{csv}");
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

/// The records of an anytime search that a limit stopped have a solution that is not proved.
fn stopped_with_solution() -> Vec<Record> {
    let mut records = records().to_vec();
    for record in &mut records {
        if record.configuration == "Random manhattan" && record.instance.starts_with("medium") {
            record.stopped_by = Some("expanded".into());
            record.optimal = Some(false);
            record.expanded = 400;
        }
    }
    records
}

/// A run that a limit stopped is not finished, and no mean takes the limit in.
#[test]
fn what_was_stopped_with_a_solution_is_counted_apart() {
    let results = Results::new(stopped_with_solution());
    let counts = |row: usize| summary(&results).rows[row][1..5].to_vec();
    assert_eq!(counts(0), [4.0, 0.0, 5.0, 1.0].map(Cell::Number));
    assert_eq!(counts(1), [1.0, 3.0, 5.0, 1.0].map(Cell::Number));
    let ended = [2.0, 6.0, 2.0, 0.0, 0.0, 0.0, 20.0].map(Cell::Number);
    assert_eq!(outcomes(&results).rows[1][1..], ended);
    let cell = |metric| by_instance(&results, metric).rows[0][2].clone();
    let missing = |text: &str| Cell::Missing(text.into());
    assert_eq!(
        cell(Metric::Expanded),
        missing("expanded limit, with a solution")
    );
    assert_eq!(cell(Metric::Cost), missing("16 at the expanded limit"));
    let svg = cactus(&results, Metric::Expanded).unwrap();
    assert!(svg.contains("Random manhattan (1)"), "{svg}");
}

/// A configuration that finished nothing takes no figures from the others.
#[test]
fn a_configuration_that_finished_nothing_empties_no_report() {
    let mut records = records().to_vec();
    for record in &mut records {
        if record.configuration == "breadth-first" && record.outcome == Outcome::Solved {
            record.outcome = Outcome::Stopped;
            record.stopped_by = Some("time".into());
        }
    }
    let results = Results::new(records);
    let table = summary(&results);
    // Three medium instances and the easy one.
    assert_eq!(table.rows[0][4], Cell::Number(4.0));
    for column in 5..=10 {
        assert!(
            matches!(table.rows[0][column], Cell::Number(_)),
            "{table:?}"
        );
        assert_eq!(table.rows[2][column], Cell::Missing("–".into()));
    }
    assert!(table.note.contains("the 4 of 5 instances"), "{table:?}");
    assert!(bar_chart(&results, Metric::Expanded).is_ok());
}

/// Costs have an arithmetic mean, counts a geometric one, and both say which.
#[test]
fn means_are_named() {
    let of = |costs: &[u64]| {
        let solved = records().iter().filter(|it| {
            it.configuration == "a-star manhattan"
                && it.repetition == 1
                && it.instance.starts_with("medium")
        });
        let with = |(record, &n): (&Record, &u64)| Record {
            cost: Some(n),
            expanded: n,
            ..record.clone()
        };
        Results::new(solved.zip(costs).map(with).collect())
    };
    let results = of(&[5, 20, 20]);
    let table = summary(&results);
    assert_eq!(table.head[5..7], ["Cost, mean", "Expanded, geometric mean"]);
    assert_eq!(table.rows[0][5], Cell::Number(15.0));
    let Cell::Number(mean) = table.rows[0][6] else {
        panic!("{table:?}");
    };
    assert!((mean - 2000_f64.cbrt()).abs() < 1e-9, "{mean}");
    let last = |metric| by_instance(&results, metric).rows[3][0].clone();
    assert_eq!(last(Metric::Cost), Cell::Text("Mean".into()));
    assert_eq!(last(Metric::Expanded), Cell::Text("Geometric mean".into()));
    let bars = bar_chart(&results, Metric::Expanded).unwrap();
    assert!(bars.contains("Nodes expanded, geometric mean"), "{bars}");
}

/// Two experiments in one report: both have their names in its title, and a configuration is
/// measured by the instances on which it ran.
#[test]
fn experiments_that_are_reported_together_stay_apart() {
    let of = |name: &str, instances: &str, configuration: &str| -> Vec<Record> {
        let records = records().iter().filter(|record| {
            record.instance.starts_with(instances) && record.configuration == configuration
        });
        let renamed = records.map(|record| Record {
            experiment: name.into(),
            ..record.clone()
        });
        renamed.collect()
    };
    let medium = of("Medium", "medium", "a-star manhattan");
    let easy = of("Easy", "easy", "breadth-first");
    let results = Results::new([medium.clone(), easy].concat());
    assert_eq!(results.experiment, "Easy and Medium");
    let table = summary(&results);
    assert_eq!(table.title, "Summary of Easy and Medium");
    assert_eq!(table.rows[0][0], Cell::Name("a-star manhattan".into()));
    assert_eq!(table.rows[0][1..5], [3.0, 0.0, 3.0, 3.0].map(Cell::Number));
    assert_eq!(table.rows[1][1..5], [1.0, 0.0, 1.0, 1.0].map(Cell::Number));
    // They share no instance, so there is nothing to compare.
    assert_eq!(table.rows[1][10], Cell::Missing("–".into()));
    let share = |row: usize| outcomes(&results).rows[row][7].clone();
    assert_eq!([share(0), share(1)], [100.0; 2].map(Cell::Number));

    // What has the same name is told apart by what differs.
    let mut early = of("Early", "easy", "breadth-first");
    for record in &mut early {
        record.id += "0";
        (record.settings.options).insert("goal_test".into(), "early".into());
    }
    let results = Results::new([of("Late", "easy", "breadth-first"), early].concat());
    assert_eq!(
        results.configurations,
        [
            "breadth-first goal_test=early",
            "breadth-first goal_test=late"
        ]
    );
    let words = results.in_words().configurations;
    assert_eq!(words[0], "Breadth-first search · goal test early");
}

/// A spreadsheet computes nothing that is a name.
#[test]
fn names_are_no_formulas_in_csv() {
    let mut records = records().to_vec();
    for record in &mut records {
        for name in [&mut record.instance, &mut record.configuration] {
            *name = format!("={name}");
        }
    }
    let csv = by_instance(&Results::new(records), Metric::Moves).render(Format::Csv);
    let mut lines = csv.lines();
    assert_eq!(
        lines.next(),
        Some("Instance,'=a-star manhattan,'=Random manhattan,'=breadth-first,'=fastest-optimal")
    );
    assert!(csv.contains("\n'=medium#1,16,16,,16\n"), "{csv}");
    for name in [
        "=1", "+1", "-1", "@A1", "'=1", "''@", "'quoted'", "'", "a=1", "",
    ] {
        let written = spreadsheet_name(name);
        assert!(!written.starts_with(['=', '+', '-', '@']), "{written}");
        assert_eq!(name_in_spreadsheet(&written), name);
    }
    assert_eq!(spreadsheet_name("'quoted'"), "'quoted'");
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
        "that every configuration finished",
        "Goal test when selected: a-star manhattan, Random manhattan, breadth-first.",
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

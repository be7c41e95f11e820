//! A report as one page of HTML that needs no other file.

use super::table::html_escaped;
use super::{
    MAX_BY_INSTANCE, Metric, Results, bar_chart, box_plot, by_instance, cactus, outcomes, relative,
    scatter, summary,
};

const STYLE: &str = "\
body { font: 15px/1.45 sans-serif; max-width: 72em; margin: 2em auto; padding: 0 1em; \
color: #222222; background: #ffffff; }
table { border-collapse: collapse; border-top: 2px solid; border-bottom: 2px solid; }
th { text-align: left; border-bottom: 1px solid; }
th, td { padding: 2px 12px 2px 0; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
section { overflow-x: auto; margin: 2em 0; }
";

/// The page: what was run, all tables of `metric` (that by instance first if they are few), a cactus plot, a bar chart, a box plot, and a scatter plot of the first two
/// configurations.
pub fn page(results: &Results, metric: Metric) -> String {
    let title = html_escaped(&results.experiment);
    let section = |content: String| format!("<section>\n{content}</section>\n");
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
    );
    for (name, lines) in [
        ("Limits of a run", &results.limits),
        ("Machine", &results.machines),
        ("Tilescope", &results.versions),
    ] {
        for line in lines {
            page += &format!("<p>{name}: {}</p>\n", html_escaped(line));
        }
    }
    let instances = section(by_instance(results, metric).html());
    let (first, later) = match results.instances.len() {
        0..=MAX_BY_INSTANCE => (instances, String::new()),
        _ => (String::new(), instances),
    };
    page += &first;
    page += &section(summary(results).html());
    page += &section(outcomes(results).html());
    let mut plots = String::new();
    // A plot of nothing is left out.
    if let Ok(svg) = cactus(results, metric) {
        plots += &svg;
    }
    if let Ok(svg) = bar_chart(results, metric) {
        plots += &svg;
    }
    if let Ok(svg) = box_plot(results, metric) {
        plots += &svg;
    }
    if let [a, b, ..] = &results.configurations[..]
        && let Ok(svg) = scatter(results, metric, a, b)
    {
        plots += &svg;
    }
    page += &section(plots);
    page += &later;
    page += &section(relative(results, metric).html());
    page + "</body>\n</html>\n"
}

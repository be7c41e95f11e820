//! Figures as people read them.

use std::time::Duration;
use tilescope_lab::format::{bytes, cost, count, duration, fraction, xml_escaped};

#[test]
fn figures_are_short_and_exact() {
    assert_eq!(count(0), "0");
    assert_eq!(count(999), "999");
    assert_eq!(count(1_234_567), "1\u{2009}234\u{2009}567");
    assert_eq!(cost(1234, 1), "1\u{2009}234");
    assert_eq!(cost(840 * 3, 840), "3");
    assert_eq!(cost(840 * 3 + 280, 840), "3 + 1/3");
    assert_eq!(cost(105, 840), "1/8");
    assert_eq!(cost(0, 840), "0");
    assert_eq!(fraction(840 * 3 + 280, 840).as_deref(), Some("10/3"));
    assert_eq!(fraction(840 * 3, 840), None);
    assert_eq!(bytes(999), "999 B");
    assert_eq!(bytes(1 << 20), "1.0 MiB");
    assert_eq!(bytes(8 << 30), "8.0 GiB");
    assert_eq!(duration(Duration::from_micros(40)), "0.04 ms");
    assert_eq!(duration(Duration::from_millis(1234)), "1.2 s");
    assert_eq!(duration(Duration::from_secs(200)), "3 min 20 s");
}

#[test]
fn a_text_for_xml_ends_neither_a_tag_nor_an_attribute() {
    let cases = [
        ("f < 5 & h > 2", "f &lt; 5 &amp; h &gt; 2"),
        ("“a” \"b\"", "“a” &quot;b&quot;"),
        ("&lt;", "&amp;lt;"),
        ("one\ntwo\u{0}\u{ffff}", "one two  "),
    ];
    for (text, escaped) in cases {
        assert_eq!(xml_escaped(text), escaped);
    }
}

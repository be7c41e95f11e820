//! Writes the shapes of a drawing as SVG.

mod values;

use super::drawing::Drawing;
use super::glyphs::Glyphs;
use super::textures::Textures;
use crate::gui::theme;
use egui::epaint::{
    CircleShape, CubicBezierShape, EllipseShape, Mesh, PathShape, QuadraticBezierShape, RectShape,
    Shape, TextShape,
};
use egui::{Color32, Pos2, Rect, Stroke, StrokeKind, TextureId};
use std::collections::BTreeSet;
use std::fmt::Write;
use tilescope_lab::format::xml_escaped;
use values::{area, data_uri, end, fill, place, short, solid, stroke, texture_name};

/// The drawing as the text of an SVG file.
pub fn write(drawing: &Drawing) -> String {
    let mut svg = Svg {
        body: String::new(),
        definitions: String::new(),
        textures: &drawing.textures,
        defined: BTreeSet::new(),
        n_definitions: 0,
        glyphs: Glyphs::new(theme::fonts()),
    };
    let whole = Rect::from_min_size(Pos2::ZERO, drawing.size);
    let mut open: Option<Rect> = None;
    for clipped in &drawing.shapes {
        let clip = clipped.clip_rect.intersect(whole);
        if !clip.is_positive() {
            continue;
        }
        if open != Some(clip) {
            svg.clip(open.is_some(), clip, whole);
            open = Some(clip);
        }
        svg.shape(&clipped.shape);
    }
    if open.is_some() {
        svg.body.push_str("</g>\n");
    }
    let glyphs = svg.glyphs.paths.iter().enumerate();
    let glyphs: String = glyphs
        .map(|(i, path)| format!("<path id=\"g{i}\" d=\"{path}\"/>\n"))
        .collect();
    let (width, height) = (drawing.size.x.round(), drawing.size.y.round());
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\">\n<defs>\n{}{glyphs}</defs>\n\
         <rect width=\"100%\" height=\"100%\" {}/>\n{}</svg>\n",
        svg.definitions,
        fill(drawing.ground),
        svg.body
    )
}

/// A file that is being written.
struct Svg<'a> {
    body: String,
    definitions: String,
    textures: &'a Textures,
    /// The textures that are among the definitions.
    defined: BTreeSet<TextureId>,
    n_definitions: usize,
    glyphs: Glyphs,
}

/// Writes formatted text to a `String`, which does not fail.
macro_rules! put {
    ($to:expr, $($text:tt)*) => {{
        let _ = write!($to, $($text)*);
    }};
}

impl Svg<'_> {
    /// The number of a new definition.
    fn number(&mut self) -> usize {
        self.n_definitions += 1;
        self.n_definitions
    }

    /// Begins a group that is clipped.
    fn clip(&mut self, is_open: bool, clip: Rect, whole: Rect) {
        if is_open {
            self.body.push_str("</g>\n");
        }
        if clip == whole {
            self.body.push_str("<g>\n");
            return;
        }
        let number = self.number();
        let area = area(clip);
        put!(
            self.definitions,
            "<clipPath id=\"d{number}\"><rect {area}/></clipPath>\n"
        );
        put!(self.body, "<g clip-path=\"url(#d{number})\">\n");
    }

    fn shape(&mut self, shape: &Shape) {
        match shape {
            // No panel has a callback, which would paint by itself, or a band.
            Shape::Noop | Shape::Callback(_) | Shape::Band(_) => {}
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| self.shape(shape)),
            Shape::Circle(circle) => self.circle(circle),
            Shape::Ellipse(ellipse) => self.ellipse(ellipse),
            Shape::LineSegment { points, stroke } => {
                let [from, to] = points.map(place);
                self.path(&format!("M{from}L{to}"), Color32::TRANSPARENT, *stroke);
            }
            Shape::Path(path) => self.polygon(path),
            Shape::Rect(rect) => self.rect(rect),
            Shape::Text(text) => self.text(text),
            Shape::Mesh(mesh) => self.mesh(mesh),
            Shape::QuadraticBezier(QuadraticBezierShape {
                points,
                closed,
                fill,
                stroke,
            }) => {
                let [a, b, c] = points.map(place);
                let data = format!("M{a}Q{b} {c}{}", end(*closed));
                self.path(&data, *fill, solid(stroke));
            }
            Shape::CubicBezier(CubicBezierShape {
                points,
                closed,
                fill,
                stroke,
            }) => {
                let [a, b, c, d] = points.map(place);
                let data = format!("M{a}C{b} {c} {d}{}", end(*closed));
                self.path(&data, *fill, solid(stroke));
            }
        }
    }

    fn path(&mut self, data: &str, fill_colour: Color32, line: Stroke) {
        if fill_colour != Color32::TRANSPARENT || !line.is_empty() {
            put!(
                self.body,
                "<path d=\"{data}\" {}{}/>\n",
                fill(fill_colour),
                stroke(line)
            );
        }
    }

    fn polygon(&mut self, path: &PathShape) {
        let Some((first, others)) = path.points.split_first() else {
            return;
        };
        let mut data = format!("M{}", place(*first));
        for at in others {
            put!(data, "L{}", place(*at));
        }
        data.push_str(end(path.closed));
        let filled = if path.closed {
            path.fill
        } else {
            Color32::TRANSPARENT
        };
        self.path(&data, filled, solid(&path.stroke));
    }

    fn circle(&mut self, circle: &CircleShape) {
        let (x, y, r) = (
            short(circle.center.x),
            short(circle.center.y),
            short(circle.radius),
        );
        let (fill, line) = (fill(circle.fill), stroke(circle.stroke));
        put!(
            self.body,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" {fill}{line}/>\n"
        );
    }

    fn ellipse(&mut self, ellipse: &EllipseShape) {
        let [x, y] = [ellipse.center.x, ellipse.center.y].map(short);
        let [a, b] = [ellipse.radius.x, ellipse.radius.y].map(short);
        let (fill, line) = (fill(ellipse.fill), stroke(ellipse.stroke));
        let angle = short(ellipse.angle.to_degrees());
        put!(
            self.body,
            "<ellipse cx=\"{x}\" cy=\"{y}\" rx=\"{a}\" ry=\"{b}\" transform=\"rotate({angle} {x} {y})\" \
             {fill}{line}/>\n"
        );
    }

    fn rect(&mut self, shape: &RectShape) {
        // SVG strokes the middle of the edge.
        let outwards = match shape.stroke_kind {
            StrokeKind::Inside => -0.5,
            StrokeKind::Middle => 0.0,
            StrokeKind::Outside => 0.5,
        };
        let line = if shape.stroke.is_empty() {
            Stroke::NONE
        } else {
            shape.stroke
        };
        let edge = shape.rect.expand(outwards * line.width);
        let corner = f32::from(shape.corner_radius.nw.max(shape.corner_radius.se));
        let corner = (corner + outwards * line.width).max(0.0);
        let corner = match shape.corner_radius == egui::CornerRadius::ZERO {
            true => String::new(),
            false => format!(" rx=\"{}\"", short(corner)),
        };
        let turned = match shape.angle {
            0.0 => String::new(),
            angle => {
                let centre = shape.rect.center();
                let angle = short(angle.to_degrees());
                format!(" transform=\"rotate({angle} {})\"", place(centre))
            }
        };
        let filled = match shape
            .brush
            .as_deref()
            .filter(|brush| brush.uv != Rect::ZERO)
        {
            None => fill(shape.fill),
            Some(brush) => {
                match self.textured(shape.rect, &corner, brush.fill_texture_id, brush.uv) {
                    Some(filled) => filled,
                    None => return,
                }
            }
        };
        if shape.fill == Color32::TRANSPARENT && line.is_empty() {
            return;
        }
        let (area, line) = (area(edge), stroke(line));
        put!(self.body, "<rect {area}{corner}{turned} {filled}{line}/>\n");
    }

    /// The fill of a rectangle that shows a part of a texture. A picture is written at once, and
    /// nothing is returned.
    fn textured(&mut self, rect: Rect, corner: &str, id: TextureId, part: Rect) -> Option<String> {
        let image = self.textures.get(id)?;
        if let [1, _] = image.size {
            let number = self.number();
            let n = image.pixels.len().saturating_sub(1).max(1) as f32;
            let stops = image.pixels.iter().enumerate().map(|(i, colour)| {
                let [red, green, blue, alpha] = colour.to_srgba_unmultiplied();
                let (offset, alpha) = (short(i as f32 / n), short(f32::from(alpha) / 255.0));
                format!(
                    "<stop offset=\"{offset}\" stop-color=\"#{red:02x}{green:02x}{blue:02x}\" \
                     stop-opacity=\"{alpha}\"/>"
                )
            });
            let stops: String = stops.collect();
            put!(
                self.definitions,
                "<linearGradient id=\"d{number}\" x1=\"0\" y1=\"0\" x2=\"0\" y2=\"1\">{stops}\
                 </linearGradient>\n"
            );
            return Some(format!("fill=\"url(#d{number})\" "));
        }
        let [width, height] = image.size.map(|n| n as f32);
        let name = texture_name(id);
        if self.defined.insert(id) {
            let data = data_uri(image)?;
            put!(
                self.definitions,
                "<image id=\"{name}\" width=\"{width}\" height=\"{height}\" href=\"{data}\"/>\n"
            );
        }
        let number = self.number();
        let edge = area(rect);
        put!(
            self.definitions,
            "<clipPath id=\"d{number}\"><rect {edge}{corner}/></clipPath>\n"
        );
        let [x, y] = [part.min.x * width, part.min.y * height].map(short);
        let [w, h] = [part.width() * width, part.height() * height].map(short);
        put!(
            self.body,
            "<g clip-path=\"url(#d{number})\"><svg {edge} viewBox=\"{x} {y} {w} {h}\" \
             preserveAspectRatio=\"none\"><use href=\"#{name}\"/></svg></g>\n"
        );
        None
    }

    fn text(&mut self, shape: &TextShape) {
        let galley = &shape.galley;
        let pos = shape.pos;
        if shape.angle != 0.0 {
            let angle = short(shape.angle.to_degrees());
            put!(
                self.body,
                "<g transform=\"rotate({angle} {})\">",
                place(pos)
            );
        }
        put!(
            self.body,
            "<g aria-label=\"{}\">",
            xml_escaped(galley.text())
        );
        let mut at = 0;
        for row in &galley.rows {
            for glyph in &row.row.glyphs {
                let format = (galley.job.sections.iter())
                    .find(|section| section.byte_range.contains(&at.into()))
                    .or(galley.job.sections.last())
                    .map(|section| &section.format);
                at += glyph.chr.len_utf8();
                let Some(format) = format else { continue };
                let colour = match format.color {
                    Color32::PLACEHOLDER => shape.fallback_color,
                    colour => colour,
                };
                let colour = shape.override_text_color.unwrap_or(colour);
                let colour = colour.gamma_multiply(shape.opacity_factor);
                let origin = pos + row.pos.to_vec2() + glyph.pos.to_vec2();
                self.glyph(glyph.chr, &format.font_id, origin, colour);
            }
            at += usize::from(row.ends_with_newline);
        }
        self.body.push_str("</g>");
        self.body
            .push_str(if shape.angle != 0.0 { "</g>\n" } else { "\n" });
    }

    /// Writes a character whose line begins at `origin`.
    fn glyph(&mut self, character: char, font: &egui::FontId, origin: Pos2, colour: Color32) {
        let colour = fill(colour);
        let Some(glyph) = self.glyphs.get(font, character) else {
            if !character.is_whitespace() {
                let ([x, y], size) = ([origin.x, origin.y].map(short), short(font.size));
                let text = xml_escaped(&character.to_string());
                put!(
                    self.body,
                    "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" font-family=\"sans-serif\" \
                     {colour}>{text}</text>"
                );
            }
            return;
        };
        if let Some(number) = glyph.path {
            let [x, y] = [origin.x, origin.y + glyph.below * font.size].map(short);
            let scale = glyph.scale * font.size;
            put!(
                self.body,
                "<use href=\"#g{number}\" transform=\"translate({x} {y}) scale({scale:.5})\" {colour}/>"
            );
        }
    }

    /// Quadrilaterals and triangles, each in one colour.
    fn mesh(&mut self, mesh: &Mesh) {
        let corner = |index: u32| mesh.vertices.get(index as usize);
        let mut indices = &mesh.indices[..];
        // Edges are sharp: where two parts meet, the ground would show through soft ones.
        self.body.push_str("<g shape-rendering=\"crispEdges\">");
        while let [a, b, c, rest @ ..] = indices {
            let mut corners = vec![*a, *b, *c];
            indices = rest;
            // Two triangles with a common edge, as egui makes a quadrilateral.
            if let [d, e, f, rest @ ..] = indices
                && let Some(other) = quadrilateral([*a, *b, *c], [*d, *e, *f])
            {
                corners = other.to_vec();
                indices = rest;
            }
            let corners: Vec<_> = corners.into_iter().filter_map(corner).collect();
            let Some(first) = corners.first() else {
                continue;
            };
            let is_plain = corners.iter().all(|corner| corner.uv == first.uv);
            if !is_plain {
                self.textured_mesh(mesh.texture_id, &corners);
                continue;
            }
            let n = corners.len() as f32;
            let mean: [u8; 4] = std::array::from_fn(|i| {
                let sum: f32 = corners
                    .iter()
                    .map(|it| f32::from(it.color.to_array()[i]))
                    .sum();
                (sum / n).round() as u8
            });
            let [red, green, blue, alpha] = mean;
            let colour = Color32::from_rgba_premultiplied(red, green, blue, alpha);
            let places: Vec<String> = corners.iter().map(|corner| place(corner.pos)).collect();
            let data = format!("M{}Z", places.join("L"));
            put!(self.body, "<path d=\"{data}\" {}/>\n", fill(colour));
        }
        self.body.push_str("</g>\n");
    }

    /// An upright rectangle that shows a part of a texture.
    fn textured_mesh(&mut self, id: TextureId, corners: &[&egui::epaint::Vertex]) {
        let area = Rect::from_points(&corners.iter().map(|it| it.pos).collect::<Vec<_>>());
        let part = Rect::from_points(&corners.iter().map(|it| it.uv).collect::<Vec<_>>());
        if corners.len() == 4
            && let Some(filled) = self.textured(area, "", id, part)
        {
            put!(self.body, "<rect {} {filled}/>\n", self::area(area));
        }
    }
}

/// The corners of two triangles in order, if they share an edge.
fn quadrilateral(one: [u32; 3], other: [u32; 3]) -> Option<[u32; 4]> {
    let own = other.iter().find(|index| !one.contains(index))?;
    let alone = one.iter().position(|index| !other.contains(index))?;
    let n_shared = other.iter().filter(|index| one.contains(index)).count();
    let [a, b, c] = [alone, (alone + 1) % 3, (alone + 2) % 3].map(|i| one[i]);
    (n_shared == 2).then_some([a, b, *own, c])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_triangles_become_a_quadrilateral() {
        assert_eq!(quadrilateral([0, 1, 2], [2, 1, 3]), Some([0, 1, 3, 2]));
        assert_eq!(quadrilateral([0, 1, 2], [0, 2, 3]), Some([1, 2, 3, 0]));
        assert_eq!(quadrilateral([0, 1, 2], [2, 3, 4]), None);
        assert_eq!(quadrilateral([0, 1, 2], [0, 1, 2]), None);
    }
}

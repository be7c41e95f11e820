//! Paints triangles into pixels, as the window's painter does, and writes them as PNG.
//!
//! Colours are blended as egui blends them: in sRGB, premultiplied by their alpha.

use super::drawing::Drawing;
use super::textures::sample;
use egui::epaint::{Mesh, Primitive, Vertex};
use egui::{Color32, ColorImage, Rect};
use image::codecs::png::PngEncoder;
use image::{ExtendedColorType, ImageEncoder};

/// Paints the drawing, as a PNG file.
///
/// # Errors
/// If there is no memory for the pixels, or they cannot be encoded.
pub fn png(drawing: &Drawing) -> Result<Vec<u8>, String> {
    let canvas = paint(drawing)?;
    let mut file = Vec::new();
    let bytes: Vec<u8> = canvas.pixels.iter().flat_map(Color32::to_array).collect();
    PngEncoder::new(&mut file)
        .write_image(
            &bytes,
            canvas.width as u32,
            canvas.height as u32,
            ExtendedColorType::Rgba8,
        )
        .map_err(|error| format!("the image cannot be encoded: {error}"))?;
    Ok(file)
}

/// Rows of pixels, which are opaque.
#[derive(Clone)]
pub struct Canvas {
    pub width: usize,
    pub height: usize,
    pub pixels: Vec<Color32>,
}

/// Paints the drawing.
///
/// # Errors
/// If there is no memory for the pixels.
pub fn paint(drawing: &Drawing) -> Result<Canvas, String> {
    let scale = drawing.pixels_per_point;
    let [width, height] = [drawing.size.x, drawing.size.y].map(|it| (it * scale).round() as usize);
    let mut pixels = Vec::new();
    (pixels.try_reserve_exact(width * height))
        .map_err(|_| format!("there is no memory for {width} × {height} pixels"))?;
    pixels.resize(width * height, drawing.ground);
    let mut canvas = Canvas {
        width,
        height,
        pixels,
    };
    canvas.paint(drawing);
    Ok(canvas)
}

/// A part of the canvas, in pixels: the first and the one behind the last in each direction.
#[derive(Clone, Copy)]
struct Clip {
    x: [i64; 2],
    y: [i64; 2],
}

/// Places are whole numbers of this part of a pixel, so that no pixel on the edge of two triangles
/// is painted twice or left out.
const PART: i64 = 256;

/// A corner of a triangle: its place in parts of a pixel.
#[derive(Clone, Copy)]
struct Corner<'a> {
    x: i64,
    y: i64,
    vertex: &'a Vertex,
}

impl Canvas {
    /// Paints a drawing over what is there.
    pub fn paint(&mut self, drawing: &Drawing) {
        let scale = drawing.pixels_per_point;
        for clipped in &drawing.triangles {
            // No panel has a callback, which would paint by itself.
            if let Primitive::Mesh(mesh) = &clipped.primitive {
                let clip = self.clip(clipped.clip_rect, scale);
                self.mesh(mesh, drawing.textures.get(mesh.texture_id), clip, scale);
            }
        }
    }

    fn clip(&self, rect: Rect, scale: f32) -> Clip {
        let pixel = |at: f32, n: usize| ((at * scale).round() as i64).clamp(0, n as i64);
        Clip {
            x: [rect.min.x, rect.max.x].map(|x| pixel(x, self.width)),
            y: [rect.min.y, rect.max.y].map(|y| pixel(y, self.height)),
        }
    }

    fn mesh(&mut self, mesh: &Mesh, texture: Option<&ColorImage>, clip: Clip, scale: f32) {
        let corner = |index: &u32| {
            let vertex = mesh.vertices.get(*index as usize)?;
            let [x, y] =
                [vertex.pos.x, vertex.pos.y].map(|at| (at * scale * PART as f32).round() as i64);
            Some(Corner { x, y, vertex })
        };
        for indices in mesh.indices.chunks_exact(3) {
            let corners = [&indices[0], &indices[1], &indices[2]].map(corner);
            if let [Some(a), Some(b), Some(c)] = corners {
                self.triangle([a, b, c], texture, clip);
            }
        }
    }

    fn triangle(&mut self, corners: [Corner; 3], texture: Option<&ColorImage>, clip: Clip) {
        let [a, mut b, mut c] = corners;
        let mut area = side(a, b, c.x, c.y);
        if area == 0 {
            return;
        }
        if area < 0 {
            (b, c, area) = (c, b, -area);
        }
        // The rows whose middles may lie inside.
        let ys = [a.y, b.y, c.y].map(|y| (y - PART / 2).div_euclid(PART));
        let top = ys.into_iter().min().unwrap_or(0).max(clip.y[0]);
        let end = ys.into_iter().max().map_or(0, |y| y + 1).min(clip.y[1]);
        let shades = Shades::new([a, b, c], texture);
        let edges = [(b, c), (c, a), (a, b)];
        for y in top..end {
            let middle = |x: i64| (x * PART + PART / 2, y * PART + PART / 2);
            let weights = |x: i64| edges.map(|(from, to)| side(from, to, middle(x).0, middle(x).1));
            let starts = weights(0);
            let [mut left, mut right] = clip.x;
            for ((from, to), start) in edges.into_iter().zip(starts) {
                // The pixels from which on, or up to which, this edge is passed.
                let least = i64::from(!is_own(from, to));
                let step = (from.y - to.y) * PART;
                match step {
                    1.. => left = left.max(-(start - least).div_euclid(step)),
                    0 if start < least => right = left,
                    0 => {}
                    ..0 => right = right.min((start - least).div_euclid(-step) + 1),
                }
            }
            let Some(row) = (left < right).then(|| y as usize * self.width) else {
                continue;
            };
            let places = &mut self.pixels[row + left as usize..row + right as usize];
            match shades.colour {
                Some(colour) if colour[3] == 255.0 => places.fill(over(colour, Color32::BLACK)),
                Some(colour) => (places.iter_mut()).for_each(|it| *it = over(colour, *it)),
                None => {
                    for (x, place) in (left..).zip(places) {
                        let parts = weights(x).map(|weight| weight as f32 / area as f32);
                        *place = over(shades.at(parts), *place);
                    }
                }
            }
        }
    }
}

/// On which side of the line from `a` to `b` a place lies: twice the area of the triangle, positive on
/// its right as the line goes.
fn side(a: Corner, b: Corner, x: i64, y: i64) -> i64 {
    (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x)
}

/// Whether a pixel on this edge belongs to the triangle: on an upper or a left one.
fn is_own(from: Corner, to: Corner) -> bool {
    to.y < from.y || to.y == from.y && to.x > from.x
}

/// The colours of a triangle.
struct Shades<'a> {
    vertices: [&'a Vertex; 3],
    /// The colour of the texture, where all corners have the same place in it.
    texel: Option<[f32; 4]>,
    texture: Option<&'a ColorImage>,
    /// The colour of all its pixels, if it is one.
    colour: Option<[f32; 4]>,
}

impl<'a> Shades<'a> {
    fn new(corners: [Corner<'a>; 3], texture: Option<&'a ColorImage>) -> Self {
        let vertices = corners.map(|corner| corner.vertex);
        let [a, b, c] = vertices.map(|vertex| vertex.uv);
        let texel = match texture {
            None => Some([255.0; 4]),
            Some(image) => (a == b && b == c).then(|| sample(image, a.x, a.y)),
        };
        let [a, b, c] = vertices.map(|vertex| vertex.color.to_array());
        let is_plain = a == b && b == c;
        let plain = |texel: [f32; 4]| std::array::from_fn(|i| f32::from(a[i]) * texel[i] / 255.0);
        Shades {
            vertices,
            texel,
            texture,
            colour: texel.filter(|_| is_plain).map(plain),
        }
    }

    /// The colour at a place that has these parts of the three corners.
    fn at(&self, parts: [f32; 3]) -> [f32; 4] {
        let mix = |of: &dyn Fn(&Vertex) -> f32| -> f32 {
            (self.vertices.iter().zip(parts))
                .map(|(vertex, part)| of(vertex) * part)
                .sum()
        };
        let texel = self.texel.or_else(|| {
            let (u, v) = (mix(&|vertex| vertex.uv.x), mix(&|vertex| vertex.uv.y));
            self.texture.map(|image| sample(image, u, v))
        });
        let texel = texel.unwrap_or([255.0; 4]);
        std::array::from_fn(|i| mix(&|vertex| vertex.color.to_array()[i].into()) * texel[i] / 255.0)
    }
}

/// One colour over another, which is opaque.
fn over(colour: [f32; 4], below: Color32) -> Color32 {
    let hidden = colour[3] / 255.0;
    let below = below.to_array();
    let mixed = |i: usize| (colour[i] + f32::from(below[i]) * (1.0 - hidden)).round() as u8;
    Color32::from_rgb(mixed(0), mixed(1), mixed(2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{Pos2, pos2, vec2};

    fn canvas(width: usize, height: usize) -> Canvas {
        Canvas {
            width,
            height,
            pixels: vec![Color32::WHITE; width * height],
        }
    }

    fn whole(canvas: &Canvas) -> Clip {
        let size = vec2(canvas.width as f32, canvas.height as f32);
        canvas.clip(Rect::from_min_size(Pos2::ZERO, size), 1.0)
    }

    #[test]
    fn triangles_with_common_edges_paint_each_pixel_once() {
        // A fan around a middle that lies on no pixel's edge, in a translucent colour.
        let mut mesh = Mesh::default();
        let colour = Color32::from_black_alpha(128);
        mesh.colored_vertex(pos2(7.3, 4.1), colour);
        let corners = [
            (0.0, 0.0),
            (9.0, 0.0),
            (16.0, 0.0),
            (16.0, 10.0),
            (3.5, 10.0),
            (0.0, 10.0),
        ];
        for (x, y) in corners {
            mesh.colored_vertex(pos2(x, y), colour);
        }
        for i in 1..=6 {
            mesh.add_triangle(0, i, i % 6 + 1);
        }
        let mut canvas = canvas(16, 10);
        canvas.mesh(&mesh, None, whole(&canvas), 1.0);
        assert_eq!(canvas.pixels, vec![Color32::from_gray(127); 160]);
    }

    #[test]
    fn a_rectangle_ends_at_its_edges_and_at_its_clip() {
        let mut mesh = Mesh::default();
        mesh.add_colored_rect(
            Rect::from_min_max(pos2(1.0, 1.0), pos2(5.0, 3.0)),
            Color32::RED,
        );
        let mut canvas = canvas(6, 4);
        let clip = canvas.clip(Rect::from_min_max(pos2(0.0, 0.0), pos2(4.0, 4.0)), 1.0);
        canvas.mesh(&mesh, None, clip, 1.0);
        for (i, pixel) in canvas.pixels.iter().enumerate() {
            let (x, y) = (i % 6, i / 6);
            let is_red = (1..4).contains(&x) && (1..3).contains(&y);
            let colour = if is_red { Color32::RED } else { Color32::WHITE };
            assert_eq!(*pixel, colour, "{x}, {y}");
        }
    }

    #[test]
    fn colours_change_evenly_between_corners() {
        let mut mesh = Mesh::default();
        for (x, y, grey) in [
            (0.0, 0.0, 0),
            (64.0, 0.0, 255),
            (0.0, 4.0, 0),
            (64.0, 4.0, 255),
        ] {
            mesh.colored_vertex(pos2(x, y), Color32::from_gray(grey));
        }
        mesh.add_triangle(0, 1, 2);
        mesh.add_triangle(2, 1, 3);
        let mut canvas = canvas(64, 4);
        canvas.mesh(&mesh, None, whole(&canvas), 1.0);
        for (i, pixel) in canvas.pixels.iter().enumerate() {
            let grey = (255.0 * (i as f32 % 64.0 + 0.5) / 64.0).round();
            assert!((f32::from(pixel.r()) - grey).abs() <= 1.0, "{i}: {pixel:?}");
        }
    }
}

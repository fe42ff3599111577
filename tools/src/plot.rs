//! Draws curves as an SVG picture, one chart below the other.

use plotters::coord::Shift;
use plotters::prelude::*;

use crate::curve::Curve;

/// The size of a chart, in pixels.
const WIDTH: u32 = 800;
const HEIGHT: u32 = 260;

/// The error for a picture that could not be drawn.
#[derive(Debug, thiserror::Error)]
#[error("cannot draw the chart of {title}: {reason}")]
pub struct PlotError {
    title: String,
    reason: String,
}

/// A curve with its title and unit.
pub struct Chart<'a> {
    /// The title.
    pub title: &'a str,
    /// The unit of the values.
    pub unit: &'a str,
    /// The values.
    pub curve: &'a Curve,
}

/// Draws the charts: for each interval the mean and its standard error, at the middle of the
/// interval.
///
/// # Errors
/// If there is no chart, or the drawing library fails.
pub fn svg(charts: &[Chart<'_>]) -> Result<String, PlotError> {
    let mut text = String::new();
    {
        let height = HEIGHT * charts.len().max(1) as u32;
        let area = SVGBackend::with_string(&mut text, (WIDTH, height)).into_drawing_area();
        let fail = |title: &str, reason: &dyn std::fmt::Display| PlotError {
            title: title.to_owned(),
            reason: reason.to_string(),
        };
        area.fill(&WHITE).map_err(|error| fail("all", &error))?;
        for (place, chart) in area
            .split_evenly((charts.len().max(1), 1))
            .iter()
            .zip(charts)
        {
            draw(place, chart).map_err(|error| fail(chart.title, &error))?;
        }
        area.present().map_err(|error| fail("all", &error))?;
    }
    Ok(text)
}

fn draw<'a>(
    area: &DrawingArea<SVGBackend<'a>, Shift>,
    chart: &Chart<'_>,
) -> Result<(), DrawingAreaErrorKind<<SVGBackend<'a> as DrawingBackend>::ErrorType>> {
    let points: Vec<(f64, f64, f64)> = chart
        .curve
        .parts()
        .filter_map(|(first, last, mean)| {
            let middle = f64::midpoint(first as f64, last as f64);
            Some((middle, mean.mean()?, mean.error().unwrap_or(0.0)))
        })
        .collect();
    let end = (chart.curve.parts())
        .map(|(_, last, _)| last)
        .max()
        .unwrap_or(1);
    let (low, high) = range(&points);
    let mut context = ChartBuilder::on(area)
        .caption(chart.title, ("sans-serif", 16))
        .margin(10)
        .x_label_area_size(36)
        .y_label_area_size(56)
        .build_cartesian_2d(0.0..end as f64, low..high)?;
    (context.configure_mesh())
        .x_desc("move")
        .max_light_lines(1)
        .y_desc(chart.unit)
        .x_label_formatter(&|x| format!("{x:.0}"))
        .draw()?;
    let reach = CAP * end as f64;
    let bars = points.iter().flat_map(|&(x, mean, error)| {
        let (low, high) = (mean - error, mean + error);
        let cap = |y| [(x - reach, y), (x + reach, y)];
        [[(x, low), (x, high)], cap(low), cap(high)]
    });
    context.draw_series(bars.map(|line| PathElement::new(line.to_vec(), BAR)))?;
    let line = points.iter().map(|&(x, mean, _)| (x, mean));
    context.draw_series(LineSeries::new(line.clone(), &BLUE))?;
    context.draw_series(line.map(|point| Circle::new(point, 3, BLUE.filled())))?;
    Ok(())
}

/// The colour of error bars.
const BAR: RGBAColor = RGBAColor(0, 0, 0, 0.6);

/// Half the width of an error bar's cap, as a fraction of the chart's width.
const CAP: f64 = 0.004;

/// The range of values that a chart shows: it contains zero and all error bars, with some room.
fn range(points: &[(f64, f64, f64)]) -> (f64, f64) {
    let ends = |sign: f64| {
        points
            .iter()
            .map(move |(_, mean, error)| mean + sign * error)
    };
    let low = ends(-1.0).fold(0.0, f64::min);
    let high = ends(1.0).fold(0.0, f64::max);
    let room = 0.06 * if high - low < 1e-9 { 1.0 } else { high - low };
    // If all values are clearly above zero, the axis begins at zero.
    let low = if ends(-1.0).all(|end| end > room) {
        low
    } else {
        low - room
    };
    let high = if ends(1.0).all(|end| end < -room) {
        high
    } else {
        high + room
    };
    (low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The points of those lines in a picture that have this attribute.
    fn lines(text: &str, attribute: &str) -> Vec<Vec<(f64, f64)>> {
        let lines = text.lines().filter(|line| line.contains(attribute));
        let points = lines.filter_map(|line| line.split("points=\"").nth(1)?.split('"').next());
        let number = |text: &str| text.parse::<f64>().unwrap();
        let pair = |point: &str| point.split_once(',').map(|(x, y)| (number(x), number(y)));
        points
            .map(|points| points.split_whitespace().filter_map(pair).collect())
            .collect()
    }

    /// Error bars above all means, down to zero or below it, have both caps in the picture.
    #[test]
    fn error_bars_are_whole() {
        for values in [
            &[0.0, 1.0, 1.0][..],
            &[-30.0, 10.0],
            &[0.0, 0.0],
            &[-9.0, -9.5],
        ] {
            let mut curve = Curve::new(10);
            for (number, value) in values.iter().enumerate() {
                curve.add(number + 1, *value);
                curve.add(number + 11, value / 2.0);
            }
            let chart = Chart {
                title: "x",
                unit: "y",
                curve: &curve,
            };
            let text = svg(&[chart]).unwrap();
            let axis = (lines(&text, r#"opacity="1""#).into_iter())
                .find(|line| line.len() == 2 && (line[0].0 - line[1].0).abs() < 1e-9)
                .expect("an axis upwards");
            let bars = lines(&text, r#"opacity="0.6""#);
            assert_eq!(bars.len(), 6, "two bars with two caps each: {values:?}");
            for (_, y) in bars.concat() {
                let inside = axis[0].1 + 4.0..axis[1].1 - 4.0;
                assert!(inside.contains(&y), "{values:?}: {y} in {inside:?}");
            }
        }
    }

    #[test]
    fn charts_show_their_points() {
        let mut curve = Curve::new(10);
        for number in 1..=40 {
            curve.add(number, (number % 7) as f64);
        }
        let chart = |title| Chart {
            title,
            unit: "points",
            curve: &curve,
        };
        let text = svg(&[chart("estimate_score"), chart("<other> & co")]).unwrap();
        assert_eq!(text.matches("<circle").count(), 8);
        assert!(text.contains("estimate_score") && text.contains("&lt;other&gt; &amp; co"));
        let empty = Curve::new(10);
        let chart = Chart {
            title: "nothing",
            unit: "x",
            curve: &empty,
        };
        assert!(svg(&[chart]).unwrap().contains("nothing"));
    }
}

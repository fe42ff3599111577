//! Curves as an SVG picture, one chart below the other.

use plotters::coord::Shift;
use plotters::prelude::*;

use crate::curve::Curve;

/// The size of a chart, in pixels.
const WIDTH: u32 = 800;
const HEIGHT: u32 = 260;

/// A picture could not be drawn.
#[derive(Debug, thiserror::Error)]
#[error("cannot draw the chart of {title}: {reason}")]
pub struct PlotError {
    title: String,
    reason: String,
}

/// A curve with what its axis says.
pub struct Chart<'a> {
    /// The title.
    pub title: &'a str,
    /// What the values are.
    pub unit: &'a str,
    /// The values.
    pub curve: &'a Curve,
}

/// Draws the charts: the mean of each interval at its middle, with its standard error.
///
/// # Errors
/// If there is no chart, or the drawing library refuses one.
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
    let (mut low, mut high) = (0.0_f64, 0.0_f64);
    for &(_, mean, error) in &points {
        low = low.min(mean - error);
        high = high.max(mean + error);
    }
    if high - low < 1e-9 {
        high = low + 1.0;
    }
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
    let bars = points.iter().map(|&(x, mean, error)| {
        PathElement::new(vec![(x, mean - error), (x, mean + error)], BLACK.mix(0.4))
    });
    context.draw_series(bars)?;
    let line = points.iter().map(|&(x, mean, _)| (x, mean));
    context.draw_series(LineSeries::new(line.clone(), &BLUE))?;
    context.draw_series(line.map(|point| Circle::new(point, 3, BLUE.filled())))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

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

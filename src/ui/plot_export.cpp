#include "ui/plot_export.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "chart/svg.h"
#include "ui/plot_painter.h"

namespace ui {
namespace {

constexpr double width = 800, height = 320, left = 64, right = 16, top = 48, bottom = 40;

std::string text_of(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.9g", value);
  return text;
}

std::string quoted(std::string_view text) {
  std::string result;
  result.push_back('"');
  for (const char c : text) {
    if (c == '"') result.push_back(c);
    result.push_back(c);
  }
  result.push_back('"');
  return result;
}

chart::Rgb rgb(const glm::vec4& color) {
  const auto byte = [](float share) {
    return static_cast<unsigned char>(std::lround(255 * std::clamp(share, 0.f, 1.f)));
  };
  return {byte(color.r), byte(color.g), byte(color.b)};
}

/// fill="#0072b2" and what else there is.
std::string painted(const char* how, const glm::vec4& color, std::string_view more = {}) {
  return std::string(how).append("=\"").append(chart::hex(rgb(color))).append("\" ").append(more);
}

/// The steps in sight that some curve has.
struct Steps {
  int64_t first, end;
};
Steps steps_in(const PlotData& data, Range x) {
  int64_t first = std::numeric_limits<int64_t>::max(), end = 0;
  for (const Series& series : data.series) {
    first = std::min(first, series.samples.first);
    end = std::max(end, series.samples.end);
  }
  return {std::max(first, static_cast<int64_t>(std::ceil(x.lo / data.x_per_step))),
          std::min(end, static_cast<int64_t>(std::floor(x.hi / data.x_per_step)) + 1)};
}

}  // namespace

std::string plot_csv(const PlotData& data, const PlotState& state, Range x) {
  std::string csv = std::string("step,") + data.x_unit;
  for (const Series& series : data.series)
    if (!state.hidden.contains(series.name)) csv.append(",").append(ui::quoted(series.name));
  csv += "\n";
  const Steps steps = steps_in(data, x);
  for (int64_t step = steps.first; step < steps.end; ++step) {
    csv += std::to_string(step) + "," + text_of(static_cast<double>(step) * data.x_per_step);
    for (const Series& series : data.series) {
      if (state.hidden.contains(series.name)) continue;
      const float* sample = PlotPainter::sample(series, step);
      csv.append(",").append(sample ? text_of(*sample * series.factor) : "");
    }
    csv += "\n";
  }
  return csv;
}

std::string plot_svg(const PlotData& data, const PlotState& state, Range x,
                     const view::Palette& palette) {
  const Axis along{x, false}, up{state.y.valid() ? state.y : Range{0, 1}, state.log};
  const auto px = [&](double value) { return left + along.unit(value) * (width - left - right); };
  const auto py = [&](double value) {
    return height - bottom - std::clamp(up.unit(value), -8., 9.) * (height - top - bottom);
  };
  chart::Svg svg(width, height, rgb(palette.panel));
  svg.clip("area", left, top, width - left - right, height - top - bottom);
  const std::string unit = data.unit[0] ? std::string(", ") + data.unit : "";
  svg.text({left, 18}, data.title + unit, painted("fill", palette.text, "font-weight=\"bold\""));
  const Ticks rows = ticks(up, 6), columns = ticks(along, 8);
  for (const double at : rows.at) {
    svg.line({left, py(at)}, {width - right, py(at)}, painted("stroke", palette.grid));
    svg.text({left - 8, py(at) + 4}, tick_text(at, rows.step),
             painted("fill", palette.text_dim, "text-anchor=\"end\""));
  }
  for (const double at : columns.at) {
    svg.line({px(at), top}, {px(at), height - bottom}, painted("stroke", palette.grid));
    svg.text({px(at), height - bottom + 18}, tick_text(at, columns.step) + " " + data.x_unit,
             painted("fill", palette.text_dim, "text-anchor=\"middle\""));
  }
  for (const PlotMark& mark : data.marks) {
    const double at = static_cast<double>(mark.step) * data.x_per_step;
    if (!x.contains(at)) continue;
    svg.line({px(at), top}, {px(at), height - bottom},
             painted("stroke", palette.text_dim, "stroke-dasharray=\"4 3\""));
    svg.text({px(at) + 4, top + 12}, mark.text,
             painted("fill", palette.text_dim, "font-size=\"11\""));
  }

  const Steps steps = steps_in(data, x);
  const int64_t bucket = std::max<int64_t>(1, (steps.end - steps.first) / 800);
  std::vector<Point> points;
  double legend = left;
  for (const Series& series : data.series) {
    if (state.hidden.contains(series.name)) continue;
    svg.line({legend, 34}, {legend + 14, 34},
             painted("stroke", series.color, "stroke-width=\"3\""));
    svg.text({legend + 19, 38}, series.name, painted("fill", palette.text));
    legend += 40 + 7.5 * static_cast<double>(series.name.size());
    decimate(series.samples, steps.first, steps.end, bucket, points);
    std::vector<std::vector<sweep::Point>> pieces(1);
    for (const Point& point : points) {
      const double value = point.value * series.factor;
      if (std::isfinite(value) && (!state.log || value > 0))
        pieces.back().push_back({px(point.step * data.x_per_step), py(value)});
      else
        pieces.emplace_back();
    }
    svg.paths(pieces, painted("stroke", series.color,
                              std::string("fill=\"none\" clip-path=\"url(#area)\" "
                                          "stroke-linejoin=\"round\" stroke-width=\"") +
                                  (series.bold ? "2.2\"" : "1.4\"") +
                                  (series.reference ? " stroke-dasharray=\"6 4\"" : "")));
  }
  return svg.done();
}

}  // namespace ui

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <unordered_map>
#include <unordered_set>

#include "sweep/picture.h"

namespace sweep {
namespace {

/// The lines in the making: each square adds pieces from one edge of the grid to another; an edge
/// has one crossing, where at most one piece ends and one begins.
class Pieces {
 public:
  Pieces(const std::vector<double>& values, int columns, double level)
      : values_(values), columns_(columns), level_(level) {}

  double at(int x, int y) const { return values_[y * columns_ + x]; }

  /// Edges are numbered: 2 i from cell i to the right, 2 i + 1 from it upwards.
  int right_of(int x, int y) const { return 2 * (y * columns_ + x); }
  int above(int x, int y) const { return right_of(x, y) + 1; }

  void add(int from, int to) {
    next_[from] = to;
    begun_.push_back(from);
    ends_.insert(to);
  }

  std::vector<Line> lines() {
    std::vector<Line> all;
    for (const bool open : {true, false})  // first those with two ends
      for (const int first : begun_) {
        if ((open && ends_.contains(first)) || !next_.contains(first)) continue;
        Line line{crossing(first)};
        for (auto piece = next_.extract(first); piece; piece = next_.extract(piece.mapped()))
          line.push_back(crossing(piece.mapped()));
        all.push_back(std::move(line));
      }
    return all;
  }

 private:
  Point crossing(int edge) const {
    const int x = edge / 2 % columns_, y = edge / 2 / columns_;
    const bool up = edge % 2 == 1;
    const double from = at(x, y), to = up ? at(x, y + 1) : at(x + 1, y);
    const double share = (level_ - from) / (to - from);
    return up ? Point{double(x), y + share} : Point{x + share, double(y)};
  }

  const std::vector<double>& values_;
  int columns_;
  double level_;
  std::unordered_map<int, int> next_;
  std::unordered_set<int> ends_;
  std::vector<int> begun_;
};

}  // namespace

std::vector<Line> contour(const std::vector<double>& values, int columns, int rows, double level) {
  Pieces pieces(values, columns, level);
  for (int y = 0; y + 1 < rows; ++y)
    for (int x = 0; x + 1 < columns; ++x) {
      // corners and edges counterclockwise: edge i leads from corner i to corner i + 1
      const std::array corners{pieces.at(x, y), pieces.at(x + 1, y), pieces.at(x + 1, y + 1),
                               pieces.at(x, y + 1)};
      const std::array edges{pieces.right_of(x, y), pieces.above(x + 1, y),
                             pieces.right_of(x, y + 1), pieces.above(x, y)};
      double sum = 0;
      for (const double corner : corners) sum += corner;
      if (!std::isfinite(sum)) continue;
      const auto high = [&](int i) { return corners[i % 4] >= level; };
      // Counterclockwise, values go up at edge i and down at edge `out`: a piece leads from there
      // to i. In a saddle they go down twice; if its middle is high, the one before i belongs to i.
      const int way = sum / 4 >= level ? 3 : 1;
      for (int i = 0; i < 4; ++i) {
        if (high(i) || !high(i + 1)) continue;
        int out = i;
        do out = (out + way) % 4;
        while (!(high(out) && !high(out + 1)));
        pieces.add(edges[out], edges[i]);
      }
    }
  return pieces.lines();
}

std::vector<Line> contour(const Result& result, const sim::Metric& metric, double level) {
  const int size = result.level();
  if (size == 0) return {};
  const bool log = metric.scale == base::Scale::Log;
  const auto on_scale = [log](double value) {  // zero is below every level of a logarithmic scale
    return log ? std::log(std::max(value, std::numeric_limits<double>::min())) : value;
  };
  std::vector<double> values;
  const int columns = (result.grid.columns() + size - 1) / size,
            rows = (result.grid.rows() + size - 1) / size;
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column)
      values.push_back(on_scale(
          metric.shown(result.at(column * size, row * size), *result.grid.scene->skeleton)));
  std::vector<Line> lines = contour(values, columns, rows, on_scale(level));
  for (Line& line : lines)
    for (Point& point : line) point = {point.x * size, point.y * size};
  return lines;
}

}  // namespace sweep

#pragma once
#include <string>

#include "sweep/picture.h"
#include "ui/map_state.h"
#include "ui/theme.h"

namespace ui {

/// Draws one map between two corners, or beside them; places on a map are 0 to 1 from its lower
/// left.
struct MapPainter {
  const Look& look;
  ImVec2 a, b;  ///< upper left, lower right
  ImDrawList& list = *ImGui::GetWindowDrawList();

  float width() const { return b.x - a.x; }
  float height() const { return b.y - a.y; }
  ImVec2 at(sweep::Point place) const;
  sweep::Point place(ImVec2 at) const;

  void cells(const DrawnMap& map);
  void lines(const sweep::Picture& picture, bool thin);
  void texts(const sweep::Picture& picture);
  void frame(bool strong);

  void ring(ImVec2 at) const;   ///< the best
  void cross(ImVec2 at) const;  ///< the least
  /// The current setting; with an arrow at the edge if it is outside. Hollow: it does not act.
  void dot(sweep::Point place, bool hollow) const;

  void below(const sweep::Side& side);
  void at_left(const sweep::Side& side, const glm::vec4& ink);
  void at_right(const sweep::Side& side, const glm::vec4& ink);
  void color_bar(const sweep::Side& colors, ImVec2 from, ImVec2 to);

 private:
  void beside(const sweep::Side& side, float from, float way, const glm::vec4& ink);
  void label(ImVec2 at, const std::string& text, const glm::vec4& ink, bool halo) const;
};

/// Widest text of a side, pixels.
float tick_width(const Look& look, const sweep::Side& side);

}  // namespace ui

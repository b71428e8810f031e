// The part of DragTool that draws: the gizmo, the size of the drag, and the slice of a map.

#include <cmath>
#include <optional>
#include <string>

#include "app/painter.h"
#include "app/view3d/body_view.h"
#include "app/view3d/drag_tool.h"
#include "base/numbers.h"
#include "ui/kit/format.h"
#include "ui/options/options.h"

namespace app {
namespace {

using Kind = view::GizmoPart::Kind;

std::string with_sign(double value, int digits) {
  return (value < 0 ? "−" : "+") + ui::fixed(std::abs(value), digits);
}

}  // namespace

/// Returns the size of the drag as text, such as "x +0.30" or "+15.0°".
std::string DragTool::change_text() const {
  const view::GizmoPart part = drag_.part();
  if (part.turns()) {
    const float angle =
        part.kind == Kind::Ball ? glm::length(change_.turn) : glm::dot(change_.turn, drag_.axis());
    const std::string size = with_sign(base::degrees * angle, 1) + "°";
    const bool about_one = part.kind == Kind::Ring && part.axis < 3;
    return about_one ? base::format("{} {}", axis_names[part.axis], size) : size;
  }
  std::string label;
  for (int axis = 0; axis < 3; ++axis) {
    if (drag_.moves_along(axis))
      label += base::format("{}{} {}", label.empty() ? "" : "   ", axis_names[axis],
                            with_sign(glm::dot(change_.shift, gizmo_.axes[axis]), 2));
  }
  return label;
}

/// Selects the slice if the mouse is on its border or at most `beside` pixels away.
void DragTool::find_slice(const Input& input, float beside) {
  if (view::part_at(border_, input.mouse, beside).kind == Kind::None) return;
  by_slice_ = true;
  hot_ = {view::Selection::Kind::Target, input.slice->target};
}

/// Returns the point of the slice under the mouse, by which it is dragged, or else its centre.
glm::vec3 DragTool::grip_of(const Input& input) const {
  const view::Slice& slice = *input.slice;
  const Eigen::Vector3d last = slice.corner + slice.across + slice.up;
  const view::Ray ray = input.camera.ray(input.mouse);
  const float way = ray.distance_to_plane(input.up().to_glm(slice.corner), gizmo_.axes[slice.axis]);
  if (!(way > 0) || !std::isfinite(way)) return input.up().to_glm(0.5 * (slice.corner + last));
  const Eigen::Vector3d there = input.up().to_eigen(ray.at(way));
  return input.up().to_glm(there.cwiseMax(slice.corner).cwiseMin(last));
}

void DragTool::draw_slice(const Input& input, const ui::Rect& rect) const {
  if (border_.empty() || !input.slice) return;
  Painter painter(rect, ui::options::palette(*input.context.options), input.em);
  std::optional<glm::vec2> lowest;  // in the view
  for (const view::GizmoStroke& side : border_) {
    painter.stroke(side, by_slice_);
    for (const glm::vec2& point : side.points) {
      const bool seen =
          point.x >= 0 && point.y >= 0 && point.x < rect.width && point.y < rect.height;
      if (seen && (!lowest || point.y > lowest->y)) lowest = point;
    }
  }
  const bool hot = by_slice_ && !holds();
  const float below = (hot ? 3.6f : 2.2f) * input.em;
  if (lowest)
    painter.label(*lowest + glm::vec2(-2 * input.em, below), input.slice->position,
                  hot ? "Drag to move the plane" : "");
}

void DragTool::draw(const Input& input, const ui::Rect& rect) const {
  draw_slice(input, rect);
  if (!has_gizmo_) return;
  const view::Palette& palette = ui::options::palette(*input.context.options);
  Painter painter(rect, palette, input.em);
  const auto center = input.camera.project(gizmo_.center);
  if (!center) return;
  const view::GizmoPart active = holds() ? drag_.part() : hot_part_;
  const bool all = input.context.options->flag(ui::options::show_gizmo());
  if (holds() && (active.kind == Kind::Axis || (active.kind == Kind::Ring && active.axis < 3))) {
    const float far = rect.width / std::max(input.camera.pixels_per_unit(gizmo_.center), 1e-6f);
    const auto a = input.camera.project(gizmo_.center - far * drag_.axis()),
               b = input.camera.project(gizmo_.center + far * drag_.axis());
    if (a && b) painter.line(*a, *b, color_of(palette, active));
  }
  for (const view::GizmoStroke& stroke : strokes_) {
    const bool hot = stroke.part == active;
    if (holds() ? !hot : !all) continue;
    painter.stroke(stroke, hot);
    if (stroke.part.kind == Kind::Axis && stroke.filled) painter.letter(stroke, *center);
  }
  if (!holds() || resizing_ || by_slice_) return;
  const bool turns = drag_.part().turns();
  const char* other = !(gizmo_.has_arrows && gizmo_.has_rings) ? ""
                      : turns                                  ? "   R: move"
                                                               : "   R: turn";
  const std::string help = !by_keys_ ? ""
                           : !typed_.empty()
                               ? typed_ + "_"
                               : base::format("X Y Z: axis   digits: {}{}   Enter, Esc",
                                              turns ? "angle" : "how far", other);
  painter.label(*center + glm::vec2(1.5f * input.em, -0.6f * gizmo_.size), change_text(), help);
}

}  // namespace app

#include <algorithm>
#include <cmath>

#include "ui/kit/fields.h"
#include "ui/panel.h"

namespace ui {
namespace {

using Shape = ik::Obstacle::Shape;
constexpr float field_width = 3.4f;  // em
constexpr double least_size = 1e-3;

void draw_sign(const Panel& panel, Shape shape, ImVec2 c) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float r = 0.4f * panel.em();
  const ImU32 ink = color(view::with_alpha(panel.palette.obstacle, 1.6f));
  if (shape == Shape::Sphere) list.AddCircleFilled(c, r, ink, 20);
  if (shape == Shape::Box) list.AddRectFilled({c.x - r, c.y - r}, {c.x + r, c.y + r}, ink);
  if (shape == Shape::Capsule)
    list.AddRectFilled({c.x - 1.2f * r, c.y - 0.55f * r}, {c.x + 1.2f * r, c.y + 0.55f * r}, ink,
                       0.55f * r);
}

/// Draws a length to drag or, with Ctrl+click, to type. Returns whether it was changed.
bool length_field(const Panel& panel, const char* id, const char* what, double& length) {
  auto value = static_cast<float>(length);
  const auto least = static_cast<float>(1e-4 * panel.skeleton().scale());
  ImGui::SetNextItemWidth(std::round(field_width * panel.em()));
  const char* format = value < 999.5f ? "%.3g" : "%.0f";  // without an exponent
  const bool changed =
      ImGui::DragFloat(id, &value, std::max(0.005f * value, least), static_cast<float>(least_size),
                       1e5f, format, ImGuiSliderFlags_AlwaysClamp);
  add_tab_stop(panel.look, TabStops::Kind::Typed);
  if (const Tooltip tip = begin_tooltip(panel.look)) {
    text(what);
    note(panel.look, "Drag to change, Ctrl+click to type a value.");
  }
  if (!changed || !std::isfinite(value)) return false;
  length = value;
  return true;
}

/// Draws the fields of a shape's lengths. Returns whether one was changed.
bool size_fields(const Panel& panel, ik::Obstacle& obstacle) {
  const float gap = std::round(0.25f * panel.em());
  bool changed = false;
  if (obstacle.shape == Shape::Box) {
    const bool z_up = panel.simulation().scene().up == sim::Scene::Up::Z;
    const char* const sides[] = {"Width (x)", z_up ? "Depth (y)" : "Height (y)",
                                 z_up ? "Height (z)" : "Depth (z)"};
    constexpr const char* ids[] = {"##x", "##y", "##z"};
    for (int i = 0; i < 3; ++i) {
      double side = 2 * obstacle.size[i];
      if (i > 0) ImGui::SameLine(0, gap);
      if (!length_field(panel, ids[i], sides[i], side)) continue;
      obstacle.size[i] = side / 2;
      changed = true;
    }
    return changed;
  }
  double radius = obstacle.size.x();
  if (length_field(panel, "##radius", "Radius", radius)) {
    obstacle.size.setConstant(radius);
    changed = true;
  }
  if (obstacle.shape == Shape::Sphere) return changed;
  double length = 2 * obstacle.axis.norm();
  ImGui::SameLine(0, gap);
  if (length_field(panel, "##length", "Length, between the centres of its ends", length)) {
    const bool point = obstacle.axis.isZero(1e-9);
    const Eigen::Vector3d along =
        point ? Eigen::Vector3d::UnitY().eval() : obstacle.axis.normalized();
    obstacle.axis = std::max(length, least_size) / 2 * along;
    changed = true;
  }
  return changed;
}

void obstacle_row(const Panel& panel, ik::Obstacle obstacle, int index) {
  const float unit = panel.em(), gap = std::round(0.25f * unit);
  const float height = ImGui::GetFrameHeight(), close = std::round(1.4f * unit);
  const int fields = obstacle.shape == Shape::Box ? 3 : obstacle.shape == Shape::Capsule ? 2 : 1;
  const float field = std::round(field_width * unit) + gap;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float room = ImGui::GetContentRegionAvail().x;
  const float name_width = room - static_cast<float>(fields) * field - close;
  const IdScope scope(index);
  const bool selected = panel.context.selected.obstacle() == index;
  if (list_line(panel.look, "name", {name_width - gap, height}, selected))
    panel.context.request(Select{{view::Selection::Kind::Obstacle, index}});
  tooltip(panel.look, obstacle.name + ", a " +
                          std::string(ik::Obstacle::shape_names[static_cast<int>(obstacle.shape)]));
  draw_sign(panel, obstacle.shape, {at.x + 0.8f * unit, at.y + std::round(0.5f * height)});
  ImFont* font = panel.fonts.body;
  draw_line(font, {at.x + 1.6f * unit, at.y}, height, panel.palette.text,
            shortened(font, obstacle.name, name_width - gap - 1.6f * unit));

  ImGui::SetCursorScreenPos({at.x + name_width, at.y});
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                      ImVec2(std::round(0.25f * unit), ImGui::GetStyle().FramePadding.y));
  if (size_fields(panel, obstacle)) panel.context.request(sim::PutObstacle{index, obstacle});
  ImGui::PopStyleVar();
  if (icon_button(panel.look, "remove", Icon::Close,
                  {at.x + room - close, at.y + centred(height, close)}, close, false)) {
    panel.context.request(sim::RemoveObstacle{index});
    panel.context.request(Select{{}});
  }
  tooltip(panel.look, selected ? panel.with_key("Remove", Action::RemoveObstacle) : "Remove");
  occupy(at, {room, height});
}

void obstacles_panel(const Panel& panel) {
  const auto& obstacles = panel.simulation().obstacles();
  if (!section(panel.look, "Obstacles", !obstacles.empty())) return;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, std::round(0.2f * panel.em())));
  for (size_t i = 0; i < obstacles.size(); ++i)
    obstacle_row(panel, obstacles[i], static_cast<int>(i));
  ImGui::PopStyleVar();
  const std::string labels[] = {"+ Sphere", "+ Box", "+ Capsule"};
  const std::vector<std::string> help(3, "Add in front of the body");
  if (const int added = button_row(panel, labels, help); added >= 0)
    panel.context.request(AddObstacle{static_cast<Shape>(added)});
  if (obstacles.empty()) return;
  const double depth = sim::contact_depth(panel.run());
  text(panel.fonts.body, depth > 0 ? panel.palette.warning : panel.palette.text_dim,
       depth > 0 ? "Deepest contact: " + base::length_text(depth, panel.skeleton().unit())
                 : "No contact");
  note(panel.look,
       "Drag an obstacle in the view to move it. Shift+drag, or the wheel while it is selected, "
       "changes its size.");
}

}  // namespace

void declare_obstacles_panel(base::Registry<PanelInfo>& panels) {
  panels.add({.name = "obstacles", .title = "Obstacles", .rank = 160, .draw = obstacles_panel});
}

}  // namespace ui

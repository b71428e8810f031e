#include "app/view3d/build_tool.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "app/painter.h"
#include "base/numbers.h"
#include "ui/input/build_actions.h"
#include "ui/options/options.h"

namespace app {
namespace {

using sim::build::Draft;
using sim::build::Item;

constexpr float arc_size = 6.4f, handle_radius = 0.38f, handle_tolerance = 0.75f;  // em
constexpr float coarse = 0.7f, fine = 0.15f;  // em: steps of positions
constexpr float link_tolerance = 0.7f;        // em
constexpr double degree = std::numbers::pi / 180;

const ik::Pose& pose_of(const ui::Context& context) {
  return context.session->simulation().run().solver().pose();
}

glm::vec3 drawn_position(const DragTool::Input& input, Item item) {
  const ik::Pose& pose = pose_of(input.context);
  return input.up().to_glm(item.kind == Item::Kind::Joint ? pose.position.col(item.index)
                                                          : pose.effector.col(item.index));
}

}  // namespace

std::optional<BuildTool::Ghost> BuildTool::ghost(const DragTool::Input& input) const {
  using Kind = view::BodyPart::Kind;
  const view::UpAxis& up = input.up();
  const ik::Skeleton& body = input.simulation().skeleton();
  const ik::Pose& pose = pose_of(input.context);
  const view::BodyPart part =
      view::part_at(body, pose, up, input.camera, input.mouse, link_tolerance * input.em);
  if (part.kind == Kind::LinkToJoint || part.kind == Kind::LinkToEffector)
    return Ghost{.splits = true,
                 .item = {part.kind == Kind::LinkToJoint ? Item::Kind::Joint : Item::Kind::Effector,
                          part.index},
                 .fraction = part.fraction,
                 .from = part.point,
                 .to = part.point};
  const Item item = ui::selected_item(input.context);
  const bool begins = item.kind == Item::Kind::Joint || item.kind == Item::Kind::Effector;
  if (part.kind != Kind::None || !begins ||
      !input.context.options->flag(ui::options::build_click()))
    return {};
  const glm::vec3 from = drawn_position(input, item);
  const auto there = view::point_on_facing_plane(input.camera, input.mouse, from);
  if (!there) return {};
  const glm::vec3 to =
      view::snap_in_plane(*there, view::snap_step_at(input.camera, from, coarse * input.em));
  const int carrier = item.kind == Item::Kind::Joint ? body.whole_joint(item.index).last
                                                     : body.effector(item.index).joint;
  return Ghost{.item = item,
               .from = from,
               .to = to,
               .position = view::position_at_zero(body, pose, carrier, up.to_eigen(to)),
               .axis = up.to_eigen(there->normal)};
}

void BuildTool::hover(const DragTool::Input& input, bool free, bool taken) {
  const ik::Skeleton& body = input.simulation().skeleton();
  if (!input.context.building.edits()) return forget();
  if (holds() && joint_ >= body.joints()) forget();
  ghost_.reset();
  if (!holds()) {
    hot_ = Part::None;
    joint_ = input.context.selected.joint();
    if (joint_ >= 0 && !body.joint(joint_).compound.empty()) joint_ = -1;
    handles_.reset();
  }
  if (joint_ >= 0)
    handles_ = view::handles_of(body, pose_of(input.context), input.picture.body(), joint_,
                                input.camera, arc_size * input.em);
  if (!free || holds()) return;
  if (handles_)
    hot_ = view::handle_at(*handles_, input.camera, input.mouse, handle_tolerance * input.em);
  if (hot_ == Part::None && !taken) ghost_ = ghost(input);
}

void BuildTool::take(const DragTool::Input& input) {
  if (hot_ == Part::None) return;
  held_ = hot_;
  posted_ = false;
  if (held_ != Part::Axis) {
    using Kind = view::GizmoPart::Kind;
    limit_ = handles_->handle_value(held_);
    drag_ = view::GizmoDrag(view::gizmo_of(*handles_, arc_size * input.em),
                            {handles_->is_revolute ? Kind::Ring : Kind::Axis, 0}, input.camera,
                            input.mouse);
  }
  far_ = glm::dot(input.camera.eye() - handles_->center, handles_->axis) < handles_->axis_length();
}

void BuildTool::move(const DragTool::Input& input) {
  const float dragged = ImGui::GetIO().MouseDragMaxDistanceSqr[0];
  const float threshold = ImGui::GetIO().MouseDragThreshold;
  if (!handles_ || (!posted_ && dragged < threshold * threshold)) return;
  const std::string name =
      sim::build::name_of(input.context.building.draft->scene, {Item::Kind::Joint, joint_});
  const view::UpAxis& up = input.up();
  const ik::Skeleton& body = input.simulation().skeleton();
  const int j = joint_;
  posted_ = true;
  if (held_ == Part::Axis) {
    const glm::vec3 seen = view::dragged_axis(*handles_, input.camera, input.mouse, far_);
    Eigen::Vector3d axis = up.to_eigen(seen);
    if (const int parent = body.joint(j).parent; parent >= 0)
      axis = pose_of(input.context).rotation[static_cast<size_t>(parent)].transpose() * axis;
    return input.context.request(ui::ChangeBody{"Axis of " + name, "axis", [=](const Draft& draft) {
                                                  return sim::build::set_axis(draft, j, axis);
                                                }});
  }
  const view::GizmoChange change = drag_.change_to(input.camera, input.mouse);
  const bool steps = ImGui::GetIO().KeyCtrl;
  double value =
      limit_ + glm::dot(handles_->is_revolute ? change.turn : change.shift, drag_.axis());
  if (handles_->is_revolute) {
    const double step = (steps ? 15 : 1) * degree;
    value = std::round(value / step) * step;
  } else {
    const double step =
        view::snap_step_at(input.camera, handles_->center, (steps ? coarse : fine) * input.em);
    value = base::round_to(std::round(value / step) * step, 6);
  }
  double lower = body.joint(j).lower, upper = body.joint(j).upper;  // they never pass each other
  held_ == Part::Lower ? lower = std::min(value, upper) : upper = std::max(value, lower);
  input.context.request(ui::ChangeBody{"Limits of " + name, "limits", [=](const Draft& draft) {
                                         return sim::build::set_limits(draft, j, lower, upper);
                                       }});
}

bool BuildTool::click(const ui::Context& context) {
  if (!pressed_ || !context.building.edits()) return false;
  const Ghost add = *std::exchange(pressed_, {});
  context.request(ui::ChangeBody{
      add.splits ? "Add a joint" : "Add a link", "", [add](const Draft& draft) {
        return add.splits ? sim::build::split(draft, add.item, add.fraction)
                          : sim::build::extend(draft, add.item, add.position, add.axis);
      }});
  return true;
}

std::string BuildTool::value_text() const {
  const auto text = [&](float value) {
    if (!std::isfinite(value)) return std::string("none");
    return handles_->is_revolute ? base::fixed(value / degree, 0) + "°" : base::fixed(value, 2);
  };
  return base::format("{} … {}", text(handles_->lower), text(handles_->upper));
}

void BuildTool::draw(const DragTool::Input& input, const ui::Rect& rect) const {
  if (!input.context.building.edits()) return;
  const view::Palette& p = ui::options::palette(*input.context.options);
  const ik::Skeleton& body = input.simulation().skeleton();
  const Draft& draft = *input.context.building.draft;
  Painter painter(rect, p, input.em);
  const auto project = [&](glm::vec3 point) { return input.camera.project(point); };
  const auto ring = [&](Item item) {
    const auto at = project(drawn_position(input, item));
    if (!at) return;
    const bool selected = ui::selected_item(input.context) == item;
    painter.ring(*at, (selected ? 0.75f : 0.5f) * input.em, selected ? p.accent : p.text,
                 selected ? 1.f : 0.45f);
    if (selected && !holds())
      painter.label(*at + glm::vec2(0.9f, 2.6f) * input.em, sim::build::name_of(draft.scene, item));
  };
  if (body.joints() <= 200)
    for (int j = 0; j < body.joints(); j += body.whole_joint(j).coordinates())
      ring({Item::Kind::Joint, j});
  for (int i = 0; i < body.effectors(); ++i)
    if (body.effector(i).of.empty()) ring({Item::Kind::Effector, i});

  if (handles_) {
    std::vector<glm::vec2> way;
    for (const glm::vec3& point : handles_->range())
      if (const auto at = project(point)) way.push_back(*at);
    const bool limited = std::isfinite(handles_->lower) || std::isfinite(handles_->upper);
    if (way.size() > 1) painter.path(way, p.accent, limited ? 0.95f : 0.4f, 0.16f);
    const auto center = project(handles_->center);
    for (const Part part : {Part::Lower, Part::Upper, Part::Axis}) {
      const auto at = project(handles_->position(part));
      if (!at || !center) continue;
      const bool hot = part == (holds() ? held_ : hot_);
      const glm::vec4& ink = part == Part::Axis ? p.axis : p.accent;
      if (part == Part::Axis || limited) painter.path({*center, *at}, ink, 0.6f, 0.1f);
      painter.knob(*at, (hot ? 1.3f : 1.f) * handle_radius * input.em, hot ? p.text : ink);
    }
    const Part part = holds() ? held_ : hot_;
    if (const auto at = project(handles_->position(part)); at && part != Part::None) {
      const Eigen::Vector3d axis = body.joint(joint_).axis;
      const std::string label =
          part == Part::Axis ? base::format("axis {}  {}  {}", base::fixed(axis.x(), 2),
                                            base::fixed(axis.y(), 2), base::fixed(axis.z(), 2))
                             : value_text();
      painter.label(*at + glm::vec2(input.em, -0.4f * input.em), label);
    }
  }
  if (!ghost_) return;
  const auto from = project(ghost_->from), to = project(ghost_->to);
  if (!from || !to) return;
  if (!ghost_->splits) painter.dashes(*from, *to, p.accent);
  painter.knob(*to, 0.42f * input.em, p.accent, 0.85f);
  const Eigen::Vector3d& at = ghost_->position;
  painter.label(*to + glm::vec2(input.em, -0.6f * input.em),
                ghost_->splits
                    ? "joint here"
                    : base::format("{}, {}, {}", base::short_number(at.x(), 5),
                                   base::short_number(at.y(), 5), base::short_number(at.z(), 5)));
}

}  // namespace app

#include "app/view3d/build_tool.h"

#include <imgui.h>

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

glm::vec3 seen_place(const DragTool::Place& place, Item item) {
  const ik::Pose& pose = pose_of(place.context);
  return place.up().to_glm(item.kind == Item::Kind::Joint ? pose.position.col(item.index)
                                                          : pose.effector.col(item.index));
}

}  // namespace

std::optional<BuildTool::Ghost> BuildTool::ghost(const DragTool::Place& place) const {
  using Kind = view::BodyPart::Kind;
  const view::UpAxis& up = place.up();
  const ik::Skeleton& body = place.simulation().skeleton();
  const ik::Pose& pose = pose_of(place.context);
  const view::BodyPart part =
      view::part_at(body, pose, up, place.camera, place.mouse, link_tolerance * place.em);
  if (part.kind == Kind::LinkToJoint || part.kind == Kind::LinkToEffector)
    return Ghost{.splits = true,
                 .item = {part.kind == Kind::LinkToJoint ? Item::Kind::Joint : Item::Kind::Effector,
                          part.index},
                 .share = part.share,
                 .from = part.place,
                 .to = part.place};
  const Item item = ui::selected_item(place.context);
  const bool begins = item.kind == Item::Kind::Joint || item.kind == Item::Kind::Effector;
  if (part.kind != Kind::None || !begins ||
      !place.context.options->flag(ui::options::build_click()))
    return {};
  const glm::vec3 from = seen_place(place, item);
  const auto placed = view::on_upright_plane(place.camera, place.mouse, from);
  if (!placed) return {};
  const glm::vec3 to =
      view::snapped_in_plane(*placed, view::step_at(place.camera, from, coarse * place.em));
  const int carrier = item.kind == Item::Kind::Joint ? body.whole_joint(item.index).last
                                                     : body.effector(item.index).joint;
  return Ghost{.item = item,
               .from = from,
               .to = to,
               .place = view::at_zero(body, pose, carrier, up.to_eigen(to)),
               .axis = up.to_eigen(placed->normal)};
}

void BuildTool::hover(const DragTool::Place& place, bool free, bool taken) {
  ghost_.reset();
  if (holds() && joint_ >= place.simulation().skeleton().joints()) forget();
  if (!holds()) hot_ = Part::None;
  if (!place.context.building.edits()) return forget();
  const int joint = place.context.selected.joint();
  const ik::Skeleton& body = place.simulation().skeleton();
  if (!holds()) {
    joint_ = joint >= 0 && joint < body.joints() && body.joint(joint).compound.empty() ? joint : -1;
    handles_.reset();
  }
  if (joint_ >= 0 && joint_ < body.joints())
    handles_ = view::handles_of(body, pose_of(place.context), place.picture.body(), joint_,
                                place.camera, arc_size * place.em);
  if (!free || holds()) return;
  if (handles_)
    hot_ = view::handle_at(*handles_, place.camera, place.mouse, handle_tolerance * place.em);
  if (hot_ == Part::None && !taken) ghost_ = ghost(place);
}

void BuildTool::take(const DragTool::Place& place) {
  if (hot_ == Part::None) return;
  held_ = hot_;
  posted_ = false;
  if (held_ != Part::Axis) {
    using Kind = view::GizmoPart::Kind;
    limit_ = handles_->seen_limit(held_);
    drag_ =
        view::GizmoDrag(view::gizmo_of(*handles_, arc_size * place.em),
                        {handles_->turns ? Kind::Ring : Kind::Axis, 0}, place.camera, place.mouse);
  }
  const glm::vec3 eye = place.camera.eye() - handles_->center;
  far_ = glm::dot(eye, handles_->axis) < handles_->axis_length();
}

void BuildTool::move(const DragTool::Place& place) {
  const float dragged = ImGui::GetIO().MouseDragMaxDistanceSqr[0];
  const float threshold = ImGui::GetIO().MouseDragThreshold;
  if (!handles_ || (!posted_ && dragged < threshold * threshold)) return;
  const std::string name =
      sim::build::name_of(place.context.building.draft->scene, {Item::Kind::Joint, joint_});
  const view::UpAxis& up = place.up();
  const ik::Skeleton& body = place.simulation().skeleton();
  const int j = joint_;
  posted_ = true;
  if (held_ == Part::Axis) {
    const glm::vec3 seen = view::axis_at(*handles_, place.camera, place.mouse, far_);
    Eigen::Vector3d axis = up.to_eigen(seen);
    if (const int parent = body.joint(j).parent; parent >= 0)
      axis = pose_of(place.context).rotation[static_cast<size_t>(parent)].transpose() * axis;
    return place.context.request(ui::ChangeBody{"Axis of " + name, "axis", [=](const Draft& draft) {
                                                  return sim::build::set_axis(draft, j, axis);
                                                }});
  }
  const view::GizmoChange change = drag_.to(place.camera, place.mouse);
  const bool steps = ImGui::GetIO().KeyCtrl;
  double value = limit_ + glm::dot(handles_->turns ? change.turn : change.shift, drag_.axis());
  if (handles_->turns) {
    const double step = (steps ? 15 : 1) * degree;
    value = std::round(value / step) * step;
  } else {
    const double step =
        view::step_at(place.camera, handles_->center, (steps ? coarse : fine) * place.em);
    value = base::round_to(std::round(value / step) * step, 6);
  }
  double lower = body.joint(j).lower, upper = body.joint(j).upper;
  (held_ == Part::Lower ? lower : upper) = value;
  // The limits cannot pass each other.
  if (lower > upper) (held_ == Part::Lower ? lower : upper) = held_ == Part::Lower ? upper : lower;
  place.context.request(ui::ChangeBody{"Limits of " + name, "limits", [=](const Draft& draft) {
                                         return sim::build::set_limits(draft, j, lower, upper);
                                       }});
}

void BuildTool::release(const ui::Context& context) {
  held_ = Part::None;
  context.request(ui::Build::Seal);
}

void BuildTool::cancel(const ui::Context& context) {
  held_ = Part::None;
  if (posted_) context.request(ui::Build::Drop);
}

bool BuildTool::click(const ui::Context& context) {
  if (!pressed_ || !context.building.edits()) return false;
  const Ghost add = *std::exchange(pressed_, {});
  context.request(
      ui::ChangeBody{add.splits ? "Add a joint" : "Add a link", "", [add](const Draft& draft) {
                       return add.splits ? sim::build::split(draft, add.item, add.share)
                                         : sim::build::extend(draft, add.item, add.place, add.axis);
                     }});
  return true;
}

std::string BuildTool::value_text() const {
  const auto text = [&](float value) {
    if (!std::isfinite(value)) return std::string("none");
    return handles_->turns ? base::fixed(value / degree, 0) + "°" : base::fixed(value, 2);
  };
  return text(handles_->lower) + " … " + text(handles_->upper);
}

void BuildTool::draw(const DragTool::Place& place, const ui::Rect& rect) const {
  if (!place.context.building.edits()) return;
  const view::Palette& p = ui::options::palette(*place.context.options);
  const ik::Skeleton& body = place.simulation().skeleton();
  const Draft& draft = *place.context.building.draft;
  Painter painter(rect, p, place.em);
  const auto project = [&](glm::vec3 point) { return place.camera.project(point); };
  const auto ring = [&](Item item) {
    const auto at = project(seen_place(place, item));
    if (!at) return;
    const bool selected = ui::selected_item(place.context) == item;
    painter.ring(*at, (selected ? 0.75f : 0.5f) * place.em, selected ? p.accent : p.text,
                 selected ? 1.f : 0.45f);
    if (selected && !holds())
      painter.label(*at + glm::vec2(0.9f, 2.6f) * place.em, sim::build::name_of(draft.scene, item),
                    "");
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
      const auto at = project(handles_->place(part));
      if (!at || !center) continue;
      const bool hot = part == (holds() ? held_ : hot_);
      const glm::vec4& ink = part == Part::Axis ? p.axis : p.accent;
      if (part == Part::Axis || limited) painter.path({*center, *at}, ink, 0.6f, 0.1f);
      painter.knob(*at, (hot ? 1.3f : 1.f) * handle_radius * place.em, hot ? p.text : ink);
    }
    const Part part = holds() ? held_ : hot_;
    if (const auto at = project(handles_->place(part)); at && part != Part::None) {
      const Eigen::Vector3d axis = body.joint(joint_).axis;
      const std::string label = part == Part::Axis
                                    ? "axis " + base::fixed(axis.x(), 2) + "  " +
                                          base::fixed(axis.y(), 2) + "  " + base::fixed(axis.z(), 2)
                                    : value_text();
      painter.label(*at + glm::vec2(place.em, -0.4f * place.em), label, "");
    }
  }
  if (!ghost_) return;
  const auto from = project(ghost_->from), to = project(ghost_->to);
  if (!from || !to) return;
  if (!ghost_->splits) painter.dashes(*from, *to, p.accent);
  painter.knob(*to, 0.42f * place.em, p.accent, 0.85f);
  const Eigen::Vector3d& at = ghost_->place;
  painter.label(*to + glm::vec2(place.em, -0.6f * place.em),
                ghost_->splits
                    ? "joint here"
                    : base::short_number(at.x(), 5) + ", " + base::short_number(at.y(), 5) + ", " +
                          base::short_number(at.z(), 5),
                "");
}

}  // namespace app

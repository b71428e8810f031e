#include "app/view3d/drag_tool.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "base/digits.h"
#include "ik/analysis/plane.h"
#include "ik/model/pose_goal.h"
#include "ik/model/rotation.h"
#include "ui/input/build_actions.h"
#include "ui/options/options.h"
#include "view/build_handles.h"
#include "view/pick.h"
#include "view/pictures/obstacles.h"

namespace app {
namespace {

using Kind = view::GizmoPart::Kind;
using sim::build::Item;

constexpr float within_target = 0.6f;  // fraction of the gizmo's free radius
constexpr float pick_tolerance = 0.75f, part_tolerance = 0.4f, joint_tolerance = 0.9f;  // em
constexpr float finger = 2;                         // factor on the tolerances for touch
constexpr double snap_angle = 0.26179938779914944;  // rad: 15 degrees
constexpr size_t longest_number = 12;

/// Returns the target that moves with a position, or -1 if the target is an orientation.
int moving_part(const ik::Skeleton& skeleton, int target) {
  return skeleton.effector(target).goal.info->shape == ik::GoalShape::Orientation ? -1 : target;
}

/// Returns the target that turns. For a pose, this is its orientation.
int turning_part(const ik::Skeleton& skeleton, int target) {
  return moving_part(skeleton, target) < 0 ? target : ik::pose_partner(skeleton, target);
}

/// Returns an orientation after a turn about the world's axes.
Eigen::Vector3d turned(const Eigen::Vector3d& rotation_vector, const Eigen::Vector3d& by) {
  return ik::rotation_vector(ik::rotation(by) * ik::rotation(rotation_vector));
}

/// Returns the rotation axis for a direction key: the side that faces the viewer moves that way.
glm::vec3 rotation_axis(glm::vec3 way) { return {-way.y, way.x, way.z}; }

/// Moves a part of the body under construction; `label` precedes its name, for undo.
void request_move(const ui::Context& context, Item item, const Eigen::Vector3d& to,
                  const std::string& label, const char* topic) {
  const bool branch = context.options->flag(ui::options::build_branch());
  context.request(ui::ChangeBody{
      label + sim::build::name_of(context.building.draft->scene, item), topic,
      [=](const sim::build::Draft& draft) { return sim::build::move(draft, item, to, branch); }});
}

/// Returns whether dragging it changes the body under construction.
bool builds(const ui::Context& context, view::Selection what) {
  return context.building.edits() &&
         (what.joint() >= 0 || what.effector() >= 0 || what.target() >= 0);
}

view::GizmoSnap snap(const DragTool::Input& input) {
  return {.move = input.picture.ground().step / 5, .turn = static_cast<float>(snap_angle)};
}

/// Returns the selected target. Selects the first one if none is selected.
int chosen_target(const ui::Context& context) {
  if (context.selected.target() < 0)
    context.request(ui::Select{{view::Selection::Kind::Target, 0}});
  return ik::pose_head(context.session->simulation().skeleton(),
                       std::max(context.selected.target(), 0));
}

/// Returns the next multiple of a step above or below x, never x itself.
double next_multiple(double x, double step, bool up) {
  constexpr double hair = 1e-4;
  const double at = x / step;
  return step * (up ? std::floor(at + hair) + 1 : std::ceil(at - hair) - 1);
}

}  // namespace

view::Selection DragTool::find_under_mouse(const Input& input) {
  using What = view::Selection::Kind;
  const float em = (input.context.touch ? finger : 1) * input.em;
  const sim::Simulation& simulation = input.simulation();
  if (input.context.building.edits()) {
    const view::BodyPart part =
        view::part_at(simulation.skeleton(), simulation.run().solver().pose(), input.up(),
                      input.camera, input.mouse, joint_tolerance * em);
    if (part.kind == view::BodyPart::Kind::Joint) return {What::Joint, part.index};
    if (part.kind == view::BodyPart::Kind::Effector) return {What::Effector, part.index};
  }
  input.picture.collect_handles(simulation, handles_);
  const int target = view::pick(input.camera, input.mouse, handles_, pick_tolerance * em);
  if (target >= 0) return {What::Target, ik::pose_head(simulation.skeleton(), target)};
  const int obstacle =
      view::pick(input.camera.ray(input.mouse), simulation.obstacles(), input.up());
  return obstacle >= 0 ? view::Selection{What::Obstacle, obstacle} : view::Selection{};
}

/// Returns whether the part that is held was removed elsewhere, or another took its place.
bool DragTool::is_gone(const Input& input) const {
  const sim::Simulation& simulation = input.simulation();
  const bool is_part = held_.joint() >= 0 || held_.effector() >= 0;
  return !exists(simulation, held_) || (is_part && !builds(input.context, held_)) ||
         (held_.obstacle() >= 0 &&
          simulation.obstacles()[static_cast<size_t>(held_.index)].name != initial_obstacle_.name);
}

/// Places the gizmo on a part. Returns false if the part does not exist.
bool DragTool::place_gizmo(const Input& input, view::Selection what) {
  const sim::Simulation& simulation = input.simulation();
  for (int axis = 0; axis < 3; ++axis)
    gizmo_.axes[axis] = input.up().to_glm(Eigen::Vector3d::Unit(axis));
  constexpr float arrow = 5.2f, beyond = 3.2f;  // em
  float around = 0;                             // scene units
  gizmo_.has_arrows = true;
  gizmo_.has_rings = false;
  if (what.target() >= 0) {
    input.picture.collect_handles(simulation, handles_);
    const view::Marker& marker = handles_[static_cast<size_t>(what.target())];
    gizmo_.center = marker.center;
    gizmo_.has_arrows = moving_part(simulation.skeleton(), what.target()) >= 0;
    gizmo_.has_rings = turning_part(simulation.skeleton(), what.target()) >= 0;
    around = 1.6f * marker.radius;
  } else if (what.obstacle() >= 0) {
    const ik::Obstacle& obstacle = simulation.obstacles()[static_cast<size_t>(what.index)];
    gizmo_.center = input.up().to_glm(obstacle.position);
  } else if (what.joint() >= 0 || what.effector() >= 0) {
    const ik::Pose& pose = simulation.run().solver().pose();
    gizmo_.center = input.up().to_glm(what.joint() >= 0 ? pose.position.col(what.index)
                                                        : pose.effector.col(what.index));
    around = input.picture.body().link_radius();
  } else {
    return false;
  }
  gizmo_.free_radius =
      std::max(around * input.camera.pixels_per_unit(gizmo_.center), 0.6f * input.em);
  gizmo_.size = std::max(arrow * input.em, gizmo_.free_radius + beyond * input.em);
  return true;
}

void DragTool::hover(const Input& input, bool inside) {
  if (holds() && is_gone(input)) end_drag();
  const bool wanted =
      holds() || (!input.context.covered && input.context.options->flag(ui::options::show_gizmo()));
  has_gizmo_ = wanted && place_gizmo(input, holds() ? held_ : input.context.selected);
  strokes_.clear();
  if (has_gizmo_) view::draw_gizmo(gizmo_, input.camera, strokes_);
  border_.clear();
  if (input.slice && input.slice->moves && !input.context.building.edits())
    border_ = view::border_of(*input.slice, input.up(), input.camera);
  if (holds()) return;
  hot_ = {};
  hot_part_ = {};
  by_slice_ = false;
  if (!inside) return;
  const float beside = (input.context.touch ? finger : 1) * part_tolerance * input.em;
  const auto center = has_gizmo_ ? input.camera.project(gizmo_.center) : std::nullopt;
  // A ring seen edge-on crosses the target; a click near the centre then means the target.
  const bool within =
      center && glm::distance(*center, input.mouse) < within_target * gizmo_.free_radius;
  if (!within) hot_part_ = view::part_at(strokes_, input.mouse, beside);
  hot_ = hot_part_.kind != Kind::None ? input.context.selected : find_under_mouse(input);
  if (hot_ == view::Selection{}) find_slice(input, beside);
}

/// Returns the part of the body or the target that the drag changes.
Item DragTool::changed_item(const sim::Simulation& simulation) const {
  Item item = ui::item_of(held_);
  if (held_.target() >= 0 && drag_.part().turns())
    item.index = turning_part(simulation.skeleton(), held_.index);
  return item;
}

void DragTool::begin(const Input& input, view::Selection what, view::GizmoPart part) {
  const sim::Simulation& simulation = input.simulation();
  held_ = what;
  input.context.request(ui::Select{held_});
  place_gizmo(input, what);
  const bool built = builds(input.context, what);
  if (by_slice_) {
    part = {Kind::Axis, input.slice->axis};
    gizmo_.center = grip_of(input);
  }
  if (part.kind == Kind::None && built && gizmo_.has_arrows)
    part = view::facing_plane(gizmo_, input.camera);
  if (part.kind == Kind::None) part.kind = gizmo_.has_arrows ? Kind::Free : Kind::Ball;
  gizmo_.plane.reset();
  if (what.target() >= 0 && !built)
    if (const auto normal =
            ik::plane_normal(simulation.skeleton(), simulation.run().solver().pose()))
      gizmo_.plane = input.up().to_glm(*normal);
  pointer_offset_ = by_keys_
                        ? input.camera.project(gizmo_.center).value_or(input.mouse) - input.mouse
                        : glm::vec2(0);
  initial_pointer_ = pointer(input);
  drag_ = view::GizmoDrag(gizmo_, part, input.camera, initial_pointer_);
  change_ = {};
  typed_.clear();
  posted_ = false;
  if (what.obstacle() >= 0)
    initial_obstacle_ = simulation.obstacles()[static_cast<size_t>(what.index)];
  else
    initial_numbers_ =
        built
            ? sim::build::position_of(input.context.building.draft->scene, changed_item(simulation))
            : simulation.target_state().position.col(changed_item(simulation).index);
  if (by_slice_) initial_numbers_[input.slice->axis] = input.slice->corner[input.slice->axis];
}

void DragTool::take(const Input& input) {
  if (hot_ == view::Selection{}) return;
  by_keys_ = false;
  begin(input, hot_, hot_part_);
  resizing_ = held_.obstacle() >= 0 && hot_part_.kind == Kind::None && ImGui::GetIO().KeyShift;
}

void DragTool::grab(const Input& input) {
  if (holds()) return;
  view::Selection what = input.context.selected;
  if (what == view::Selection{}) what = {view::Selection::Kind::Target, 0};
  by_keys_ = true;
  by_slice_ = false;
  begin(input, what, {});
}

/// Moves or turns what is held by the change since the drag began.
void DragTool::apply_change(const Input& input, const view::GizmoChange& change) {
  change_ = change;
  const bool turn = drag_.part().turns();
  const Eigen::Vector3d by = input.up().to_eigen(turn ? change.turn : change.shift);
  Eigen::Vector3d to = turn ? turned(initial_numbers_, by) : initial_numbers_ + by;
  const sim::Simulation& simulation = input.simulation();
  if (builds(input.context, held_)) {
    const bool still =
        glm::distance(pointer(input), initial_pointer_) < ImGui::GetIO().MouseDragThreshold;
    if (!posted_ && ((still && !by_keys_ && typed_.empty()) || by.isZero(0))) return;
    const ik::Skeleton& body = simulation.skeleton();
    int carrier = -1;
    if (held_.joint() >= 0) carrier = body.joint(held_.index).parent;
    if (held_.effector() >= 0) carrier = body.effector(held_.index).joint;
    if (carrier >= 0) {
      const auto& rotations = simulation.run().solver().pose().rotation;
      to = initial_numbers_ + rotations[static_cast<size_t>(carrier)].transpose() * by;
    }
    request_move(
        input.context, changed_item(simulation), to,
        std::string(turn ? "Turn " : "Move ") + (held_.target() >= 0 ? "the target of " : ""),
        "drag");
  } else if (held_.target() >= 0) {
    input.context.request(sim::HoldTarget{changed_item(simulation).index, to});
  } else {
    if (!posted_ && by.isZero(0)) return;
    ik::Obstacle moved = initial_obstacle_;
    moved.position += by;
    input.context.request(sim::PutObstacle{held_.index, moved});
  }
  posted_ = true;
}

void DragTool::move(const Input& input) {
  if (is_gone(input)) {
    end_drag();
  } else if (resizing_) {
    const glm::vec2 way = (pointer(input) - initial_pointer_) / input.em;
    resize(input, initial_obstacle_, held_.index, std::exp(0.08 * (way.x - way.y)));
  } else if (std::string_view typed = typed_; const auto far = base::take_number(typed)) {
    const double unit = drag_.part().turns() ? snap_angle / 15 : 1;
    apply_change(input, drag_.change_by(static_cast<float>(*far * unit)));
  } else {
    view::GizmoSnap steps = snap(input);
    if (!ImGui::GetIO().KeyCtrl) {  // built parts get round numbers
      const bool built = builds(input.context, held_);
      steps.move = built ? view::snap_step_at(input.camera, gizmo_.center, 0.15f * input.em) : 0;
      steps.turn = 0;
    }
    apply_change(input, drag_.change_to(input.camera, pointer(input), steps));
  }
}

void DragTool::resize(const Input& input, const ik::Obstacle& obstacle, int index, double factor) {
  const double body = input.picture.body().reach();
  const double least = std::max(0.01 * body, sim::least_size);
  const double most = std::min(3 * body, 0.4 * ik::Skeleton::max_coordinate);
  input.context.request(sim::PutObstacle{index, view::scaled(obstacle, factor, least, most)});
  posted_ = true;
}

bool DragTool::wheel(const Input& input, float notches) {
  const int chosen = input.context.selected.obstacle();
  if (chosen < 0 || hot_.obstacle() != chosen) return false;
  const ik::Obstacle& obstacle = input.simulation().obstacles()[static_cast<size_t>(chosen)];
  resize(input, obstacle, chosen, std::pow(1.08, notches));
  return true;
}

void DragTool::release(const ui::Context& context) {
  using To = sim::ReleaseTarget::To;
  const bool built = builds(context, held_);
  if (built) context.request(ui::Build::Seal);
  const bool swing = !by_slice_ && context.options->text(ui::options::after_drag().key) == "swing";
  if (held_.target() >= 0 && !built)
    context.request(sim::ReleaseTarget{changed_item(context.session->simulation()).index,
                                       swing ? To::Swing : To::Rest});
  end_drag();
}

void DragTool::cancel(const ui::Context& context) {
  if (posted_ && builds(context, held_))
    context.request(ui::Build::Drop);
  else if (posted_)
    context.request(sim::Undo{});
  end_drag();
}

/// Constrains the drag to an axis or a plane. Doing the same again removes the constraint.
void DragTool::constrain(const Input& input, int axis, bool plane) {
  const bool turns = drag_.part().turns();
  view::GizmoPart part{turns ? Kind::Ring : plane ? Kind::Plane : Kind::Axis, axis};
  if (part == drag_.part()) part = {turns ? Kind::Ball : Kind::Free};
  drag_ = view::GizmoDrag(drag_.gizmo(), part, input.camera, initial_pointer_);
}

/// Switches the drag of a pose between moving and turning. The change made so far stays.
void DragTool::turn_instead(const Input& input) {
  const view::Selection what = held_;
  const bool by_keys = by_keys_, turn = !drag_.part().turns();
  const float far = glm::length(change_.shift) + glm::length(change_.turn);
  far < 1e-5f * input.picture.body().reach() ? cancel(input.context) : release(input.context);
  by_keys_ = by_keys;
  begin(input, what, {turn ? Kind::Ball : Kind::Free});
}

bool DragTool::key(const Input& input, ui::Chord chord) {
  if (!holds() || chord.alt) return false;
  const int key = ui::without_keypad(chord.key);
  const bool digit = key >= '0' && key <= '9', sign = key == '-' && typed_.empty();
  if (key >= 'X' && key <= 'Z') {
    constrain(input, key - 'X', chord.shift);
  } else if (chord.ctrl) {
    return false;
  } else if (key == 'R' && gizmo_.has_arrows && gizmo_.has_rings) {
    turn_instead(input);
  } else if (digit || sign || (key == '.' && typed_.find('.') == typed_.npos)) {
    if (typed_.size() < longest_number) typed_.push_back(static_cast<char>(key));
  } else if (key == ui::key::backspace) {
    if (!typed_.empty()) typed_.pop_back();
  } else if (key == ui::key::escape) {
    cancel(input.context);
  } else if (key == ui::key::enter) {
    move(input);  // digits may have been typed since the last frame
    release(input.context);
  } else {
    if (key == ui::key::del) release(input.context);  // before it is removed
    return false;
  }
  return true;
}

void DragTool::jog(const Input& input, const ui::Guidance& guidance, float seconds) {
  constexpr double move_speed = 0.4, turn_speed = 1;  // reaches of the body and rad, per second
  glm::vec3 move = guidance.move, spin = guidance.spin;
  if ((move == glm::vec3(0) && spin == glm::vec3(0)) || holds() || input.context.building.edits()) {
    jogged_target_ = -1;
    return;
  }
  const sim::Simulation& simulation = input.simulation();
  const Eigen::Matrix3Xd& now = simulation.target_state().position;
  const view::UpAxis& up = input.up();
  const int target = chosen_target(input.context);
  const int moves = moving_part(simulation.skeleton(), target),
            turns = turning_part(simulation.skeleton(), target);
  if (std::exchange(jogged_target_, target) != target) {
    if (moves >= 0) jog_position_ = now.col(moves);
    if (turns >= 0) jog_orientation_ = now.col(turns);
  }
  if (moves < 0) spin += std::exchange(move, glm::vec3(0));
  if (move != glm::vec3(0)) {
    jog_position_ += move_speed * input.picture.body().reach() * seconds * up.to_eigen(move);
    input.context.request(sim::HoldTarget{moves, jog_position_});
  }
  if (turns >= 0 && spin != glm::vec3(0)) {
    jog_orientation_ =
        turned(jog_orientation_, turn_speed * seconds * up.to_eigen(rotation_axis(spin)));
    input.context.request(sim::HoldTarget{turns, jog_orientation_});
  }
}

void DragTool::nudge(const Input& input, int axis, bool up, bool turn) {
  if (holds()) return;
  const ui::Context& context = input.context;
  const sim::Simulation& simulation = input.simulation();
  glm::vec3 seen{0.f};
  seen[axis] = up ? 1.f : -1.f;
  const Eigen::Vector3d along = input.up().to_eigen(seen);
  along.cwiseAbs().maxCoeff(&axis);
  const bool built = builds(context, context.selected);
  Item item =
      built ? ui::item_of(context.selected) : Item{Item::Kind::Target, chosen_target(context)};
  if (item.kind == Item::Kind::Target) {
    turn |= moving_part(simulation.skeleton(), item.index) < 0;
    if (turn) item.index = turning_part(simulation.skeleton(), item.index);
  } else if (turn) {
    return;
  }
  if (item.index < 0) return;
  Eigen::Vector3d to = built ? sim::build::position_of(context.building.draft->scene, item)
                             : simulation.target_state().position.col(item.index);
  if (turn)
    to = turned(to, snap_angle * input.up().to_eigen(rotation_axis(seen)));
  else
    to[axis] = next_multiple(to[axis], snap(input).move, along[axis] > 0);
  if (built) return request_move(context, item, to, turn ? "Turn " : "Move ", "nudge");
  context.request(sim::HoldTarget{item.index, to});
}

}  // namespace app

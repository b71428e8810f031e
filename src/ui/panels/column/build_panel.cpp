// Draws the tree of the body under construction, and the fields of the selected part.

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <type_traits>
#include <utility>

#include "base/numbers.h"
#include "base/text.h"
#include "ik/model/pose_goal.h"
#include "sim/build/parts.h"
#include "ui/input/build_actions.h"
#include "ui/kit/fields.h"
#include "ui/options/options.h"
#include "ui/panel.h"
#include "ui/stage.h"

namespace ui {
namespace {

using sim::build::Draft;
using sim::build::Item;

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double radians_of_degree = std::numbers::pi / 180;

std::vector<double> three(const Eigen::Vector3d& v) { return {v.x(), v.y(), v.z()}; }

/// Returns three numbers as a vector. An emptied field is zero.
Eigen::Vector3d vector_of(const std::vector<double>& numbers) {
  Eigen::Vector3d v(numbers[0], numbers[1], numbers[2]);
  return v.unaryExpr([](double x) { return std::isfinite(x) ? x : 0; });
}

/// Requests that the body be changed by an operation with these values.
template <class... Values>
void change(const Panel& panel, const std::string& label,
            Draft (*operation)(const Draft&, Values...),
            const std::type_identity_t<std::decay_t<Values>>&... values) {
  const bool here = selected_item(panel.context) == panel.state.field_item;
  panel.context.request(
      ChangeBody{label, "", [=](const Draft& draft) { return operation(draft, values...); }, here});
}

bool turns(const Draft& draft, int target) {
  const int effector = draft.scene.targets[static_cast<size_t>(target)].effector;
  return draft.scene.skeleton->effector(effector).goal.info->shape == ik::GoalShape::Orientation;
}

void position_fields(const Panel& panel, const Draft& draft, Item item) {
  const std::string name = sim::build::name_of(draft.scene, item);
  const bool branch = panel.options().flag(options::build_branch());
  const bool turn = item.kind == Item::Kind::Target && turns(draft, item.index);
  const double scale = turn ? base::degrees : 1;
  if (const auto to =
          number_fields(panel, turn ? "Turned, °" : "Place",
                        three(scale * sim::build::position_of(draft.scene, item)),
                        turn ? "The rotation vector in the middle of its motion, from the pose "
                               "with every joint at zero: its length is the angle; or drag a ring "
                               "in the view"
                             : "x, y and z in the world, with every joint at zero"))
    change(panel, (turn ? "Turn " : "Move ") + name, sim::build::move, item, vector_of(*to) / scale,
           branch);
}

void axis_fields(const Panel& panel, const Draft& draft, int joint) {
  const std::string label =
      "Axis of " + sim::build::name_of(draft.scene, {Item::Kind::Joint, joint});
  const Eigen::Vector3d axis = sim::build::axis_of(*draft.scene.skeleton, joint);
  if (const auto to = number_fields(panel, "Axis", three(axis),
                                    "A direction of any length; or drag the handle in the view"))
    change(panel, label, sim::build::set_axis, joint, vector_of(*to));
  constexpr std::string_view axes[] = {"x", "y", "z"};
  int now = -1;
  for (int i = 0; i < 3; ++i)
    if (axis.isApprox(Eigen::Vector3d::Unit(i))) now = i;
  if (const auto along = choice_field(panel, "Along", axes, now))
    change(panel, label, sim::build::set_axis, joint, Eigen::Vector3d::Unit(*along));
}

/// Draws the fields for limits and start of one coordinate, in degrees or scene units.
void travel_fields(const Panel& panel, const Draft& draft, int j, const std::string& ending) {
  const ik::Joint& joint = draft.scene.skeleton->joint(j);
  const double unit = joint.type == ik::JointType::Revolute ? radians_of_degree : 1;
  const std::string sign = joint.type == ik::JointType::Revolute ? " °" : "";
  const auto shown = [&](double x) { return base::round_to(x / unit, 6); };
  const auto read = [&](double x, double otherwise) {
    return std::isfinite(x) ? x * unit : otherwise;
  };
  if (sim::build::can_have_limits(*draft.scene.skeleton, j))
    if (const auto to =
            number_fields(panel, "Limits" + ending + sign, {shown(joint.lower), shown(joint.upper)},
                          "Lower and upper limit; \"none\" for no limit. Or "
                          "drag the ends of the arc in the view"))
      change(panel, "Limits of " + joint.name, sim::build::set_limits, j, read((*to)[0], -infinite),
             read((*to)[1], infinite));
  if (const auto to = number_fields(panel, "Start" + ending + sign, {shown(joint.start)},
                                    "Start and rest coordinate"))
    change(panel, "Start of " + joint.name, sim::build::set_start, j, read((*to)[0], 0));
}

void branch_buttons(const Panel& panel) {
  const std::string first[] = {"Add a link", "Duplicate"};
  const std::string first_help[] = {
      panel.with_key("Add a link as long as the last; or click in the view", Action::AddLink),
      "The joint and everything below it" +
          (panel.context.touch ? "" : "  (" + name(Chord{'D', true}) + ")")};
  const int pressed = button_row(panel, first, first_help);
  if (pressed == 0) extend_selected(panel.context);
  if (pressed == 1) duplicate_selected(panel.context);
  const std::string second[] = {"Mirror x", "Mirror y", "Mirror z"};
  const std::string mirrors = " through the body's root; left becomes right." +
                              panel.aside(" Repeat the last: ", Action::MuteRun, "");
  const std::string second_help[] = {"Mirror the branch in the yz plane" + mirrors,
                                     "Mirror the branch in the xz plane" + mirrors,
                                     "Mirror the branch in the xy plane" + mirrors};
  if (const int across = button_row(panel, second, second_help); across >= 0)
    mirror_selected(panel.context, panel.state.mirror_across = across);
  const std::string third[] = {"Remove", "Remove branch"};
  const std::string third_help[] = {
      panel.with_key("Removes only the joint; its parent takes over what it carried. For a tip, "
                     "removes the last link",
                     Action::RemoveObstacle),
      panel.with_key("The joint and everything below it", Action::RemoveBranch)};
  const int removed = button_row(panel, third, third_help);
  if (removed >= 0) remove_selected(panel.context, removed == 1);
}

void joint_fields(const Panel& panel, const Draft& draft, Item item) {
  const ik::Skeleton& body = *draft.scene.skeleton;
  const auto& types = sim::build::joint_types;
  const std::string_view type = sim::build::type_of(body, item.index);
  const auto at = std::ranges::find(types, type);
  const int now = at == std::end(types) ? -1 : static_cast<int>(at - types);
  if (const auto to = choice_field(panel, "Type", types, now))
    change(panel, "Type of " + sim::build::name_of(draft.scene, item), sim::build::set_type,
           item.index, std::string(types[*to]));
  const int count = body.whole_joint(item.index).coordinates();
  if (count == 1 || type == "planar") axis_fields(panel, draft, item.index);
  for (int j = item.index; j < item.index + count; ++j) {
    const std::string& full = body.joint(j).name;
    std::string which;
    if (count > 1) {
      which = full.substr(std::min(body.joint(j).compound.size() + 1, full.size()));
      which.insert(which.begin(), ' ');
    }
    travel_fields(panel, draft, j, which);
  }
}

void target_fields(const Panel& panel, const Draft& draft, int number) {
  const sim::TargetSpec& target = draft.scene.targets[static_cast<size_t>(number)];
  std::vector<std::string_view> motions;
  int now = -1;
  const bool turn = turns(draft, number);
  for (const sim::MotionInfo* info : sim::motions()) {
    if (!sim::build::can_follow(*info, turn)) continue;
    if (info->make_recorded && info->name != target.motion) continue;  // a change ends it
    if (info->name == target.motion) now = static_cast<int>(motions.size());
    motions.push_back(info->name);
  }
  const std::string name = sim::build::name_of(draft.scene, {Item::Kind::Target, number});
  if (const auto to = choice_field(panel, turn ? "Turning" : "Motion", motions, now))
    change(panel, "Motion of " + name, sim::build::set_motion, number,
           std::string(motions[static_cast<size_t>(*to)]));
  for (const sim::Field& field : sim::find_motion(target.motion).fields) {
    const bool many =
        field.kind == sim::Field::Kind::Points || field.kind == sim::Field::Kind::Flag;
    const auto value = target.values.find(field.key);
    if (many || field.key == "center" || field.key == "orientation" || value == target.values.end())
      continue;
    const std::string label = base::capitalized(field.key);
    const auto to = number_fields(panel, label, value->second, field.explanation);
    if (!to) continue;
    std::vector<double> numbers = *to;
    for (double& one : numbers)
      one = std::isfinite(one) ? std::clamp(one, field.min, field.max) : field.default_value;
    change(panel, label + " of " + name, sim::build::set_field, number, std::string(field.key),
           numbers);
  }
}

bool exists(const Draft& draft, Item item) {
  const ik::Skeleton& body = *draft.scene.skeleton;
  return item.kind == Item::Kind::Joint ? item.index < body.joints()
                                        : item.index < body.effectors();
}

/// Draws the button that selects an effector's target, or its effector.
void selection_button(const Panel& panel, std::string_view label, Item to) {
  if (button(panel.look, label, {ImGui::GetContentRegionAvail().x, 0}))
    panel.context.request(Select{selection_of(to)});
}

/// Returns the index of an effector's target, or the number of targets.
size_t target_of(const Draft& draft, int effector) {
  const auto& targets = draft.scene.targets;
  const auto found = std::ranges::find(targets, effector, &sim::TargetSpec::effector);
  return static_cast<size_t>(found - targets.begin());
}

void selected_part(const Panel& panel, const Draft& draft) {
  // What was typed is applied before a click on another part selects that part.
  const bool typed = std::exchange(panel.state.field_active, false);
  if (!typed || !exists(draft, panel.state.field_item))
    panel.state.field_item = selected_item(panel.context);
  const Item item = panel.state.field_item;
  if (item.kind == Item::Kind::None)
    return note(panel.look, "Click a joint, a tip or a target" +
                                panel.aside(", or ", Action::NextTarget, "") +
                                ". Click a link to add a joint there.");
  const std::string name = sim::build::name_of(draft.scene, item);
  if (item.kind == Item::Kind::Target) {
    text(panel.fonts.strong, "Target of " + name);
  } else {
    text(panel.fonts.strong, item.kind == Item::Kind::Joint ? "Joint" : "Tip");
    if (const auto to = text_field(panel, "Name", name, "In lists, plots and the file"))
      change(panel, "Rename " + name, sim::build::rename, item, *to);
  }
  position_fields(panel, draft, item);
  const std::vector<sim::TargetSpec>& targets = draft.scene.targets;
  if (item.kind == Item::Kind::Joint) joint_fields(panel, draft, item);
  if (item.kind == Item::Kind::Target) {
    target_fields(panel, draft, item.index);
    const int effector = targets[static_cast<size_t>(item.index)].effector;
    const int partner = ik::pose_partner(*draft.scene.skeleton, effector);
    if (const size_t turn = target_of(draft, partner); turn < targets.size()) {
      const IdScope scope("turning");
      position_fields(panel, draft, {Item::Kind::Target, static_cast<int>(turn)});
      target_fields(panel, draft, static_cast<int>(turn));
    }
    return selection_button(panel, "Its tip", {Item::Kind::Effector, effector});
  }
  if (item.kind == Item::Kind::Effector)
    if (const size_t target = target_of(draft, item.index); target < targets.size())
      selection_button(panel, "Its target: " + targets[target].motion,
                       {Item::Kind::Target, static_cast<int>(target)});
  branch_buttons(panel);
}

void head_buttons(const Panel& panel) {
  const Building& building = panel.context.building;
  const std::string labels[] = {building.plays ? "Back to building" : "Play", "New body", "Save"};
  const std::string help[] = {
      panel.with_key(building.plays ? "Back to the body with every joint at zero"
                                    : "Let it follow its targets",
                     Action::TogglePause),
      panel.with_key("Start a new body", Action::NewBody),
      panel.with_key("Save it as a scene", Action::SaveScene)};
  const int pressed = button_row(panel, labels, help);
  if (pressed == 0) panel.context.request(Build::Play);
  if (pressed == 1) panel.perform(Action::NewBody);
  if (pressed == 2) panel.perform(Action::SaveScene);
}

struct TreeRow {
  Item item;
  int depth;
};

/// Adds joints in the order of their tree, each followed by its tips.
void add_rows(const ik::Skeleton& body, int joint, int depth, std::vector<TreeRow>& rows) {
  rows.push_back({{Item::Kind::Joint, joint}, depth});
  const int last = body.whole_joint(joint).last;
  for (int i = 0; i < body.effectors(); ++i)
    if (body.effector(i).of.empty() && body.effector(i).joint == last)
      rows.push_back({{Item::Kind::Effector, i}, depth + 1});
  int children = 0;
  for (int j = last + 1; j < body.joints(); ++j) children += body.joint(j).parent == last;
  // A chain is not indented further with every link.
  for (int j = last + 1; j < body.joints(); ++j)
    if (body.joint(j).parent == last) add_rows(body, j, depth + (children > 1 ? 1 : 0), rows);
}

void tree_row(const Panel& panel, const Draft& draft, const TreeRow& row) {
  const view::Palette& p = panel.palette;
  const float unit = panel.em(), height = std::round(1.35f * unit);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float room = std::max(ImGui::GetContentRegionAvail().x, 1.f);
  const IdScope scope(2 * row.item.index + (row.item.kind == Item::Kind::Joint ? 0 : 1));
  const bool selected = selected_item(panel.context) == row.item;
  if (list_line(panel.look, "row", {room, height}, selected))
    panel.context.request(Select{selection_of(row.item)});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float left = at.x + (0.5f + 0.8f * static_cast<float>(row.depth)) * unit;
  const ImVec2 middle{left + 0.35f * unit, at.y + std::round(0.5f * height)};
  const ik::Skeleton& body = *draft.scene.skeleton;
  std::string kind;
  if (row.item.kind == Item::Kind::Joint) {
    kind = sim::build::type_of(body, row.item.index);
    list.AddCircle(middle, 0.28f * unit, color(p.text_dim), 16, 1.5f * hairline(panel.look));
  } else {
    const size_t target = target_of(draft, row.item.index);
    if (target < draft.scene.targets.size()) kind = draft.scene.targets[target].motion;
    draw_mark(row.item.index, middle, 0.3f * unit, view::series_color(p, row.item.index));
  }
  ImFont* small = panel.fonts.small;
  const float right = at.x + room - text_size(small, kind).x - 0.4f * unit;
  const std::string name = shortened(panel.fonts.body, sim::build::name_of(draft.scene, row.item),
                                     right - left - 1.4f * unit);
  draw_line(panel.fonts.body, {left + unit, at.y}, height, p.text, name);
  draw_line(small, {right, at.y}, height, p.text_dim, kind);
}

void tree(const Panel& panel, const Draft& draft) {
  const ik::Skeleton& body = *draft.scene.skeleton;
  std::vector<TreeRow> rows;
  for (int j = 0; j < body.joints(); ++j)
    if (body.joint(j).parent < 0) add_rows(body, j, 0, rows);
  const StyleVar spacing(ImGuiStyleVar_ItemSpacing, {0, 0});
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(rows.size()));
  while (clipper.Step())
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
      tree_row(panel, draft, rows[static_cast<size_t>(i)]);
}

void build_panel(const Panel& panel) {
  const Building& building = panel.context.building;
  if (!building.draft)
    return note(panel.look, panel.context.course || is_presenting(panel.context)
                                ? "Building is not available in lessons or presentation mode."
                                : "This body has more than 500 joints, too many to edit.");
  const Draft& draft = *building.draft;
  ImGui::Dummy({0, std::round(0.2f * panel.em())});
  head_buttons(panel);
  if (building.plays)
    return note(panel.look, "It follows its targets." + panel.aside(" ", Action::TogglePause,
                                                                    " goes back to building it."));
  if (const auto name = text_field(panel, "Scene", draft.scene.name, "Name of the scene"))
    panel.context.request(ChangeBody{
        "Name the scene", "",
        [name = *name](const Draft& one) { return sim::build::rename(one, {}, name); }, false});
  panel.option(options::build_click());
  panel.option(options::build_branch());
  if (section(panel.look, "Selected")) selected_part(panel, draft);
  if (section(panel.look, "Joints and tips")) tree(panel, draft);
}

}  // namespace

void declare_build_panel(base::Registry<PanelInfo>& panels) {
  panels.add({.name = "build",
              .title = "Build",
              .rank = 340,
              .draw = build_panel,
              .explanation = "the body that is being built",
              .key = {'B', false, true},
              .key_help = "build a body"});
}

}  // namespace ui

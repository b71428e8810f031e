#include "ui/input/build_actions.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "ui/panel.h"
#include "ui/stage.h"

namespace ui {
namespace {

using sim::build::Draft;
using sim::build::Item;

constexpr std::pair<view::Selection::Kind, Item::Kind> kinds[] = {
    {view::Selection::Kind::Joint, Item::Kind::Joint},
    {view::Selection::Kind::Effector, Item::Kind::Effector},
    {view::Selection::Kind::Target, Item::Kind::Target}};

/// Returns the item after the selected one: joints in order, each followed by its tips, then the
/// first again.
Item next_item(const Context& context) {
  const ik::Skeleton& body = *context.building.draft->scene.skeleton;
  std::vector<Item> all;
  for (int j = 0; j < body.joints(); j += body.whole_joint(j).coordinates()) {
    all.push_back({Item::Kind::Joint, j});
    for (int i = 0; i < body.effectors(); ++i)
      if (body.effector(i).of.empty() && body.whole_joint(body.effector(i).joint).first == j)
        all.push_back({Item::Kind::Effector, i});
  }
  const auto at = std::ranges::find(all, selected_item(context));
  return at == all.end() || at + 1 == all.end() ? all.front() : at[1];
}

std::string named(const Context& context, const char* verb, Item item) {
  return base::format("{} {}", verb, sim::build::name_of(context.building.draft->scene, item));
}

/// Returns the selected joint, or the joint that carries the selected tip, or -1.
int selected_joint(const Context& context) {
  const Item item = selected_item(context);
  const ik::Skeleton& body = *context.building.draft->scene.skeleton;
  if (item.kind == Item::Kind::Joint) return item.index;
  if (item.kind == Item::Kind::Effector)
    return body.whole_joint(body.effector(item.index).joint).first;
  return -1;
}

}  // namespace

Item selected_item(const Context& context) { return item_of(context.selected); }

Item item_of(const view::Selection& selected) {
  for (const auto& [part, kind] : kinds)
    if (part == selected.kind) return {kind, selected.index};
  return {};
}

view::Selection selection_of(Item item) {
  for (const auto& [part, kind] : kinds)
    if (kind == item.kind) return {part, item.index};
  return {};
}

/// Adds a link as long as the last one.
void extend_selected(const Context& context) {
  const Item item = selected_item(context);
  context.request(ChangeBody{
      "Add a link", "", [item](const Draft& draft) {
        const ik::Skeleton& body = *draft.scene.skeleton;
        const bool tip = item.kind == Item::Kind::Effector;
        if (!tip && item.kind != Item::Kind::Joint) return sim::build::extend(draft, {}, {}, {});
        const int above = tip ? body.effector(item.index).joint : body.joint(item.index).parent;
        const Eigen::Vector3d here = sim::build::position_of(draft.scene, item);
        Eigen::Vector3d link = Eigen::Vector3d::Zero();
        if (above >= 0) link = here - body.joint(above).position;
        if (!(link.norm() > 1e-6)) link = body.characteristic_length() * Eigen::Vector3d::UnitY();
        const int carrier = std::max(above, 0);
        const bool hinge = body.joint(carrier).compound.empty();
        return sim::build::extend(
            draft, item, here + link,
            hinge ? body.joint(carrier).axis : Eigen::Vector3d::UnitZ().eval());
      }});
}

void duplicate_selected(const Context& context) {
  const int joint = selected_joint(context);
  if (joint < 0) return;
  context.request(
      ChangeBody{named(context, "Duplicate", {Item::Kind::Joint, joint}), "",
                 [joint](const Draft& draft) { return sim::build::duplicate(draft, joint); }});
}

void mirror_selected(const Context& context, int across) {
  const int joint = selected_joint(context);
  if (joint < 0) return;
  context.request(ChangeBody{
      named(context, "Mirror", {Item::Kind::Joint, joint}), "",
      [joint, across](const Draft& draft) { return sim::build::mirror(draft, joint, across); }});
}

void remove_selected(const Context& context, bool branch) {
  Item item = selected_item(context);
  if (branch) item = {Item::Kind::Joint, selected_joint(context)};
  if (item.index < 0) return;
  context.request(ChangeBody{named(context, "Remove", item), "", [=](const Draft& draft) {
                               return sim::build::remove(draft, item, branch);
                             }});
}

bool build(Action action, const Context& context, State& state) {
  if (!context.session) return false;
  const Building& building = context.building;
  const auto request = [&](Request one) {
    context.request(std::move(one));
    return true;
  };
  if (action == Action::NewBody) {
    if (is_presenting(context)) {
      state.toasts.add(no_building);
      return true;
    }
    if (state.overlaid()) show(state, Overlay::None);
    for (const SetOption& one : options_showing("build")) context.request(one);
    return request(Build::New);
  }
  if (!building.draft) return false;
  if (action == Action::TogglePause) return request(Build::Play);
  if (building.plays) return false;
  const bool part = context.selected.joint() >= 0 || context.selected.effector() >= 0;
  switch (action) {
    case Action::Backwards:  // at zero a body rests
    case Action::SingleStep:
    case Action::StepBack:
    case Action::Restart:
      return true;
    case Action::Undo:
      return request(Build::Undo);
    case Action::Redo:
      return request(Build::Redo);
    case Action::NextTarget:
      return request(Select{selection_of(next_item(context))});
    case Action::AddRun:
      if (part) duplicate_selected(context);
      return part;
    case Action::MuteRun:
      if (part) mirror_selected(context, state.mirror_across);
      return part;
    case Action::RemoveObstacle:
      if (context.selected.obstacle() >= 0) return false;
      remove_selected(context, false);
      return true;
    case Action::AddLink:
      extend_selected(context);
      return true;
    case Action::RemoveBranch:
      remove_selected(context, true);
      return true;
    default:
      return false;
  }
}

}  // namespace ui

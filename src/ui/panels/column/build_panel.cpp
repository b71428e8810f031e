// Draws the tree of the body under construction, and the fields of the selected part.

#include <algorithm>
#include <cmath>

#include "ui/input/build_actions.h"
#include "ui/kit/fields.h"
#include "ui/options/options.h"
#include "ui/panel.h"
#include "ui/panels/build/selected.h"
#include "ui/stage.h"

namespace ui {
namespace {

using sim::build::Draft;
using sim::build::Item;

void head_buttons(const Panel& panel) {
  const Building& building = panel.context.building;
  const std::string labels[] = {building.plays ? "Back to building" : "Play", "New body", "Save"};
  const std::string help[] = {
      panel.with_key(building.plays ? "Back to the body with every joint at zero"
                                    : "Let it follow its targets",
                     Action::TogglePause),
      panel.with_key("Begin a body from nothing", Action::NewBody),
      panel.with_key("Save it as a scene", Action::SaveScene)};
  switch (button_row(panel, labels, help)) {
    case 0:
      return panel.context.request(Build{Build::What::Play});
    case 1:
      return panel.perform(Action::NewBody);
    case 2:
      return panel.perform(Action::SaveScene);
    default:
      return;
  }
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
  const view::Palette& p = *panel.look.palette;
  const float unit = panel.em(), height = std::round(1.35f * unit);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float room = std::max(ImGui::GetContentRegionAvail().x, 1.f);
  ImGui::PushID(2 * row.item.index + (row.item.kind == Item::Kind::Joint ? 0 : 1));
  const bool selected = selected_item(panel.context) == row.item;
  if (list_line(panel.look, "row", {room, height}, selected))
    panel.context.request(Select{selection_of(row.item)});
  ImGui::PopID();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float left = at.x + (0.5f + 0.8f * static_cast<float>(row.depth)) * unit;
  const ImVec2 middle{left + 0.35f * unit, at.y + std::round(0.5f * height)};
  const ik::Skeleton& body = *draft.scene.skeleton;
  std::string kind;
  if (row.item.kind == Item::Kind::Joint) {
    kind = sim::build::type_of(body, row.item.index);
    list.AddCircle(middle, 0.28f * unit, color(p.text_dim), 16, 1.5f * hairline(panel.look));
  } else {
    const TargetName target = target_of(draft, row.item.index);
    kind = target.motion;
    mark(list, row.item.index, middle, 0.3f * unit, color(view::series_color(p, row.item.index)));
  }
  ImFont* small = panel.look.fonts.small;
  const float right = at.x + room - text_size(small, kind).x - 0.4f * unit;
  const std::string name =
      shortened(panel.look.fonts.body, sim::build::name_of(draft.scene, row.item),
                right - left - 1.4f * unit);
  list.AddText({left + unit, at.y + std::round(0.5f * (height - unit))}, color(p.text),
               name.c_str());
  draw_text(list, small, {right, at.y + std::round(0.5f * (height - small->FontSize))}, p.text_dim,
            kind);
}

void tree(const Panel& panel, const Draft& draft) {
  const ik::Skeleton& body = *draft.scene.skeleton;
  std::vector<TreeRow> rows;
  for (int j = 0; j < body.joints(); ++j)
    if (body.joint(j).parent < 0) add_rows(body, j, 0, rows);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(rows.size()));
  while (clipper.Step())
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
      tree_row(panel, draft, rows[static_cast<size_t>(i)]);
  ImGui::PopStyleVar();
}

void build_panel(const Panel& panel) {
  const Building& building = panel.context.building;
  if (!building.draft)
    return note(panel.look, panel.context.course || on_stage(panel.context)
                                ? "A body is built outside of lessons and of presentation mode."
                                : "This body has more than 500 joints, too many to be built on.");
  const Draft& draft = *building.draft;
  ImGui::Dummy({0, std::round(0.2f * panel.em())});
  head_buttons(panel);
  if (building.plays)
    return note(panel.look, "It follows its targets." + panel.aside(" ", Action::TogglePause,
                                                                    " goes back to building it."));
  if (const auto name = text_field(panel, "Scene", draft.scene.name, "What the scene is called"))
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

#include <algorithm>
#include <cmath>

#include "ui/panels/frame/frame.h"
#include "ui/panels/frame/places.h"

namespace ui {
namespace {

constexpr std::string_view ending = ".toml";

std::string with_ending(const std::string& name) {
  return name.ends_with(ending) ? name : name + std::string(ending);
}

/// Returns the file that would be written, as it is typed.
std::string file_of(const Places& places) {
  if (places.name.empty()) return {};
  const std::string& folder = places.to_make.empty() ? places.folder : places.to_make;
  return folder + with_ending(places.name);
}

/// Returns whether saving does more than add a file to a folder.
bool asks(const Places& places, const std::string& file) {
  const auto is_it = [&](const SceneEntry& one) { return !one.folder && one.path == file; };
  return !places.to_make.empty() || std::ranges::any_of(places.entries, is_it) ||
         (places.exists && file == places.folder + places.name);
}

/// Says what saving would do, or why it cannot.
std::string outcome(const SaveDialog& save, const Places& places) {
  if (places.typed != save.typed) return {};
  const std::string file = file_of(places);
  if (!places.to_make.empty() && !file.empty())
    return places.problem + (save.confirms ? " Make it?" : "");
  if (!places.problem.empty()) return places.problem;
  if (file.empty()) return "A name is missing.";
  if (save.confirms) return places.name + " already exists. Replace it?";
  const std::string typed(save.typed);
  return "Saves " + (typed.starts_with("~/") ? with_ending(typed) : file);
}

void buttons(const Panel& panel, const Places& places, bool& pressed) {
  SaveDialog& save = panel.state.save;
  const ImVec2 size{8 * panel.em(), pressed_height(panel.look, 2.2f)};
  const view::Palette& p = *panel.look.palette;
  const bool makes = save.confirms && !places.to_make.empty(), replaces = save.confirms && !makes;
  ImGui::PushStyleColor(ImGuiCol_Button, color4(replaces ? p.alarm : p.accent));
  ImGui::PushStyleColor(ImGuiCol_Text, color4(p.accent_text));
  if (button(panel.look, replaces ? "Replace" : makes ? "Make folder" : "Save", size))
    pressed = true;
  ImGui::PopStyleColor(2);
  ImGui::SameLine(0, 0.6f * panel.em());
  if (button(panel.look, "Cancel", size)) panel.state.overlay = Overlay::None;
}

void press(const Panel& panel, const Places& places) {
  SaveDialog& save = panel.state.save;
  const std::string file = file_of(places);
  save.pending_text = save.typed;  // typing continues unless the file is saved
  if ((!places.problem.empty() && places.to_make.empty()) || file.empty()) return;
  if (asks(places, file) && !save.confirms) {
    save.confirms = true;
    return;
  }
  panel.state.overlay = Overlay::None;
  panel.context.request(SaveAs{save.what, file});
}

}  // namespace

void save_panel(const Panel& panel) {
  SaveDialog& save = panel.state.save;
  if (panel.state.overlay != Overlay::Save) return;
  const Places& places = places_of(panel);
  const float unit = panel.em();
  const bool scene = save.what != Action::SaveSession;
  const bool asked = save.confirms;
  const std::string before = save.typed;
  if (begin_overlay(panel, scene ? "Save scene" : "Save session", {40 * unit, 34 * unit})) {
    const bool known = places.typed == before;
    std::vector<PlaceRow> rows;
    std::optional<SceneEntry> up;
    if (known) {
      up = folder_above(places);
      if (up) rows.push_back({&*up});
      for (const SceneEntry& entry : places.entries) rows.push_back({&entry});
    }
    std::vector<PlaceRow> matching = known ? rows_of(places) : std::vector<PlaceRow>();
    const Typed typed = place_field(panel, save, "The path of a file", matching, known);
    if (typed == Typed::Changed) {
      save.chosen = PathField::none;
      save.confirms = false;
      panel.context.request(LookAt{save.typed});
    }
    const float foot = std::round(2.4f * unit) + pressed_height(panel.look, 2.2f);
    const SceneEntry* taken = place_list(panel, save, rows, foot);
    ImGui::Dummy({0, 0.2f * unit});
    note(panel.look, outcome(save, places) + " ");
    bool pressed = false;
    buttons(panel, places, pressed);
    if (typed == Typed::Entered) {
      if (save.chosen >= 0)
        taken = rows[static_cast<size_t>(save.chosen)].entry;
      else
        pressed = true;
    }
    if (taken) {
      save.confirms = false;
      const std::string name = taken->folder ? places.name : "";
      const std::string slash = taken->folder && !taken->path.ends_with('/') ? "/" : "";
      fill_in_path(panel.context, save, taken->path + slash + name);
    } else if (pressed && known) {
      press(panel, places);
    }
  }
  end_overlay(panel);
  if (panel.state.overlaid() || !asked || !key_pressed(ImGuiKey_Escape)) return;
  panel.state.overlay = Overlay::Save;
  save.confirms = false;  // Esc cancels only the question
  fill_in_path(panel.context, save, before);
}

}  // namespace ui

#include <algorithm>
#include <cmath>

#include "ui/panels/frame/file_list.h"
#include "ui/panels/frame/frame.h"

namespace ui {
namespace {

constexpr std::string_view ending = ".toml";

std::string with_ending(const std::string& name) {
  return name.ends_with(ending) ? name : name + std::string(ending);
}

/// Returns the file that would be written, as it is typed.
std::string file_of(const FileListing& listing) {
  if (listing.name.empty()) return {};
  const std::string& folder = listing.to_make.empty() ? listing.folder : listing.to_make;
  return folder + with_ending(listing.name);
}

/// Returns whether saving does more than add a file to a folder.
bool asks(const FileListing& listing, const std::string& file) {
  const auto is_it = [&](const SceneEntry& one) { return !one.folder && one.path == file; };
  return !listing.to_make.empty() || std::ranges::any_of(listing.entries, is_it) ||
         (listing.exists && file == listing.folder + listing.name);
}

/// Says what saving would do, or why it cannot.
std::string outcome(const SaveDialog& save, const FileListing& listing) {
  if (listing.typed != save.typed) return {};
  const std::string file = file_of(listing);
  if (!listing.to_make.empty() && !file.empty())
    return listing.problem + (save.confirms ? " Make it?" : "");
  if (!listing.problem.empty()) return listing.problem;
  if (file.empty()) return "A name is missing.";
  if (save.confirms) return listing.name + " already exists. Replace it?";
  const std::string typed(save.typed);
  return "Saves " + (typed.starts_with("~/") ? with_ending(typed) : file);
}

/// Draws the buttons. Returns whether the one that saves was pressed.
bool buttons(const Panel& panel, const FileListing& listing) {
  SaveDialog& save = panel.state.save;
  const ImVec2 size{8 * panel.em(), pressed_height(panel.look, 2.2f)};
  const bool makes = save.confirms && !listing.to_make.empty(), replaces = save.confirms && !makes;
  push_strong_button(replaces ? panel.palette.alarm : panel.palette.accent,
                     panel.palette.accent_text);
  const bool pressed = button(panel.look,
                              replaces ? "Replace"
                              : makes  ? "Make folder"
                                       : "Save",
                              size);
  ImGui::PopStyleColor(4);
  ImGui::SameLine(0, 0.6f * panel.em());
  if (button(panel.look, "Cancel", size)) panel.state.overlay = Overlay::None;
  return pressed;
}

void press(const Panel& panel, const FileListing& listing) {
  SaveDialog& save = panel.state.save;
  const std::string file = file_of(listing);
  save.pending_text = save.typed;  // typing continues unless the file is saved
  if ((!listing.problem.empty() && listing.to_make.empty()) || file.empty()) return;
  if (asks(listing, file) && !save.confirms) {
    save.confirms = true;
    return;
  }
  panel.state.overlay = Overlay::None;
  panel.context.request(SaveAs{save.what, file});
}

}  // namespace

void save_panel(const Panel& panel) {
  SaveDialog& save = panel.state.save;
  const FileListing& listing = listing_of(panel);
  const float unit = panel.em();
  const bool scene = save.what != Action::SaveSession;
  const bool asked = save.confirms;
  const std::string before = save.typed;
  if (begin_overlay(panel, scene ? "Save scene" : "Save session", {40 * unit, 34 * unit})) {
    const bool known = listing.typed == before;
    std::vector<FileRow> rows;
    std::optional<SceneEntry> up;
    if (known) {
      up = folder_above(listing);
      if (up) rows.push_back({&*up});
      for (const SceneEntry& entry : listing.entries) rows.push_back({&entry});
    }
    std::vector<FileRow> matching = known ? rows_of(listing) : std::vector<FileRow>();
    const Typed typed = path_field(panel, save, "The path of a file", matching, known);
    if (typed == Typed::Changed) {
      save.chosen = PathField::none;
      save.confirms = false;
      panel.context.request(ListFiles{save.typed});
    }
    const float foot = std::round(2.4f * unit) + pressed_height(panel.look, 2.2f);
    const SceneEntry* taken = file_list(panel, save, rows, foot);
    ImGui::Dummy({0, 0.2f * unit});
    note(panel.look, outcome(save, listing) + " ");
    bool pressed = buttons(panel, listing);
    if (typed == Typed::Entered) {
      if (save.chosen >= 0)
        taken = rows[static_cast<size_t>(save.chosen)].entry;
      else
        pressed = true;
    }
    if (taken) {
      save.confirms = false;
      const std::string name = taken->folder ? listing.name : "";
      const std::string slash = taken->folder && !taken->path.ends_with('/') ? "/" : "";
      fill_in_path(panel.context, save, taken->path + slash + name);
    } else if (pressed && known) {
      press(panel, listing);
    }
  }
  end_overlay(panel);
  if (panel.state.overlaid() || !asked || !key_pressed(ImGuiKey_Escape)) return;
  panel.state.overlay = Overlay::Save;
  save.confirms = false;  // Esc cancels only the question
  fill_in_path(panel.context, save, before);
}

}  // namespace ui

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "base/text.h"
#include "ui/panels/frame/file_list.h"
#include "ui/panels/frame/frame.h"

namespace ui {
namespace {

std::vector<FileRow> all(const Panel& panel) {
  const FileListing& listing = listing_of(panel);
  std::vector<FileRow> rows;
  const auto add = [&](const auto& entries, const char* heading) {
    for (const SceneEntry& entry : entries)
      rows.push_back({.entry = &entry, .heading = std::exchange(heading, nullptr)});
  };
  add(listing.recent, "Recent");
  add(listing.saved, "Saved");
  if (listing.typed.empty()) add(listing.entries, "Folders");
  const std::ptrdiff_t begin = std::ssize(rows);
  add(panel.context.scenes, nullptr);
  const auto place = [](const FileRow& row) {  // by groups, these first
    constexpr std::string_view first[] = {"", "Robots", "Figures"};
    const std::string_view group = row.entry->group;
    return std::pair(std::ranges::find(first, group) - std::begin(first), group);
  };
  std::ranges::stable_sort(rows.begin() + begin, rows.end(), {}, place);
  const SceneEntry* before = nullptr;
  for (FileRow& row : std::span(rows).subspan(static_cast<size_t>(begin))) {
    const std::string& group = row.entry->group;
    if (!before || before->group != group)
      row.heading = group.empty() ? "The papers' bodies" : group.c_str();
    before = row.entry;
  }
  return rows;
}

/// Returns the entries that contain the letters, best match first.
std::vector<FileRow> find(const Panel& panel, std::string_view typed) {
  std::vector<FileRow> found;
  for (FileRow& row : all(panel)) {
    row.heading = nullptr;
    auto match = fuzzy_match(typed, row.entry->name);
    row.by_name = match.has_value();
    if (!match) match = fuzzy_match(typed, row.entry->description);
    if (!match) continue;
    constexpr int of_name = 20;  // a match in a name counts more than one in a description
    row.score = match->score + (row.by_name ? of_name : 0);
    row.matched = std::move(match->positions);
    found.push_back(std::move(row));
  }
  std::ranges::stable_sort(found, std::greater{}, &FileRow::score);
  return found;
}

/// Returns whether the text is an address, or the parameters of one, such as "scene=y".
bool is_link(std::string_view typed) {
  const size_t sign = typed.find_first_of("=#/.~ ");
  return typed.starts_with("http") ||
         (sign != typed.npos && (typed[sign] == '=' || typed[sign] == '#'));
}

/// Enter opens this entry if none is chosen: no parent folder, no folder to begin in.
int first_choice(const std::vector<FileRow>& rows, bool by_path) {
  const auto found = std::ranges::find_if(rows, [&](const FileRow& row) {
    return by_path ? row.entry->name != ".." : !row.entry->folder;
  });
  return found == rows.end() ? 0 : static_cast<int>(found - rows.begin());
}

/// Returns why there are no rows.
std::string nothing(const Panel& panel, std::string_view typed) {
  const FileListing& listing = listing_of(panel);
  if (is_link(typed)) return "Enter opens this link.";
  if (!is_path(typed))
    return panel.context.scenes.empty() ? "No scenes were found."
                                        : "No scene matches what you typed.";
  if (listing.typed != typed) return {};
  if (!listing.problem.empty()) return listing.problem;
  if (listing.name.empty())
    return base::format("Nothing in {} opens here: {}.", listing.folder, listing.opens);
  return base::format("There is no {} in {}", listing.name, listing.folder);
}

}  // namespace

void picker_panel(const Panel& panel) {
  PathField& picker = panel.state.picker;
  const float unit = panel.em();
  if (begin_overlay(panel, "Open", {40 * unit, 36 * unit})) {
    if (ImGui::IsWindowAppearing()) {
      if (!panel.context.touch) ImGui::SetKeyboardFocusHere();  // would open a phone's keyboard
      picker.chosen = PathField::none;
    }
    const FileListing& listing = listing_of(panel);
    const std::string before = picker.typed;
    const bool by_path = is_path(before), known = !by_path || listing.typed == before;
    std::vector<FileRow> rows;
    std::optional<SceneEntry> up;
    if (!by_path)
      rows = before.empty() ? all(panel) : find(panel, before);
    else if (known)
      rows = rows_of(listing);
    const std::vector<FileRow> completing = rows;
    if (by_path && known && listing.name.empty()) up = folder_above(listing);
    if (up) rows.insert(rows.begin(), {.entry = &*up});
    const SceneEntry other{listing.name, "Opens this file.", listing.folder + listing.name};
    const bool listed = std::ranges::any_of(
        rows, [&](const FileRow& row) { return row.entry->path == other.path; });
    if (by_path && known && listing.exists && !listed) rows.insert(rows.begin(), {.entry = &other});

    picker.chosen -= up.has_value();  // indexes the rows that Tab completes
    const Typed typed = path_field(
        panel, picker, "Part of a scene's name, the path of a file, or a link", completing, known);
    picker.chosen += up.has_value();
    if (typed == Typed::Changed) {
      picker.chosen = PathField::none;
      if (is_path(picker.typed)) panel.context.request(ListFiles{picker.typed});
      rows = is_path(picker.typed) ? std::vector<FileRow>{} : find(panel, picker.typed);
    }
    if (picker.chosen < 0) picker.chosen = first_choice(rows, by_path);
    const float foot = std::round(
        panel.context.has_file_dialog ? ImGui::GetFrameHeight() + 1.04f * unit : 2.2f * unit);
    const std::string why = rows.empty() ? nothing(panel, picker.typed) : "";
    if (!why.empty()) note(panel.look, why);
    const SceneEntry* open = file_list(panel, picker, rows, foot);
    ImGui::Dummy({0, 0.1f * unit});
    if (panel.context.has_file_dialog) {
      if (button(panel.look, "Browse …")) panel.context.request(Browse{});
      tooltip(panel.look, "Opens a file with the desktop's file dialog");
      ImGui::SameLine(0, 0.8f * unit);
    }
    note(panel.look, panel.context.touch
                         ? "A tap opens a scene."
                         : "↑ ↓ and Enter, or a click. Tab completes a path. A file can also be "
                           "dropped on the window.");
    if (typed == Typed::Entered) {
      if (is_link(before)) {
        panel.state.overlay = Overlay::None;
        panel.context.request(Open{before});
      } else if (!rows.empty())
        open = rows[static_cast<size_t>(picker.chosen)].entry;
      else
        picker.pending_text = before;  // typing continues
    }
    if (open && open->folder) {
      fill_in_path(panel.context, picker, open->path + (open->path.ends_with('/') ? "" : "/"));
    } else if (open) {
      panel.state.overlay = Overlay::None;
      panel.context.request(Open{open->location()});
    }
  }
  end_overlay(panel);
}

}  // namespace ui

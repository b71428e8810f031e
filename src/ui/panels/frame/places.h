#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ui/panel.h"

namespace ui {

// Lists of scenes, files and folders, and the field in which a path is typed.

/// A row of such a list.
struct PlaceRow {
  const SceneEntry* entry = nullptr;
  std::vector<int> matched = {};  ///< bytes that match what was typed
  bool by_name = true;            ///< of the name, else of the description
  const char* heading = nullptr;  ///< over it
};

/// Part of a path rather than letters of a name.
bool is_place(std::string_view typed);
/// The folder's entries whose names begin as typed, in any case.
std::vector<PlaceRow> rows_of(const Places& places);
/// "..": the row of the folder above; nothing at the root.
std::optional<SceneEntry> folder_above(const Places& places);
/// Returns the path typed so far, completed by this entry of its folder.
std::string completed(std::string_view typed, const SceneEntry& entry);

enum class Typed { Nothing, Changed, Entered };
/// The field: Tab completes what the rows agree on. Enter waits until it is known what is there.
Typed place_field(const Panel& panel, PathField& place, const char* hint,
                  const std::vector<PlaceRow>& rows, bool known);

/// The rows, of which the arrow keys choose one. Returns the one clicked, or null.
const SceneEntry* place_list(const Panel& panel, PathField& place,
                             const std::vector<PlaceRow>& rows, float foot);

}  // namespace ui

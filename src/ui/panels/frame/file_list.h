#pragma once
#include "ui/panel.h"

namespace ui {

// Lists of scenes, files and folders, and the field in which a path is typed.

/// A row of a list of scenes, files or folders.
struct FileRow {
  const SceneEntry* entry = nullptr;
  std::vector<int> matched = {};  ///< bytes that match what was typed
  bool by_name = true;            ///< matched in the name, else in the description
  const char* heading = nullptr;  ///< heading above the row
  int score = 0;                  ///< of the match: larger is better
};

/// Returns the user's files, or none.
const FileListing& listing_of(const Panel& panel);
/// Returns whether the text is a part of a path rather than letters of a name.
bool is_path(std::string_view typed);
/// Returns the folder's entries whose names begin as typed, ignoring case.
std::vector<FileRow> rows_of(const FileListing& listing);
/// Returns the row ".." of the parent folder, or nothing at the root.
std::optional<SceneEntry> folder_above(const FileListing& listing);
/// Returns the path typed so far, completed by this entry of its folder.
std::string completed(std::string_view typed, const SceneEntry& entry);

enum class Typed { Nothing, Changed, Entered };
/// Tab completes what the rows have in common. Enter waits until the folder has been read.
Typed path_field(const Panel& panel, PathField& field, const char* hint,
                 const std::vector<FileRow>& rows, bool known);

/// Draws the rows; the arrow keys choose one. Returns the one clicked, or null.
const SceneEntry* file_list(const Panel& panel, PathField& field, const std::vector<FileRow>& rows,
                            float foot);

/// Says how well a text matches what was typed.
struct FuzzyMatch {
  int score = 0;               ///< larger is better
  std::vector<int> positions;  ///< matched bytes of the text, in order
};

/// Matches if the pattern's characters occur in the text in order, ignoring case and spaces. Runs
/// of characters and starts of words count more, gaps less. Finds the best of all alignments
/// (dynamic programming over pattern x text).
std::optional<FuzzyMatch> fuzzy_match(std::string_view pattern, std::string_view text);

}  // namespace ui

#pragma once
#include <optional>
#include <string_view>
#include <vector>

namespace ui {

/// How well a text matches what was typed.
struct FuzzyMatch {
  int score = 0;               ///< larger is better
  std::vector<int> positions;  ///< matched bytes of the text, in order
};

/// Matches if the pattern's characters occur in the text in order, ignoring case and spaces. Runs
/// of characters and starts of words count more, gaps less. Finds the best of all alignments
/// (dynamic programming over pattern x text).
std::optional<FuzzyMatch> fuzzy_match(std::string_view pattern, std::string_view text);

}  // namespace ui

#pragma once
#include <optional>
#include <string_view>
#include <vector>

namespace ui {

/// How well a text matches what was typed.
struct FuzzyMatch {
  int score = 0;               ///< larger is better
  std::vector<int> positions;  ///< bytes of the text that were matched, rising
};

/// Matches if the pattern's characters occur in the text in order, upper and lower case alike,
/// blanks ignored. Runs of characters and starts of words count more, gaps less. The best of all
/// placements is found (dynamic programming over pattern x text).
std::optional<FuzzyMatch> fuzzy_match(std::string_view pattern, std::string_view text);

}  // namespace ui

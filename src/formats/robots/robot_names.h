#pragma once
#include <initializer_list>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"

namespace formats {

/// Returns a foreign file's name in a form that scenes allow (sim::is_name): unprintable characters
/// are written out, long names are cut so that they leave room for an ending, and an empty one
/// becomes `otherwise`.
std::string scene_name(std::string_view name, std::string_view otherwise,
                       std::string_view ending = {});

/// Returns the number, from 1 on, of the last of these words that a name contains, ignoring case; 0
/// if it contains none. Short words count only if they stand alone: "ee" is not in "knee". `end`
/// becomes the index behind the rightmost of these words in the name, 0 if there is none.
int last_word_in(const std::string& name, std::initializer_list<std::string_view> words,
                 size_t* end = nullptr);

/// Returns whether two angles in radians are whole numbers of several turns, probably degrees.
bool look_like_degrees(double a, double b);

/// Returns a text about one thing or several: with the part of each "[ONE|SEVERAL]" that fits.
std::string in_number(int count, std::string_view text);
/// Fills the values in, as base::format does, for each "{}" that is not in brackets.
template <class... Values>
requires(sizeof...(Values) > 0) std::string
    in_number(int count, base::FormatText<sizeof...(Values)> text, const Values&... values) {
  return base::format_values(in_number(count, text.text), {base::FormatValue(values)...});
}

/// Things that a notice is about: how many there are, and the name of the first.
struct Note {
  int count = 0;
  std::string example = {};

  void add(const std::string& name) {
    if (count++ == 0) example = name;
  }
};

/// Adds a text for in_number(): "joint "elbow" is locked" about one thing, "3 joints, such as
/// "elbow", are locked" about more, from "[is|are] locked".
void say(std::vector<std::string>& notices, const Note& note, std::string_view text,
         std::string_view kind = "[joint|joints]");

/// Returns notices of which more than three differ only in names and numbers as the first of these,
/// with how many more there are.
std::vector<std::string> gathered(const std::vector<std::string>& notices);

/// Makes the names of one kind in a scene unique.
class SceneNames {
 public:
  /// `reserved` counts as taken from the beginning.
  explicit SceneNames(std::string_view reserved = {}) : taken_{std::string(reserved)} {}

  /// Returns scene_name(), with a number appended if it is taken.
  std::string add(std::string_view name, std::string_view otherwise);

 private:
  std::set<std::string, std::less<>> taken_;
  std::map<std::string, int, std::less<>> next_;  // the number to try next behind a name
};

}  // namespace formats

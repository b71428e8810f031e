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

/// Returns the place, from 1, of the last word of this list that a name contains, ignoring case; 0
/// if it contains none. Short words count only if they stand alone: "ee" is not in "knee". `end`
/// becomes the index behind the rightmost of these words in the name, 0 if there is none.
int find_last_word(const std::string& name, std::initializer_list<std::string_view> words,
                   size_t* end = nullptr);

/// Returns whether two angles, given as radians, are probably degrees: whole numbers, of which the
/// larger is from 20 to 720.
bool look_like_degrees(double a, double b);

/// Returns a text with one part of each "[ONE|SEVERAL]": the first if the count is 1.
std::string pluralized(int count, std::string_view text);
/// Fills the values in, as base::format does, for each "{}" that is not in brackets.
template <class... Values>
requires(sizeof...(Values) > 0) std::string
    pluralized(int count, base::FormatText<sizeof...(Values)> text, const Values&... values) {
  return base::format_values(pluralized(count, text.text), {base::FormatValue(values)...});
}

/// The things that a notice is about: how many there are, and the name of the first.
struct NoticeSubjects {
  int count = 0;
  std::string example = {};

  void add(const std::string& name) {
    if (count++ == 0) example = name;
  }
};

/// Adds a notice made from a text for pluralized(), none if there are no subjects: "joint "elbow"
/// is locked" about one thing, "3 joints, such as "elbow", are locked" about more, from "[is|are]
/// locked".
void add_notice(std::vector<std::string>& notices, const NoticeSubjects& subjects,
                std::string_view text, std::string_view kind = "[joint|joints]");

/// Returns the notices; of more than three that differ only in quoted names and in numbers, only
/// the first, with how many more there are.
std::vector<std::string> condensed(const std::vector<std::string>& notices);

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

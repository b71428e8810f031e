#include "formats/robot_names.h"

#include "base/text.h"
#include "sim/limits.h"

namespace formats {
namespace {

constexpr size_t dots = 3;  // behind what printable() cuts

/// At most `most` letters of what is printable.
std::string cut(std::string_view text, size_t most) {
  return base::letters(text) <= most ? std::string(text) : base::printable(text, most - dots);
}

}  // namespace

std::string scene_name(std::string_view name, std::string_view otherwise) {
  const std::string shown = base::printable(name);
  return cut(shown.empty() ? otherwise : std::string_view(shown), sim::max_name);
}

SceneNames::SceneNames(std::string_view reserved) {
  if (!reserved.empty()) taken_.emplace(reserved);
}

std::string SceneNames::add(std::string_view name, std::string_view otherwise) {
  const std::string wanted = scene_name(name, otherwise);
  std::string given = wanted;
  if (taken_.insert(given).second) return given;
  for (int& number = next_.try_emplace(wanted, 2).first->second; !taken_.insert(given).second;) {
    const std::string ending = " " + std::to_string(number++);
    given = cut(wanted, sim::max_name - ending.size()) + ending;
  }
  return given;
}

}  // namespace formats

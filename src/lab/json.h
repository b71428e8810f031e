#pragma once
#include <Eigen/Core>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "base/parameter.h"

namespace lab {

using nlohmann::ordered_json;

/// Returns JSON as it is printed. Bytes that are not UTF-8 are replaced.
inline std::string text_of(const ordered_json& json) {
  return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

/// Returns a word for a choice or a special value, else a number.
inline ordered_json value_json(const base::Parameter& parameter, double value) {
  const std::string text = base::to_text(parameter, value);
  if (!parameter.choices.empty() || text == parameter.special) return text;
  return parameter.integer ? ordered_json(static_cast<int64_t>(value)) : ordered_json(value);
}

ordered_json array_of(const auto& things, const auto& to_json) {
  ordered_json json = ordered_json::array();
  for (const auto& one : things) json.push_back(to_json(one));
  return json;
}

/// Returns JSON, the list that `ikscope-lab list --json` has under this key: "methods",
/// "parameters", ... Throws base::Error naming the keys.
std::string listed(std::string_view what);

inline ordered_json vector_json(const Eigen::Vector3d& v) { return {v.x(), v.y(), v.z()}; }

}  // namespace lab

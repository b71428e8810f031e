#pragma once
#include <nlohmann/json.hpp>
#include <string>

namespace lab {

using nlohmann::ordered_json;

/// JSON as it is printed. Bytes that are no UTF-8 are replaced.
inline std::string text_of(const ordered_json& json) {
  return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace lab

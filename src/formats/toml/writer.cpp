#include "formats/toml/writer.h"

#include <cstdio>

#include "formats/suggest.h"

namespace formats {

std::string toml_text(std::string_view text) {
  std::string written = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') written += '\\';
    if (static_cast<unsigned char>(c) >= ' ' && c != 0x7f) {
      written += c;
    } else {
      char code[8];
      std::snprintf(code, sizeof code, "\\u%04X", static_cast<unsigned>(c));
      written += code;
    }
  }
  return written + '"';
}

std::string number(double value) { return shortest(value + 0.0); }

std::string list(const std::vector<std::string>& entries) {
  std::string text;
  for (const std::string& entry : entries) text.append(text.empty() ? "" : ", ").append(entry);
  return "[" + text + "]";
}

std::string vector(const Eigen::Vector3d& v) {
  return list({number(v.x()), number(v.y()), number(v.z())});
}

}  // namespace formats

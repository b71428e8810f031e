#pragma once
#include <string>
#include <string_view>

#include "formats/suggest.h"

namespace lab {

/// Returns a text as HTML shows it.
inline std::string in_html(std::string_view text) {
  std::string safe(text);
  formats::replace_all(safe, "&", "&amp;");
  formats::replace_all(safe, "<", "&lt;");
  formats::replace_all(safe, ">", "&gt;");
  return safe;
}

}  // namespace lab

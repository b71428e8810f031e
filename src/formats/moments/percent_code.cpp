#include "formats/moments/percent_code.h"

#include <charconv>

namespace formats {

std::string percent_decoded(std::string_view text) {
  std::string said;
  for (size_t i = 0; i < text.size(); ++i) {
    unsigned letter = 0;
    const char* digits = text.data() + i + 1;
    if (text[i] == '%' && i + 2 < text.size() &&
        std::from_chars(digits, digits + 2, letter, 16).ptr == digits + 2) {
      said += static_cast<char>(letter);
      i += 2;
    } else {
      said += text[i];
    }
  }
  return said;
}

std::string percent_encoded(std::string_view text) {
  constexpr std::string_view plain = "-._~,:/", digits = "0123456789ABCDEF";
  std::string said;
  for (const char letter : text) {
    const auto byte = static_cast<unsigned char>(letter);
    const bool alphanumeric = (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') ||
                              (byte >= 'A' && byte <= 'Z');
    if (alphanumeric || plain.find(letter) != plain.npos)
      said += letter;
    else
      said.append({'%', digits[byte >> 4], digits[byte & 15]});
  }
  return said;
}

}  // namespace formats

#include "base/text.h"

#include <algorithm>
#include <mutex>
#include <set>

namespace base {
namespace {

bool continues(char byte) { return (byte & 0xc0) == 0x80; }

/// A letter at the beginning of a text that is not empty.
struct Letter {
  char32_t code = 0;
  size_t bytes = 1;
  bool valid = false;  ///< else it is one byte that is no UTF-8
};
Letter first_letter(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  if (lead < 0x80) return {lead, 1, true};
  const size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < bytes) return {lead};
  char32_t code = lead & (0x7fu >> bytes);
  for (size_t i = 1; i < bytes; ++i) {
    if (!continues(text[i])) return {lead};
    code = code << 6 | (text[i] & 0x3f);
  }
  constexpr char32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  if (code < least[bytes] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return {lead};
  return {code, bytes, true};
}

bool is_control(char32_t c) {
  return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x61c || c == 0x200e || c == 0x200f ||
         (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) || c == 0xfeff;
}

std::string hexadecimal(char32_t code, int digits) {
  std::string text;
  for (int digit = digits - 1; digit >= 0; --digit)
    text += "0123456789ABCDEF"[code >> 4 * digit & 15];
  return text;
}

std::string written_out(const Letter& letter) {
  if (letter.code == '\n') return "\\n";
  if (letter.code == '\r') return "\\r";
  if (letter.code == '\t') return "\\t";
  return !letter.valid || letter.code < 0x80 ? "\\x" + hexadecimal(letter.code, 2)
                                             : "\\u" + hexadecimal(letter.code, 4);
}

}  // namespace

std::string format_values(std::string_view text, std::initializer_list<FormatValue> values) {
  std::string all;
  for (const FormatValue& value : values) {
    const size_t place = text.find("{}");
    all.append(text.substr(0, place)).append(value.text());
    text.remove_prefix(place + 2);
  }
  return all.append(text);
}

std::string printable(std::string_view text, size_t most) {
  std::string shown;
  for (size_t count = 0; !text.empty(); ++count) {
    if (count == most) return shown + "...";
    const Letter letter = first_letter(text);
    if (letter.valid && !is_control(letter.code))
      shown += text.substr(0, letter.bytes);
    else
      shown += written_out(letter);
    text.remove_prefix(letter.bytes);
  }
  return shown;
}

std::string in_quotes(std::string_view text) {
  constexpr size_t longest = 60;
  return '"' + printable(text, longest) + '"';
}

std::string_view interned(std::string_view text) {
  static std::set<std::string> all;
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  return *all.insert(std::string(text)).first;  // allocates nothing for short texts that are kept
}

std::string_view trimmed(std::string_view text, std::string_view letters) {
  const size_t first = text.find_first_not_of(letters);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(letters) + 1 - first);
}

std::vector<std::string_view> split(std::string_view text, char between) {
  std::vector<std::string_view> parts;
  for (size_t end; (end = text.find(between)) != text.npos; text.remove_prefix(end + 1))
    parts.push_back(text.substr(0, end));
  parts.push_back(text);
  return parts;
}

std::vector<std::string> split_cells(std::string_view row, char between) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (const char c : row)
    if (c == '"')
      quoted = !quoted;
    else if (c == between && !quoted)
      cells.emplace_back();
    else
      cells.back() += c;
  for (std::string& cell : cells) cell = std::string(trimmed(cell));
  return cells;
}

std::string csv_cell(std::string_view text) {
  std::string cell = "\"";
  for (const char c : text) {
    if (c == '"') cell.push_back(c);
    cell.push_back(c);
  }
  return cell + "\"";
}

size_t letter_count(std::string_view text) {
  return text.size() - static_cast<size_t>(std::count_if(text.begin(), text.end(), continues));
}

std::string capitalized(std::string_view text) {
  std::string result(text);
  if (!result.empty() && result[0] >= 'a' && result[0] <= 'z')
    result[0] = static_cast<char>(result[0] - 'a' + 'A');
  return result;
}

std::string sentence(std::string_view text) {
  std::string result = capitalized(text);
  if (!result.empty() && result.back() != '.') result += '.';
  return result;
}

std::string counted(int count, std::string_view noun) {
  return base::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string joined(const std::vector<std::string>& texts, std::string_view between) {
  std::string all;
  for (const std::string& text : texts) all.append(all.empty() ? "" : between).append(text);
  return all;
}

}  // namespace base

#include "formats/toml/fields.h"

#include <algorithm>
#include <cstdio>

#include "formats/suggest.h"

namespace formats {

std::string bounds_text(Range range) {
  const auto text = [](double number) {
    std::string digits = shortest(number);
    if (const size_t zero = digits.find("e-0"); zero != digits.npos) digits.erase(zero + 2, 1);
    return digits;
  };
  const bool least = range.min > -max_number, most = range.max < max_number;
  if (least && most) return base::format(", {} to {}", text(range.min), text(range.max));
  return least && std::isfinite(range.min) ? ", at least " + text(range.min) : "";
}

std::string alternatives(const std::vector<std::string>& names) {
  std::string text;
  for (size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "`\"" : i + 1 < names.size() ? ", `\"" : " or `\"") + names[i] + "\"`";
  return text;
}

std::string as::Text::form() const {
  return most > max_number ? "string" : base::format("string, at most {} letters", most);
}

std::string as::Texts::text(const std::vector<std::string>& value) const {
  return list(texts_of(value, toml_text));
}

std::string as::Numbers::text(const std::vector<double>& value) const {
  return list(texts_of(value, number));
}

std::string as::Points::text(const std::vector<double>& value) const {
  std::vector<std::string> texts;
  for (size_t i = 0; i + 2 < value.size(); i += 3)
    texts.push_back(vector({value[i], value[i + 1], value[i + 2]}));
  return list(texts);
}

void Fields::other(std::string_view key, std::string_view form, Need need,
                   std::string_view meaning) {
  if (job_ == Job::Document)
    return document(key, std::string(form), std::string(need.text), meaning);
  const size_t begin = key.find_last_of("[.") + 1;  // 0 if it is no table
  keys_.emplace_back(key.substr(begin, key.find(']') - begin));
}

void Fields::document(std::string_view key, std::string form, std::string standard,
                      std::string_view meaning) {
  const std::string quoted = base::format("`{}`", key);
  const auto same = std::ranges::find_if(rows_, [&](const Row& row) {
    return row.form == form && (row.meaning == meaning || (meaning.empty() && row.keys == quoted));
  });
  Row* row = same != rows_.end()                 ? &*same
             : meaning.empty() && !rows_.empty() ? &rows_.back()
                                                 : nullptr;
  if (!row)
    rows_.push_back({quoted, std::move(form), std::move(standard), std::string(meaning)});
  else if (row->keys.find(quoted) == row->keys.npos)
    row->keys += ", " + quoted;
}

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

std::string list(const std::vector<std::string>& entries) { return "[" + joined(entries) + "]"; }

std::string vector(const Eigen::Vector3d& v) {
  return list({number(v.x()), number(v.y()), number(v.z())});
}

}  // namespace formats

#include "fuzz/mutator.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

#include "formats/suggest.h"

namespace fuzz {
namespace {

constexpr size_t most_kept = 200;

bool in_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '.';
}

bool is_number(std::string_view word) {
  const size_t sign = !word.empty() && (word[0] == '-' || word[0] == '+') ? 1 : 0;
  return word.size() > sign && std::isdigit(static_cast<unsigned char>(word[sign])) != 0;
}

/// Begin and end of what in_word() holds together, numbers alone or the others.
using Piece = std::pair<size_t, size_t>;
std::vector<Piece> pieces(const std::string& text, bool numbers) {
  std::vector<Piece> found;
  for (size_t i = 0; i < text.size();) {
    size_t end = i;
    while (end < text.size() && in_word(text[end])) ++end;
    if (end > i && is_number(std::string_view(text).substr(i, end - i)) == numbers)
      found.emplace_back(i, end);
    i = std::max(end, i + 1);
  }
  return found;
}

std::vector<Piece> lines(const std::string& text) {
  std::vector<Piece> found;
  for (size_t i = 0; i < text.size();) {
    const size_t end = text.find('\n', i);
    const size_t next = end == std::string::npos ? text.size() : end + 1;
    found.emplace_back(i, next);
    i = next;
  }
  return found;
}

}  // namespace

Mutator::Mutator(std::vector<std::string> texts, std::vector<std::string> words, uint64_t seed)
    : texts_(std::move(texts)), originals_(texts_.size()), random_(seed) {
  std::set<std::string> all(words.begin(), words.end());
  for (const std::string& text : texts_)
    for (const auto& [begin, end] : pieces(text, false))
      if (end - begin > 1) all.insert(text.substr(begin, end - begin));
  words_.assign(all.begin(), all.end());
}

void Mutator::keep(std::string text) {
  if (texts_.size() < originals_ + most_kept) return texts_.push_back(std::move(text));
  texts_[originals_ + static_cast<size_t>(random_.index(most_kept))] = std::move(text);
}

std::string Mutator::next() {
  std::string text = any(texts_);
  for (int edits = 1 << random_.index(4); edits > 0; --edits) text = spoiled(std::move(text));
  return text;
}

std::string Mutator::number() {
  static const std::vector<std::string> extremes = {"0",
                                                    "-0.0",
                                                    "1",
                                                    "-1",
                                                    "2",
                                                    "0.5",
                                                    "1e-3",
                                                    "1e3",
                                                    "1000000",
                                                    "1e6",
                                                    "-1e6",
                                                    "1e-6",
                                                    "1e-12",
                                                    "1e-300",
                                                    "5e-324",
                                                    "1e300",
                                                    "1.8e308",
                                                    "-1e308",
                                                    "1e400",
                                                    "inf",
                                                    "-inf",
                                                    "nan",
                                                    "100",
                                                    "101",
                                                    "20000",
                                                    "20001",
                                                    "65536",
                                                    "2147483647",
                                                    "2147483648",
                                                    "-2147483649",
                                                    "4294967296",
                                                    "9223372036854775807",
                                                    "9223372036854775808",
                                                    "1e18",
                                                    "1e12",
                                                    "0x7f",
                                                    "0b1",
                                                    "1_000",
                                                    "+1",
                                                    "01",
                                                    "1.",
                                                    ".5",
                                                    "180",
                                                    "-180",
                                                    "90",
                                                    "360",
                                                    "359.999",
                                                    "0.1",
                                                    "0.7",
                                                    "1979-05-27T07:32:00Z",
                                                    "07:32:00"};
  switch (random_.index(4)) {
    case 0:
      return formats::shortest(random_.uniform(-10, 10));
    case 1:
      return formats::shortest(random_.log_uniform(1e-15, 1e15) * (random_.chance(0.5) ? -1 : 1));
    case 2:
      return std::to_string(random_.index(300) - 10);
    default:
      return any(extremes);
  }
}

std::string Mutator::nasty() {
  static const std::vector<std::string> bits = {"\"",
                                                "'",
                                                "[",
                                                "]",
                                                "[[",
                                                "]]",
                                                "=",
                                                "\n",
                                                "\r\n",
                                                "#",
                                                "{",
                                                "}",
                                                ".",
                                                ",",
                                                "'''",
                                                "\"\"\"",
                                                "\\",
                                                "\\u0000",
                                                "\\u001b[31m",
                                                "\\n",
                                                "\\t",
                                                "\\uD800",
                                                "\\U0010FFFF",
                                                "\xc3",
                                                "\xff",
                                                "\x1b",
                                                "\x7f",
                                                "\xef\xbb\xbf",
                                                "\xe2\x80\xae",
                                                "\xc2\x85",
                                                "\xc3\xa9",
                                                "\xf0\x9f\xa6\xbe",
                                                "\t",
                                                " ",
                                                "true",
                                                "false",
                                                "%s%n",
                                                "../../x",
                                                "/dev/zero",
                                                "[[",
                                                "= [[[[[[[[",
                                                "= {a={a={a="};
  if (random_.chance(0.05)) return std::string(1, '\0');
  return any(bits);
}

std::string Mutator::word() {
  if (random_.chance(0.05))
    return std::string(static_cast<size_t>(random_.log_uniform(1, 20000)), 'x');
  if (random_.chance(0.1)) return "\"" + any(words_) + nasty() + "\"";
  return any(words_);
}

void Mutator::other_number(std::string& text) {
  const std::vector<Piece> all = pieces(text, true);
  if (all.empty()) return;
  const auto [begin, end] = all[static_cast<size_t>(random_.index(static_cast<int>(all.size())))];
  const std::string old = text.substr(begin, end - begin);
  std::string other;
  switch (random_.index(5)) {
    case 0:
      other = "-" + old;
      break;
    case 1:
      other = old + "e" + std::to_string(random_.index(40) - 20);
      break;
    case 2:
      other = old + std::to_string(random_.index(10));
      break;
    default:
      other = number();
  }
  text.replace(begin, end - begin, other);
}

void Mutator::other_word(std::string& text) {
  const std::vector<Piece> all = pieces(text, false);
  if (all.empty()) return;
  const auto pick = [&] {
    return all[static_cast<size_t>(random_.index(static_cast<int>(all.size())))];
  };
  const auto [begin, end] = pick();
  if (random_.chance(0.4)) {  // one that is there already
    const auto [from, to] = pick();
    const std::string other = text.substr(from, to - from);
    text.replace(begin, end - begin, other);
  } else {
    text.replace(begin, end - begin, random_.chance(0.1) ? number() : word());
  }
}

void Mutator::other_lines(std::string& text) {
  const std::vector<Piece> all = lines(text);
  if (all.empty()) return;
  const auto pick = [this](const std::vector<Piece>& from) {
    return static_cast<size_t>(random_.index(static_cast<int>(from.size())));
  };
  /// One line or a few; often up to where the next table begins.
  const auto block = [&](const std::string& of, const std::vector<Piece>& from) {
    const size_t first = pick(from);
    size_t last = std::min(from.size(), first + 1 + (random_.chance(0.3) ? pick(from) : 0));
    if (random_.chance(0.5))
      while (last < from.size() && of[from[last].first] != '[') ++last;
    return Piece{from[first].first, from[last - 1].second};
  };
  const auto [begin, end] = block(text, all);
  const std::string taken = text.substr(begin, end - begin);
  switch (random_.index(6)) {
    case 0:
      text.erase(begin, end - begin);
      break;
    case 1:
      text.insert(all[pick(all)].first, taken);
      break;
    case 2:
      text.erase(begin, end - begin);
      text.insert(std::min(all[pick(all)].first, text.size()), taken);
      break;
    case 3: {
      const std::string& other = any(texts_);
      const std::vector<Piece> its = lines(other);
      if (its.empty()) break;
      const auto [from, to] = block(other, its);
      text.insert(all[pick(all)].first, other.substr(from, to - from));
      break;
    }
    case 4:
      text.insert(all[pick(all)].first,
                  word() + " = " + (random_.chance(0.7) ? number() : "\"" + word() + "\"") + "\n");
      break;
    case 5: {  // many of a kind
      std::string many;
      const size_t count = static_cast<size_t>(random_.log_uniform(2, 300));
      for (size_t i = 0; i < count && many.size() < longest; ++i) many += taken;
      text.insert(begin, many);
      break;
    }
  }
}

void Mutator::other_bytes(std::string& text) {
  const size_t at = offset(text), length = static_cast<size_t>(random_.index(12));
  switch (random_.index(6)) {
    case 0:
      text.insert(at, nasty());
      break;
    case 1:
      text.erase(at, length);
      break;
    case 2:
      text.replace(at, length, nasty());
      break;
    case 3:
      if (at < text.size()) text[at] = static_cast<char>(random_.index(256));
      break;
    case 4:
      text.insert(at, text.substr(offset(text), static_cast<size_t>(random_.index(200))));
      break;
    case 5:
      if (random_.chance(0.3)) text.resize(at);
      break;
  }
}

std::string Mutator::spoiled(std::string text, size_t most) {
  const double which = random_.uniform(0, 1);
  if (which < 0.35)
    other_number(text);
  else if (which < 0.6)
    other_word(text);
  else if (which < 0.85)
    other_lines(text);
  else
    other_bytes(text);
  if (text.size() > most) text.resize(most);
  return text;
}

}  // namespace fuzz

#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "support/random.h"

namespace fuzz {

/// Spoils texts as a hostile day would: numbers of extreme values, keys and words in each other's
/// places, lines and tables lost, moved or taken from another text, cuts, noise. It knows lines,
/// numbers, words and quotes, which TOML and CSV share. Equal seeds give equal texts.
class Mutator {
 public:
  /// words: what may stand in the place of a word, beside those of the texts themselves.
  Mutator(std::vector<std::string> texts, std::vector<std::string> words, uint64_t seed);

  /// One of the texts, spoiled one to eight times.
  std::string next();
  /// This one, spoiled once; at most `most` bytes.
  std::string spoiled(std::string text, size_t most = longest);
  /// A text that is worth further spoiling: in the place of one that came the same way.
  void keep(std::string text);

  static constexpr size_t longest = 60'000;

 private:
  const std::string& any(const std::vector<std::string>& from) {
    return from[static_cast<size_t>(random_.index(static_cast<int>(from.size())))];
  }
  size_t offset(const std::string& text) {
    return static_cast<size_t>(random_.index(static_cast<int>(text.size()) + 1));
  }
  std::string number();
  std::string word();
  std::string nasty();
  void other_number(std::string& text);
  void other_word(std::string& text);
  void other_lines(std::string& text);
  void other_bytes(std::string& text);

  std::vector<std::string> texts_, words_;
  size_t originals_;
  test::Random random_;
};

}  // namespace fuzz

#include "monkey/user_files.h"

#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <vector>

#include "fuzz/mutator.h"
#include "fuzz/reader.h"

namespace monkey {

const std::string& hard_text(int number) {
  static const std::string long_word(3000, 'x'), long_number(70000, '9');
  static const std::vector<std::string> texts = {
      "0",          "1",        "-1",
      "0.5",        "1e308",    "-1e308",
      "1e-308",     "nan",      "inf",
      "-inf",       "1e400",    "99999999999999999999",
      "2000",       "0.0001",   ".",
      "-",          "",         " ",
      "%s%s%n",     "%",        "\"",
      "[0, 0]",     "lambda=",  "x\ty",
      "line\nline", "\x1b[31m", "\xc3\xa9\xe2\x86\x92\xf0\x9f\xa6\xbe",
      "\xff\xfe",   long_word,  long_number,
      "dls",        "double",   "auto",
      "0,5",        "1/3",      "0x10",
      "1;2"};
  return texts[static_cast<size_t>(number) % texts.size()];
}

namespace user_files {
namespace fs = std::filesystem;
namespace {

fs::path& folder() {
  static fs::path the;
  return the;
}

void write(const fs::path& file, const std::string& text) {
  std::ofstream(file, std::ios::binary) << text;
}

/// Those that are no texts.
void make_strange(const fs::path& at, int number) {
  switch (number) {
    case 0:
      return;  // missing
    case 1:
      fs::create_directory(at);
      return;
    case 2:
      mkfifo(at.c_str(), 0600);
      return;
    case 3:
      fs::create_symlink("/dev/zero", at);
      return;
    case 4:
      fs::create_symlink(at, at);
      return;
    case 5:
      write(at, "");
      fs::resize_file(at, uintmax_t{5} << 30);  // of holes
      return;
    default:
      write(at, "");
  }
}

}  // namespace

void make(const fs::path& at, uint64_t seed) {
  folder() = at;
  constexpr int strange = 8;
  for (const char* one : {"config/ikscope", "pictures", "documents", "drops"})
    fs::create_directories(at / one);
  setenv("HOME", at.c_str(), 1);
  setenv("XDG_CONFIG_HOME", (at / "config").c_str(), 1);
  setenv("XDG_CACHE_HOME", (at / "cache").c_str(), 1);
  setenv("XDG_PICTURES_DIR", (at / "pictures").c_str(), 1);
  setenv("XDG_DOCUMENTS_DIR", (at / "documents").c_str(), 1);
  fs::current_path(at);
  int number = 0;
  const auto next = [&] { return at / "drops" / (std::to_string(number++) + ".toml"); };
  while (number < strange) {
    const int which = number;
    make_strange(next(), which);
  }
  std::vector<fuzz::Mutator> mutators;
  for (const fuzz::Reader& reader : fuzz::readers()) {
    if (reader.name == "settings") {
      fuzz::Mutator mutator(reader.texts(), fuzz::known_words(), seed);
      if (seed % 3 == 0) write(at / "config/ikscope/settings.toml", mutator.next());
    }
    if (reader.name == "map" || reader.name == "settings") continue;
    for (const std::string& text : reader.texts()) write(next(), text);
    mutators.emplace_back(reader.texts(), fuzz::known_words(), seed);
  }
  while (number < files) {
    std::string text = mutators[static_cast<size_t>(number) % mutators.size()].next();
    write(next(), text);
  }
}

std::string file(int number) {
  std::vector<std::string> saved;
  if (number >= first_saved) {
    for (const auto& entry : fs::directory_iterator(folder() / "documents"))
      saved.push_back(entry.path());
    std::sort(saved.begin(), saved.end());
  }
  if (!saved.empty()) return saved[static_cast<size_t>(number - first_saved) % saved.size()];
  return folder() / "drops" / (std::to_string(number % files) + ".toml");
}

}  // namespace user_files
}  // namespace monkey

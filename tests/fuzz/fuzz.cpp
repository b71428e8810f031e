// fuzz READER|all SECONDS [SEED]   spoiled texts for a reader, or for all in turn
// fuzz READER FILE                 one text
// fuzz texts READER FOLDER         writes the texts that are right, for libFuzzer to begin with

#include <charconv>
#include <chrono>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <set>

#include "fuzz/checks.h"
#include "fuzz/mutator.h"
#include "fuzz/worker.h"

namespace {

double now() {
  using namespace std::chrono;
  return duration<double>(steady_clock::now().time_since_epoch()).count();
}

const fuzz::Reader& find_reader(const std::string& name) {
  std::string known = "all";
  for (const fuzz::Reader& reader : fuzz::readers()) {
    if (reader.name == name) return reader;
    known.append(", ").append(reader.name);
  }
  throw std::runtime_error("there is no reader \"" + name + "\"; there are " + known);
}

/// What was found, and the shortest text found for it, which is kept as a file.
void report(const fuzz::Reader& reader, const fuzz::Outcome& outcome, size_t number) {
  constexpr double seconds_to_shorten = 20;
  constexpr size_t most_shown = 1000;
  const std::string name(reader.name), text = fuzz::shortened(reader, outcome, seconds_to_shorten);
  const std::filesystem::path file =
      std::filesystem::absolute("fault-" + name + "-" + std::to_string(number) + ".txt");
  std::ofstream(file, std::ios::binary) << text;
  std::fprintf(stderr, "%s\n-- with this text (fuzz %s %s):\n%s\n", outcome.fault.c_str(),
               name.c_str(), file.c_str(), text.substr(0, most_shown).c_str());
}

/// After a fault with the next seed; faults of one kind are told once.
int run(const fuzz::Reader& reader, double seconds, uint64_t seed) {
  const double end = now() + seconds;
  const uint64_t first = seed;
  int64_t accepted = 0, refused = 0;
  std::set<std::string> kinds;
  for (;; ++seed) {
    fuzz::Mutator mutator(reader.texts(), fuzz::known_words(), seed);
    const fuzz::Outcome outcome = fuzz::watch(reader, [&](std::string& text, bool good) {
      if (good) mutator.keep(std::move(text));
      text = mutator.next();
      return now() < end;
    });
    accepted += outcome.accepted;
    refused += outcome.refused;
    if (outcome.fault.empty()) break;
    if (kinds.insert(fuzz::kind_of(outcome.fault)).second) report(reader, outcome, kinds.size());
  }
  std::printf("%-8s seeds %llu to %llu: %lld texts accepted, %lld refused, %zu faults\n",
              std::string(reader.name).c_str(), static_cast<unsigned long long>(first),
              static_cast<unsigned long long>(seed), static_cast<long long>(accepted),
              static_cast<long long>(refused), kinds.size());
  std::fflush(stdout);
  // of such texts some are right and some are wrong: else nothing was tried
  if (accepted == 0 || refused == 0)
    std::fprintf(stderr, "fuzz: all were accepted or all refused; expected some of both\n");
  return kinds.empty() && accepted > 0 && refused > 0 ? 0 : 1;
}

int read_file(const fuzz::Reader& reader, const std::string& file) {
  const bool accepted = fuzz::accepts(reader, fuzz::contents(file));
  std::printf("%s\n", accepted ? "accepted" : "refused");
  return 0;
}

void write_texts(const fuzz::Reader& reader, const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  int number = 0;
  for (const std::string& text : reader.texts())
    std::ofstream(folder / std::to_string(++number), std::ios::binary) << text;
}

int main_of(const std::vector<std::string>& words) {
  if (words.size() == 3 && words[0] == "texts") {
    write_texts(find_reader(words[1]), words[2]);
    return 0;
  }
  if (words.size() < 2 || words.size() > 3)
    throw std::runtime_error(
        "expected READER|all SECONDS [SEED], READER FILE, or texts READER FOLDER");
  double seconds = 0;
  const std::string& second = words[1];
  const char* last = second.data() + second.size();
  if (const auto [end, error] = std::from_chars(second.data(), last, seconds);
      error != std::errc() || end != last)
    return read_file(find_reader(words[0]), second);
  const uint64_t seed = words.size() == 3 ? std::stoull(words[2]) : 1;
  if (words[0] != "all") return run(find_reader(words[0]), seconds, seed);
  int status = 0;
  for (const fuzz::Reader& reader : fuzz::readers())
    status |= run(reader, seconds / static_cast<double>(fuzz::readers().size()), seed);
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return main_of({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    std::fprintf(stderr, "fuzz: %s\n", error.what());
    return 1;
  }
}

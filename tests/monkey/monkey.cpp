// monkey SEED [SECONDS]   random hands on the window: of this seed, then of the next ones
// monkey replay FILE      what was done once more, from the file "events" that a fault leaves
// monkey shorten FILE     the same with fewer events, kept as FILE.short

#include <unistd.h>

#include <cstdio>
#include <ctime>
#include <exception>
#include <filesystem>
#include <fstream>

#include "monkey/run.h"

namespace {
namespace fs = std::filesystem;

constexpr int frames_of_a_seed = 1000;

fs::path folder_of_this() {
  return fs::temp_directory_path() / ("ikscope-monkey-" + std::to_string(getpid()));
}

void print_file(const fs::path& file, size_t from_line, size_t most) {
  std::ifstream in(file);
  size_t number = 0;
  for (std::string line; std::getline(in, line) && number < from_line + most; ++number)
    if (number >= from_line) std::fprintf(stderr, "  %s\n", line.c_str());
}

size_t lines_of(const fs::path& file) {
  std::ifstream in(file);
  size_t count = 0;
  for (std::string line; std::getline(in, line);) ++count;
  return count;
}

int report(const monkey::Plan& plan, const monkey::Outcome& outcome, const fs::path& folder) {
  constexpr size_t most_said = 60, most_events = 15;
  std::printf("seed %llu: frame %d, digest %016llx%s%s\n",
              static_cast<unsigned long long>(plan.seed), outcome.frame,
              static_cast<unsigned long long>(outcome.digest), outcome.fault.empty() ? "" : ", ",
              outcome.fault.c_str());
  std::fflush(stdout);
  if (outcome.fault.empty()) {
    fs::remove_all(folder);
    return 0;
  }
  print_file(folder / "said", 0, most_said);
  const size_t events = lines_of(folder / "events");
  std::fprintf(stderr, "the last of what was done:\n");
  print_file(folder / "events", events > most_events ? events - most_events : 0, most_events);
  std::fprintf(stderr, "again: scripts/monkey %llu, or scripts/monkey replay %s\n",
               static_cast<unsigned long long>(plan.seed), (folder / "events").c_str());
  return 1;
}

int run_seeds(uint64_t seed, double seconds) {
  const std::time_t begin = std::time(nullptr);
  int status = 0;
  do {
    const monkey::Plan plan{.seed = seed, .frames = frames_of_a_seed};
    const fs::path folder = folder_of_this() += "-" + std::to_string(seed);
    status |= report(plan, monkey::run(plan, folder), folder);
    ++seed;
  } while (std::difftime(std::time(nullptr), begin) < seconds);
  return status;
}

int shorten(const fs::path& file) {
  constexpr double seconds = 1200;
  const monkey::Plan plan = monkey::load(file);
  const fs::path folder = folder_of_this();
  const monkey::Outcome fault = monkey::run(plan, folder);
  if (fault.fault.empty()) throw std::runtime_error("nothing goes wrong with these events");
  const monkey::Plan shorter = monkey::shortened(plan, fault, folder, seconds);
  fs::path result = file;
  monkey::save(shorter, result += ".short");
  std::printf("%zu events of %zu in %s: %s\n", shorter.events.size(), plan.events.size(),
              result.c_str(), fault.fault.c_str());
  fs::remove_all(folder);
  return 0;
}

int main_of(const std::vector<std::string>& words) {
  if (words.size() == 2 && words[0] == "replay") {
    const monkey::Plan plan = monkey::load(words[1]);
    return report(plan, monkey::run(plan, folder_of_this()), folder_of_this());
  }
  if (words.size() == 2 && words[0] == "shorten") return shorten(words[1]);
  if (words.empty() || words.size() > 2)
    throw std::runtime_error("expected SEED [SECONDS], replay FILE or shorten FILE");
  return run_seeds(std::stoull(words[0]), words.size() == 2 ? std::stod(words[1]) : 0);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return main_of({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    std::fprintf(stderr, "monkey: %s\n", error.what());
    return 1;
  }
}

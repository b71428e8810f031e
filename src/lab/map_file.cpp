#include "lab/map_file.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <fstream>

#include "ik/error.h"
#include "scene/assets.h"
#include "scene/scene_file.h"
#include "scene/suggest.h"

namespace lab {
namespace {

constexpr std::string_view shard_key = "# shard = ", cells_key = "# cells = ";

/// Equal for equal scenes with equal settings (FNV-1a of the scene's file).
std::string fingerprint(const sim::Scene& scene) {
  uint64_t hash = 0xcbf29ce484222325;
  for (const char c : scene::to_toml(scene)) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001b3;
  }
  char text[20];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
  return text;
}

/// What is known of a file before its rows are looked at, and the rows by cell.
struct Part {
  std::filesystem::path file;
  std::vector<std::string> head;  // without the shard's line; the titles are the last
  std::vector<std::string> rows;  // empty: not there
};

[[noreturn]] void refuse(const std::filesystem::path& file, int line, const std::string& what) {
  throw ik::Error(file.string() + ":" + std::to_string(line) + ": " + what);
}

Part read(const std::filesystem::path& file) {
  std::ifstream text(file);
  if (!text) throw ik::Error(file.string() + ": cannot be read; expected a map as CSV");
  Part part{file, {}, {}};
  int number = 0;
  bool titles = false;
  for (std::string line; std::getline(text, line);) {
    ++number;
    if (!titles) {
      if (number == 1 && !line.starts_with("# ikscope map"))
        refuse(file, 1, "this is no map; expected what ikscope-lab map --csv writes");
      titles = !line.starts_with("#");
      if (line.starts_with(cells_key)) {
        constexpr size_t most = size_t{map::most_on_axis} * map::most_on_axis;
        size_t cells = 0;
        std::from_chars(line.data() + cells_key.size(), line.data() + line.size(), cells);
        part.rows.resize(std::min(cells, most));
      }
      if (!line.starts_with(shard_key)) part.head.push_back(line);
      continue;
    }
    if (std::count(line.begin(), line.end(), ',') !=
        std::count(part.head.back().begin(), part.head.back().end(), ','))
      refuse(file, number, "expected as many numbers as there are titles");
    size_t cell = part.rows.size();
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), cell);
    if (error != std::errc() || *end != ',' || cell >= part.rows.size())
      refuse(file, number,
             "expected a row that begins with the number of a cell below " +
                 std::to_string(part.rows.size()));
    if (!part.rows[cell].empty()) refuse(file, number, "cell " + std::to_string(cell) + " again");
    part.rows[cell] = line;
  }
  if (!titles) refuse(file, number, "the file ends before its rows");
  return part;
}

void expect_same_map(const Part& first, const Part& other) {
  for (size_t i = 0; i < std::max(first.head.size(), other.head.size()); ++i) {
    const auto line = [i](const Part& part) {
      return i < part.head.size() ? part.head[i].substr(part.head[i].find_first_not_of("# "))
                                  : std::string("nothing");
    };
    if (line(first) != line(other))
      throw ik::Error(other.file.string() + " is of another map than " + first.file.string() +
                      ": " + line(other) + ", not " + line(first));
  }
}

/// "3, 5 to 9, 12 and 40 more"
std::string list_of_missing(const std::vector<std::string>& rows) {
  constexpr int most = 6;
  std::string text;
  int shown = 0, more = 0;
  for (size_t i = 0; i < rows.size(); ++i) {
    if (!rows[i].empty()) continue;
    const size_t first = i;
    while (i + 1 < rows.size() && rows[i + 1].empty()) ++i;
    if (++shown > most) {
      more += static_cast<int>(i - first) + 1;
      continue;
    }
    text += (shown > 1 ? ", " : "") + std::to_string(first);
    if (i > first) text += " to " + std::to_string(i);
  }
  if (more > 0) text += " and " + std::to_string(more) + " more";
  return text;
}

}  // namespace

std::string map_csv(const map::Result& result, const std::string& scene, map::Part part) {
  const map::Grid& grid = result.grid;
  const sim::Simulation simulation(grid.scene);
  std::string csv = "# ikscope map, version " + std::string(scene::version()) + "\n";
  csv += "# scene = " + scene + "\n# method = " + grid.scene->method + "\n# set =";
  for (const auto& [key, text] : grid.scene->settings) csv.append(" ").append(key + "=" + text);
  csv += "\n# x = " + to_text(grid.x, simulation);
  if (grid.y) csv += "\n# y = " + to_text(*grid.y, simulation);
  csv += "\n# steps = " + std::to_string(grid.steps) +
         "\n# warmup = " + std::to_string(grid.warmup) +
         "\n# fingerprint = " + fingerprint(*grid.scene) + "\n";
  csv.append(cells_key).append(std::to_string(grid.cells())).append("\n");
  if (part.of > 1)
    csv.append(shard_key)
        .append(std::to_string(part.index + 1) + "/" + std::to_string(part.of))
        .append("\n");
  csv += "cell," + grid.x.key + (grid.y ? "," + grid.y->key : "");
  for (const map::Measure& measure : map::measures()) csv.append(",").append(measure.key);
  csv += "\n";
  for (int i = 0; i < grid.cells(); ++i) {
    const map::Cell& cell = result.cells[static_cast<size_t>(i)];
    if (!cell.there) continue;
    csv += std::to_string(i) + "," + scene::shortest(grid.x.value(i % grid.columns()));
    if (grid.y) csv.append(",").append(scene::shortest(grid.y->value(i / grid.columns())));
    for (const map::Measure& measure : map::measures())
      csv.append(",").append(scene::shortest(cell.*measure.of));
    csv += "\n";
  }
  return csv;
}

std::string merged(const std::vector<std::filesystem::path>& files) {
  Part all = read(files.front());
  for (size_t i = 1; i < files.size(); ++i) {
    Part part = read(files[i]);
    expect_same_map(all, part);
    for (size_t cell = 0; cell < all.rows.size(); ++cell) {
      if (part.rows[cell].empty()) continue;
      if (!all.rows[cell].empty() && all.rows[cell] != part.rows[cell])
        throw ik::Error(part.file.string() + ": cell " + std::to_string(cell) +
                        " differs from what a file before says; expected one computation of each");
      all.rows[cell] = std::move(part.rows[cell]);
    }
  }
  if (const std::string missing = list_of_missing(all.rows); !missing.empty())
    throw ik::Error("cells are missing: " + missing + " of " + std::to_string(all.rows.size()) +
                    "; expected the files of all shards");
  std::string csv;
  for (const auto* lines : {&all.head, &all.rows})
    for (const std::string& line : *lines) csv.append(line).append("\n");
  return csv;
}

}  // namespace lab

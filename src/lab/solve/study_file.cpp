// Solves as CSV, and targets read from CSV.

#include <algorithm>

#include "base/digits.h"
#include "base/error.h"
#include "base/text.h"
#include "formats/assets.h"
#include "lab/shard.h"
#include "lab/solve/study.h"

namespace lab {
namespace {

constexpr std::string_view joint_key = "joint ", settings_key = "settings of ";

}  // namespace

std::string study_csv(const Study& study, sweep::Shard part) {
  const SearchLimits& limits = study.limits;
  std::string csv = base::format("# ikscope solve, version {}\n# scene = {}\n# methods = {}\n",
                                 formats::version(), base::printable(study.scene),
                                 base::joined(study.methods, ","));
  for (size_t m = 0; m < study.methods.size(); ++m)
    csv += base::format("# {}{} = {}\n", settings_key, study.methods[m], study.settings[m]);
  csv += base::format(
      "# poses = {}\n# seed = {}\n# tolerance = {}\n# updates = {}\n"
      "# restarts = {}\n# start = {}\n# targets = {}\n# fingerprint = {}\n",
      limits.poses, limits.seed, base::shortest(limits.tolerance), limits.updates, limits.restarts,
      study.start, base::printable(study.targets), study.fingerprint);
  for (size_t j = 0; j < study.joints.size(); ++j)
    csv += base::format("# {}{} = {}\n", joint_key, j, base::printable(study.joints[j]));
  csv += base::format("# cells = {}\n", study.solves.size());
  if (part.count > 1) csv += base::format("# shard = {}/{}\n", part.index + 1, part.count);
  csv += base::format("{}\n", study_titles);
  for (size_t cell = 0; cell < study.solves.size(); ++cell) {
    const Solve& one = study.solves[cell];
    if (!one.is_computed) continue;
    const auto poses = static_cast<size_t>(limits.poses);
    csv += base::format("{},{},{},{},{},{},{},{},{},{},{}\n", cell, study.methods[cell / poses],
                        cell % poses, ik::word(one.ending),
                        one.joint >= 0 ? std::to_string(one.joint) : "", one.updates, one.restarts,
                        base::shortest(one.error), base::shortest(one.max_step),
                        one.within_limits ? 1 : 0, base::decimal(one.us, 3));
  }
  return csv;
}

Solve read_solve(std::string_view columns) {
  const std::vector<std::string_view> cells = base::split(columns, ',');
  if (cells.size() != 8)
    throw base::Error("the row does not have as many numbers as there are titles");
  const auto* ending = std::ranges::find(ik::ending_names, cells[0]);
  if (ending == std::end(ik::ending_names))
    throw base::Error("ending is {}; expected solved, stuck, limit, cycling or slow",
                      base::in_quotes(cells[0]));
  return {
      {.ending = static_cast<ik::Ending>(ending - ik::ending_names),
       .joint = cells[1].empty() ? -1 : static_cast<int>(read_number(cells[1], "joint", 0, 1e6)),
       .updates = static_cast<int>(read_number(cells[2], "updates", 0, 2e9)),
       .restarts = static_cast<int>(read_number(cells[3], "restarts", 0, 2e9)),
       .error = read_number(cells[4], "error"),
       .max_step = read_number(cells[5], "max_step"),
       .within_limits = read_number(cells[6], "limits_kept", 0, 1) == 1},
      true,
      read_number(cells[7], "us")};
}

Study read_study(std::string_view csv) {
  Study study;
  SearchLimits& limits = study.limits;
  const auto whole = [](std::string_view value, const char* key) {
    return static_cast<int64_t>(read_number(value, key, 0, 1e15));
  };
  while (!csv.empty()) {
    std::string_view line = csv.substr(0, csv.find('\n'));
    csv.remove_prefix(std::min(line.size() + 1, csv.size()));
    if (!line.starts_with('#')) {
      if (line == study_titles) continue;
      for (int before = 0; before < 3; ++before) remove_first_column(line);
      study.solves.push_back(read_solve(line));
      continue;
    }
    const size_t equals = line.find(" = ");
    if (equals == line.npos) continue;
    const std::string_view key = line.substr(2, equals - 2);
    const std::string value(line.substr(equals + 3));
    if (key == "scene") study.scene = value;
    if (key == "methods") {
      const std::vector<std::string_view> names = base::split(value, ',');
      study.methods.assign(names.begin(), names.end());
    }
    if (key == "poses") limits.poses = static_cast<int>(whole(value, "poses"));
    if (key == "seed") limits.seed = whole(value, "seed");
    if (key == "tolerance") limits.tolerance = read_number(value, "tolerance");
    if (key == "updates") limits.updates = whole(value, "updates");
    if (key == "restarts") limits.restarts = whole(value, "restarts");
    if (key == "start") study.start = value;
    if (key == "targets") study.targets = value;
    if (key.starts_with(settings_key)) study.settings.push_back(value);
    if (key.starts_with(joint_key)) study.joints.push_back(value);
  }
  if (study.settings.size() != study.methods.size())
    throw base::Error("settings are of {} of {} methods; expected a line \"# {}METHOD = ...\" each",
                      study.settings.size(), study.methods.size(), settings_key);
  for (const Solve& one : study.solves)
    if (one.joint >= static_cast<int>(study.joints.size()))
      throw base::Error("joint is {}; expected the number of one of {}", one.joint,
                        study.joints.size());
  return study;
}

}  // namespace lab

// Solves as CSV, and targets read from CSV.

#include <algorithm>
#include <cmath>

#include "base/digits.h"
#include "base/error.h"
#include "base/text.h"
#include "formats/assets.h"
#include "lab/solve/study.h"

namespace lab {
namespace {

constexpr std::string_view joint_key = "joint ", settings_key = "settings of ";

/// Returns a finite number that is not negative, whole if there is a largest one.
double number_in(std::string_view field, std::string_view title, double most = INFINITY) {
  const double value = base::number(field).value_or(-1);
  const bool whole = std::isinf(most) || value == std::floor(value);
  if (!std::isfinite(value) || value < 0 || value > most || !whole)
    throw base::Error(
        std::string(title) + " is " + base::in_quotes(field) + "; expected a " +
        (std::isinf(most) ? "number from 0 on" : "whole number from 0 to " + base::shortest(most)));
  return value;
}

}  // namespace

std::string study_titles() {
  return "cell,method,pose,ending,joint,updates,restarts,error,max_step,limits_kept,us";
}

std::string study_csv(const Study& study, sweep::Part part) {
  std::string csv = "# ikscope solve, version " + std::string(formats::version());
  const auto say = [&csv](const std::string& key, const std::string& value) {
    csv.append("\n# ").append(key).append(" = ").append(value);
  };
  say("scene", base::printable(study.scene));
  say("methods", base::joined(study.methods, ","));
  for (size_t m = 0; m < study.methods.size(); ++m)
    say(std::string(settings_key) + study.methods[m], study.settings[m]);
  say("poses", std::to_string(study.poses));
  say("seed", std::to_string(study.seed));
  say("tolerance", base::shortest(study.tolerance));
  say("updates", std::to_string(study.updates));
  say("restarts", std::to_string(study.restarts));
  say("start", study.start);
  say("targets", base::printable(study.targets));
  say("fingerprint", study.fingerprint);
  for (size_t j = 0; j < study.joints.size(); ++j)
    say(std::string(joint_key) + std::to_string(j), base::printable(study.joints[j]));
  say("cells", std::to_string(study.solves.size()));
  if (part.of > 1) say("shard", std::to_string(part.index + 1) + "/" + std::to_string(part.of));
  csv += "\n" + study_titles() + "\n";
  for (size_t cell = 0; cell < study.solves.size(); ++cell) {
    const Solve& one = study.solves[cell];
    if (!one.there) continue;
    const auto poses = static_cast<size_t>(study.poses);
    csv += std::to_string(cell) + "," + study.methods[cell / poses] + "," +
           std::to_string(cell % poses) + "," + std::string(ik::word(one.ending)) + "," +
           (one.joint >= 0 ? std::to_string(one.joint) : "") + "," + std::to_string(one.updates) +
           "," + std::to_string(one.restarts) + "," + base::shortest(one.error) + "," +
           base::shortest(one.max_step) + "," + (one.within_limits ? "1" : "0") + "," +
           base::decimal(one.us, 3) + "\n";
  }
  return csv;
}

Solve read_solve(std::string_view row) {
  const std::vector<std::string_view> cells = base::split(row, ',');
  constexpr size_t columns = 11;
  if (cells.size() != columns)
    throw base::Error("the row does not have as many numbers as there are titles");
  const auto* ending = std::ranges::find(ik::ending_names, cells[3]);
  if (ending == std::end(ik::ending_names))
    throw base::Error("ending is " + base::in_quotes(cells[3]) +
                      "; expected solved, stuck, limit, cycling or slow");
  return {{.ending = static_cast<ik::Ending>(ending - ik::ending_names),
           .joint = cells[4].empty() ? -1 : static_cast<int>(number_in(cells[4], "joint", 1e6)),
           .updates = static_cast<int>(number_in(cells[5], "updates", 2e9)),
           .restarts = static_cast<int>(number_in(cells[6], "restarts", 2e9)),
           .error = number_in(cells[7], "error"),
           .max_step = number_in(cells[8], "max_step"),
           .within_limits = number_in(cells[9], "limits_kept", 1) == 1},
          true,
          number_in(cells[10], "us")};
}

Study read_study(std::string_view csv) {
  Study study;
  const auto whole = [](std::string_view value, const char* key) {
    return static_cast<int64_t>(number_in(value, key, 1e15));
  };
  while (!csv.empty()) {
    const std::string_view line = csv.substr(0, csv.find('\n'));
    csv.remove_prefix(std::min(line.size() + 1, csv.size()));
    if (!line.starts_with('#')) {
      if (line != study_titles()) study.solves.push_back(read_solve(line));
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
    if (key == "poses") study.poses = static_cast<int>(whole(value, "poses"));
    if (key == "seed") study.seed = whole(value, "seed");
    if (key == "tolerance") study.tolerance = number_in(value, "tolerance");
    if (key == "updates") study.updates = whole(value, "updates");
    if (key == "restarts") study.restarts = whole(value, "restarts");
    if (key == "start") study.start = value;
    if (key == "targets") study.targets = value;
    if (key.starts_with(settings_key)) study.settings.push_back(value);
    if (key.starts_with(joint_key)) study.joints.push_back(value);
  }
  for (const Solve& one : study.solves)
    if (one.joint >= static_cast<int>(study.joints.size()))
      throw base::Error("joint is " + std::to_string(one.joint) +
                        "; expected the number of one of " + std::to_string(study.joints.size()));
  return study;
}

}  // namespace lab

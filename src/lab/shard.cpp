#include "lab/shard.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <limits>
#include <optional>

#include "base/digits.h"
#include "base/error.h"
#include "base/text.h"

namespace lab {
namespace {

/// The environment variables of a batch system; null: it has none for that.
struct BatchSystem {
  const char *name, *index, *first, *last, *step, *count;
};
constexpr BatchSystem systems[] = {
    {"Slurm", "SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_MAX",
     "SLURM_ARRAY_TASK_STEP", "SLURM_ARRAY_TASK_COUNT"},
    {"Grid Engine", "SGE_TASK_ID", "SGE_TASK_FIRST", "SGE_TASK_LAST", "SGE_TASK_STEPSIZE", nullptr},
    {"LSF", "LSB_JOBINDEX", nullptr, "LSB_JOBINDEX_END", "LSB_JOBINDEX_STEP", nullptr},
    {"PBS", "PBS_ARRAY_INDEX", nullptr, nullptr, nullptr, nullptr},
    {"PBS", "PBS_ARRAYID", nullptr, nullptr, nullptr, nullptr},
};
/// The user's: the number of shards, of which the array computes some or all.
constexpr const char* shards = "IKSCOPE_SHARDS";

std::optional<int> number_of(const std::string& text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return {};
  return value;
}

/// The number in an environment variable; `otherwise` if there is no such variable.
std::optional<int> variable(const char* name, std::optional<int> otherwise = {}) {
  const char* text = name ? std::getenv(name) : nullptr;
  return text ? number_of(text) : otherwise;
}

sweep::Shard from_environment() {
  for (const BatchSystem& system : systems) {
    // LSF's index is 0, Grid Engine's "undefined", where a job is no array.
    const std::optional<int> index = variable(system.index);
    const bool is_lsf = system.index == std::string_view("LSB_JOBINDEX");
    if (!index || (is_lsf && *index == 0)) continue;
    if (const char* text = std::getenv(shards)) {
      const std::optional<int> of = number_of(text);
      if (of && *index >= 1 && *index <= *of) return {*index - 1, *of};
      throw base::Error(
          "--shard auto: {} is {} and {} is {}; expected a task from 1 to the number of shards",
          system.index, *index, shards, base::in_quotes(text));
    }
    if (!system.last)
      throw base::Error(
          "--shard auto: {} says which task of {} this is, not of how many; "
          "expected the number in {} too",
          system.index, system.name, shards);
    const std::optional<int> first = variable(system.first, 1), last = variable(system.last),
                             step = variable(system.step, 1);
    if (first && last && step && *step > 0) {
      const int64_t of = (int64_t{*last} - *first) / *step + 1,
                    number = (int64_t{*index} - *first) / *step;
      const bool even = *first + number * *step == *index && number >= 0 && number < of &&
                        of <= std::numeric_limits<int>::max() &&
                        variable(system.count, static_cast<int>(of)) == of;
      // Tasks 5-7 are some of a larger array's, to be computed again.
      if (even && (*first == 0 || *first == 1 || *first == *step))
        return {static_cast<int>(number), static_cast<int>(of)};
    }
    throw base::Error(
        "--shard auto: the tasks of this array of {} are not evenly numbered from 0 "
        "or 1 on ({} is {}); expected an array such as 1-20, or the number of shards "
        "in {}",
        system.name, system.index, *index, shards);
  }
  throw base::Error(
      "--shard auto: this is no task of a job array; expected SLURM_ARRAY_TASK_ID, SGE_TASK_ID, "
      "LSB_JOBINDEX or PBS_ARRAY_INDEX in the environment, or I/N, such as 2/5");
}

}  // namespace

sweep::Shard parse_shard(const std::string& text) {
  if (text == "auto") return from_environment();
  const size_t slash = std::min(text.find('/'), text.size());
  const std::optional<int> number = number_of(text.substr(0, slash)),
                           of = number_of(text.substr(std::min(slash + 1, text.size())));
  if (!number || !of || *number < 1 || *number > *of)
    throw base::Error(
        "--shard {} is not a shard; expected I/N, such as 2/5, with I from 1 to N, or auto",
        base::in_quotes(text));
  return {*number - 1, *of};
}

sweep::Shard read_shard(const std::string& shard, const std::string& csv, std::string_view does) {
  if (shard.empty()) return {};
  const sweep::Shard part = parse_shard(shard);
  if (part.count > 1 && csv.empty())
    throw base::Error("--shard {} {}, of no use without a file; expected --csv FILE too", shard,
                      does);
  return part;
}

std::string_view remove_first_column(std::string_view& row) {
  const std::string_view column = row.substr(0, row.find(','));
  row.remove_prefix(std::min(row.size(), column.size() + 1));
  return column;
}

double read_number(std::string_view text, std::string_view title, double least, double most,
                   std::string_view whole) {
  const bool any = std::isinf(most);
  const double value = base::number(text).value_or(least - 1);
  if (std::isfinite(value) && value >= least && value <= most &&
      (any || value == std::floor(value)))
    return value;
  throw base::Error("{} is {}; expected {}{} {}", title, base::in_quotes(text),
                    any ? "a number from " : whole, base::shortest(least),
                    any ? "on" : "to " + base::shortest(most));
}

}  // namespace lab

// Choices as CSV: a row per method, with what was measured as JSON.

#include <limits>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/text.h"
#include "files/fnv1a.h"
#include "files/read_text.h"
#include "formats/assets.h"
#include "formats/exports/choice_text.h"
#include "formats/scene/scene_file.h"
#include "ik/methods/method.h"
#include "lab/choose/choose.h"
#include "lab/shard.h"

namespace sweep {
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SolveSummary, poses, solved, mean_updates, median_updates,
                                   mean_restarts, median_us, p99_us, max_step, limits_kept)
}  // namespace sweep

namespace lab {
namespace {

using nlohmann::json;

constexpr std::string_view options_key = "# options = ", fingerprint_key = "# fingerprint = ";

/// Returns a hash of what the numbers depend on beside the options.
std::string fingerprint(const sim::Simulation& start, const ChooseOptions& options) {
  std::string hash = files::fnv1a(formats::to_toml(start.snapshot()));
  if (!options.track.empty())
    hash += files::fnv1a(files::read_text(options.track, {"a track", 200 * files::megabyte}));
  return hash;
}

std::string in_one_line(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

/// JSON has no infinity: it writes null.
double finite_or_infinite(const json& number) {
  return number.is_null() ? std::numeric_limits<double>::infinity() : number.get<double>();
}

std::string measured(const sweep::Candidate& one) {
  json row = json::object();
  if (!one.refusal.empty()) {
    row["refusal"] = one.refusal;
  } else {
    row["settings"] = one.settings;
    row["tuned"] = one.tuned;
    row["behaviour"] = one.behaviour;
    if (one.solves) {
      row["solves"] = *one.solves;
    } else {
      row["outside"] = one.outside;
      for (const sim::Metric& metric : sim::metrics())
        row[std::string(metric.key)] = one.summary.*metric.value;
    }
  }
  return in_one_line(row);
}

/// Returns the rest of the line of the head that begins so.
std::string_view line_of(std::string_view csv, std::string_view key) {
  const size_t begin = csv.find(key);
  if (begin == csv.npos) throw base::Error("there is no line \"{}...\" above the titles", key);
  const std::string_view rest = csv.substr(begin + key.size());
  return rest.substr(0, rest.find('\n'));
}

ChooseOptions parsed(std::string_view words) {
  ChooseOptions options;
  cli::CommandLine line("choose", "", "");
  add_choose_options(line, options);
  try {
    auto texts = json::parse(words).get<std::vector<std::string>>();
    texts.insert(texts.begin(), "choose");
    std::vector<char*> pointers;
    for (std::string& text : texts) pointers.push_back(text.data());
    if (!line.parse(static_cast<int>(pointers.size()), pointers.data())) return options;
  } catch (const json::exception&) {  // the words are no list of texts
  }
  throw base::Error("the options {} are not those of choose", base::in_quotes(words));
}

}  // namespace

std::string choice_csv(const ChooseOptions& options, const sweep::Choice& choice,
                       const sim::Simulation& start, sweep::Shard part) {
  const std::vector<const ik::MethodInfo*> methods = choice.request.all_methods();
  std::string csv =
      base::format("{}, version {}\n# methods = {}\n{}{}\n{}{}\n# cells = {}\n", choice_head,
                   formats::version(), base::joined(base::names_of(methods), ","), options_key,
                   in_one_line(json(formats::choose_words(choice.request, options))),
                   fingerprint_key, fingerprint(start, options), methods.size());
  if (part.count > 1) csv += base::format("# shard = {}/{}\n", part.index + 1, part.count);
  csv += base::format("{}\n", choice_titles);
  for (size_t i = 0; i < methods.size(); ++i)
    for (const sweep::Candidate& one : choice.candidates)
      if (one.method == methods[i])
        csv += base::format("{},{},{}\n", i, one.method->name, measured(one));
  return csv;
}

sweep::Candidate read_candidate(const ik::MethodInfo& method, std::string_view text) {
  sweep::Candidate one{.method = &method};
  try {
    const json row = json::parse(text);
    if (row.contains("refusal")) {
      one.refusal = row.at("refusal").get<std::string>();
      return one;
    }
    row.at("settings").get_to(one.settings);
    row.at("tuned").get_to(one.tuned);
    row.at("behaviour").get_to(one.behaviour);
    if (row.contains("solves")) {
      one.solves = row.at("solves").get<sweep::SolveSummary>();
    } else {
      one.outside = finite_or_infinite(row.at("outside"));
      for (const sim::Metric& metric : sim::metrics())
        one.summary.*metric.value = finite_or_infinite(row.at(std::string(metric.key)));
    }
  } catch (const json::exception&) {
    throw base::Error("measured is {}; expected what ikscope-lab choose --csv writes",
                      base::in_quotes(text));
  }
  return one;
}

sweep::Choice read_choice(std::string_view csv, ChooseOptions& options) {
  options = parsed(line_of(csv, options_key));
  const Prepared prepared = prepare(options);
  const sim::Simulation& start = *prepared.simulation;
  sweep::Choice choice{.request = request_of(options, prepared), .scene = start.scene_ptr()};
  if (line_of(csv, fingerprint_key) != fingerprint(start, options))
    throw base::Error("{} is not what was measured; expected the same scene, joints and track",
                      base::in_quotes(options.scene));
  const std::vector<const ik::MethodInfo*> methods = choice.request.all_methods();
  std::string_view rows = csv.substr(csv.find(choice_titles));
  rows.remove_prefix(rows.find('\n') + 1);
  for (const ik::MethodInfo* method : methods) {
    std::string_view row = rows.substr(0, rows.find('\n'));
    rows.remove_prefix(std::min(row.size() + 1, rows.size()));
    remove_first_column(row);
    remove_first_column(row);
    choice.candidates.push_back(read_candidate(*method, row));
  }
  sweep::rank_candidates(choice);
  return choice;
}

}  // namespace lab

// Writes a choice as a table and as a page.

#include <algorithm>

#include "base/numbers.h"
#include "base/text.h"
#include "files/read_text.h"
#include "formats/assets.h"
#include "formats/exports/choice_text.h"
#include "lab/choose/choose.h"
#include "lab/table.h"
#include "sweep/choose/picture.h"
#include "sweep/picture.h"

namespace lab {
namespace {

std::vector<Table::Column> choice_columns(const sweep::Choice& choice) {
  if (choice.request.solves)
    return {{"", true},   {"method"}, {"solved", true}, {"95 % interval", true}, {"updates", true},
            {"µs", true}, {""},       {"why"}};
  const std::string unit(sim::error_metric().unit_for(*choice.scene->skeleton).name);
  return {{"", true}, {"method"}, {"error, " + unit, true}, {"mrad/step²", true}, {"µs", true},
          {""},       {"why"}};
}

std::vector<std::string> number_cells(const sweep::Choice& choice, const sweep::Candidate& one) {
  if (!one.solves)
    return {base::significant(sim::error_metric().shown(one.summary, *choice.scene->skeleton), 3),
            base::significant(sweep::shown(one.summary.oscillation_mean), 3)};
  const sweep::SolveSummary& sum = *one.solves;
  return {base::percent(sum.share(), 1), sweep::interval_text(sum),
          sum.solved ? base::fixed(sum.mean_updates, 1) : "–"};
}

std::string choice_subject(const sweep::ChoiceRequest& request) {
  if (request.solves)
    return ": each method with its settings for solving, " + base::counted(request.poses, "target");
  return ": each method with its best setting, " + std::to_string(request.steps) + " steps after " +
         std::to_string(request.warmup) + " of warm-up";
}

}  // namespace

std::string choice_text(const ChooseOptions& options, const sweep::Choice& choice) {
  Table table(choice_columns(choice));
  const size_t count = choice.request.solves ? 3 : 2;
  int rank = 0;
  for (const sweep::Candidate& one : choice.candidates) {
    std::vector<std::string> cells{one.meets() ? std::to_string(++rank) : "–",
                                   std::string(one.method->name)};
    const bool measured = one.refusal.empty();
    const std::vector<std::string> values =
        measured ? number_cells(choice, one) : std::vector<std::string>(count, "–");
    cells.insert(cells.end(), values.begin(), values.end());
    cells.push_back(measured ? base::significant(one.us(), 3) : "–");
    cells.emplace_back(one.unbeaten ? "◆" : "");
    std::string why = measured ? one.reason : one.refusal;
    if (one.meets() && !one.weakness.empty()) why += "; weakest in " + one.weakness;
    cells.push_back(why);
    table.row(cells);
  }
  std::string text = base::printable(options.scene) + choice_subject(choice.request) + "\n\n" +
                     table.text(page_width());
  if (std::ranges::any_of(choice.candidates, &sweep::Candidate::unbeaten))
    text += "\n◆ nobody who meets the demands is better in " +
            std::string(choice.request.solves ? "rate, updates and time" : "error, calm and time") +
            "\n";
  const std::string see = formats::see_command(choice, options);
  return text +
         (see.empty() ? "\nNo method meets the demands.\n" : "\nTo see the first:\n" + see + "\n");
}

std::string choice_page(const ChooseOptions& options, const sweep::Choice& choice) {
  std::vector<std::pair<std::string, std::string>> needed;
  const auto add = [&](const std::string& file) {
    needed.emplace_back(file, files::read_text(file, {"a file", 200 * files::megabyte}));
  };
  if (formats::find_scene(options.scene) == std::filesystem::path(options.scene))
    add(options.scene);
  if (!options.track.empty()) add(options.track);
  return sweep::choice_page(choice, {.command = formats::choose_command(choice.request, options),
                                     .see = formats::see_command(choice, options),
                                     .data = formats::choice_json(choice, options),
                                     .files = std::move(needed)});
}

}  // namespace lab

// ikscope-lab choose: which method suits a scene, with which setting, and why.

#include <iostream>

#include "base/error.h"
#include "files/output_file.h"
#include "formats/exports/choice_text.h"
#include "ik/methods/method.h"
#include "lab/choose/choose.h"
#include "lab/progress.h"
#include "lab/shard.h"
#include "lab/subcommand.h"

namespace lab {
namespace {

/// Returns the methods of a part: every one whose number leaves its index over.
std::vector<const ik::MethodInfo*> methods_of(const sweep::ChoiceRequest& request,
                                              sweep::Part part) {
  const std::vector<const ik::MethodInfo*> all = request.all_methods();
  std::vector<const ik::MethodInfo*> methods;
  for (auto i = static_cast<size_t>(part.index); i < all.size(); i += static_cast<size_t>(part.of))
    methods.push_back(all[i]);
  return methods;
}

sweep::Choice chosen(const sim::Simulation& start, const sweep::ChoiceRequest& request, int threads,
                     sweep::Part part) {
  sweep::ChoiceRequest own = request;
  own.methods = methods_of(request, part);
  sweep::Choice choice{.request = request, .scene = start.scene_ptr()};
  if (own.methods.empty()) return choice;  // there are more parts than methods
  const jobs::Priority priority = jobs::Priority::Normal;
  sweep::Chooser chooser(jobs::threads(threads, priority), sweep::computed_here,
                         jobs::threads(threads, priority));
  chooser.begin(start, std::move(own));
  constexpr int whole = 1000;
  Progress progress("methods", whole);
  while (chooser.advance()) {
    wait_a_little();
    progress.set(static_cast<int64_t>(whole * chooser.choice().progress));
  }
  choice.candidates = chooser.choice().candidates;
  return choice;
}

void choose(const ChooseOptions& options) {
  const sweep::Part part = part_of(options.shard, options.csv, "measures some methods");
  if (part.of > 1 && (options.json || !options.html.empty()))
    throw base::Error(
        "--html and --json cannot rank some of the methods; omit --shard, or merge the shards "
        "into a file .html");
  expect_separate(options, {"--csv", options.csv}, {"--html", options.html});
  const Prepared prepared = prepare(options);
  const sim::Simulation& start = *prepared.simulation;
  const sweep::ChoiceRequest request = request_of(options, prepared);
  print_notices(start.scene());
  const auto csv = files::output_to(options.csv), html = files::output_to(options.html);
  const sweep::Choice choice = chosen(start, request, options.threads, part);
  if (csv) csv->write_all(choice_csv(options, choice, start, part));
  if (html) html->write_all(choice_page(options, choice));
  if (part.of > 1) return;
  std::cout << (options.json ? formats::choice_json(choice, options)
                             : choice_text(options, choice));
}

}  // namespace

void declare_choose(base::Registry<Subcommand>& subcommands) {
  subcommands.add({"choose",
                   "Measures every method at its best on a scene, and ranks them with reasons.", 13,
                   declared(add_choose_options, choose)});
}

}  // namespace lab

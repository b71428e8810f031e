// ikscope-lab choose: which method suits a scene, with which setting, and why.

#include <iostream>

#include "base/error.h"
#include "files/output_file.h"
#include "formats/exports/choice_text.h"
#include "ik/methods/method.h"
#include "lab/choose/choose.h"
#include "lab/shard.h"
#include "lab/subcommand.h"

namespace lab {
namespace {

sweep::Choice chosen(const sim::Simulation& start, const sweep::ChoiceRequest& request, int threads,
                     sweep::Shard part) {
  const std::vector<const ik::MethodInfo*> all = request.all_methods();
  sweep::ChoiceRequest own = request;
  own.methods.clear();
  for (auto i = static_cast<size_t>(part.index); i < all.size();
       i += static_cast<size_t>(part.count))
    own.methods.push_back(all[i]);
  sweep::Choice choice{.request = request, .scene = start.scene_ptr()};
  if (own.methods.empty()) return choice;  // there are more parts than methods
  const jobs::Priority priority = jobs::Priority::Normal;
  sweep::Chooser chooser(jobs::threads(threads, priority), sweep::make_cell_runner,
                         jobs::threads(threads, priority));
  chooser.begin(start, std::move(own));
  wait_for(
      "methods", [&] { return chooser.advance(); }, [&] { return chooser.choice().progress; });
  choice.candidates = chooser.choice().candidates;
  return choice;
}

void choose(const ChooseOptions& options) {
  const sweep::Shard part = read_shard(options.shard, options.csv, "measures some methods");
  if (part.count > 1 && (options.json || !options.html.empty()))
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
  if (part.count > 1) return;
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

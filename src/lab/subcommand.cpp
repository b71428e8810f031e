#include "lab/subcommand.h"

#include <algorithm>
#include <memory>

namespace lab {
namespace {

std::vector<const Subcommand*>& registry() {
  static std::vector<const Subcommand*> all;
  return all;
}

}  // namespace

const std::vector<const Subcommand*>& subcommands() { return registry(); }

Registration::Registration(Subcommand subcommand) {
  static std::vector<std::unique_ptr<const Subcommand>> owned;
  owned.push_back(std::make_unique<const Subcommand>(std::move(subcommand)));
  auto& all = registry();
  all.push_back(owned.back().get());
  std::sort(all.begin(), all.end(),
            [](const Subcommand* a, const Subcommand* b) { return a->rank < b->rank; });
}

}  // namespace lab

#include "ik/method.h"

#include <algorithm>
#include <string>

#include "ik/error.h"

namespace ik {
namespace {

/// Filled by the Registration objects of the methods' files before main() begins. Never emptied:
/// Settings point at the tables of parameters.
std::vector<const MethodInfo*>& registry() {
  static std::vector<const MethodInfo*> all;
  return all;
}

}  // namespace

const std::vector<const MethodInfo*>& methods() { return registry(); }

const MethodInfo& find_method(std::string_view name) {
  std::string known;
  for (const MethodInfo* method : methods()) {
    if (method->name == name) return *method;
    known += (known.empty() ? "" : ", ") + std::string(method->name);
  }
  throw Error("there is no method \"" + std::string(name) + "\"; there are " + known);
}

Registration::Registration(MethodInfo info) {
  static std::vector<std::unique_ptr<const MethodInfo>> owned;
  owned.push_back(std::make_unique<const MethodInfo>(std::move(info)));
  auto& all = registry();
  all.push_back(owned.back().get());
  std::sort(all.begin(), all.end(),
            [](const MethodInfo* a, const MethodInfo* b) { return a->rank < b->rank; });
}

}  // namespace ik

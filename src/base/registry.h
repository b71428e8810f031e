#pragma once
#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/text.h"

namespace base {

/// Things of one kind that add themselves from their own files (methods, motions, ...): a new file
/// needs no edit elsewhere. T has a `name`, may have a `rank` that orders them (else the name
/// does), and a `static constexpr std::string_view kind`, the word for it in a sentence.
template <class T>
class Registry {
 public:
  static const std::vector<const T*>& all() { return instance().ordered_; }

  /// Throws Error naming those there are.
  static const T& find(std::string_view name) {
    std::string known;
    for (const T* entry : all()) {
      if (entry->name == name) return *entry;
      known += (known.empty() ? "" : ", ") + std::string(entry->name);
    }
    throw Error("there is no " + std::string(T::kind) + " " + in_quotes(name) + "; there are " +
                known);
  }

  /// Never removed: others may point at an entry for as long as the program runs.
  static void add(T entry) {
    Registry& registry = instance();
    registry.owned_.push_back(std::make_unique<const T>(std::move(entry)));
    registry.ordered_.push_back(registry.owned_.back().get());
    std::sort(registry.ordered_.begin(), registry.ordered_.end(), [](const T* a, const T* b) {
      if constexpr (requires { a->rank; })
        return a->rank < b->rank;
      else
        return a->name < b->name;
    });
  }

 private:
  static Registry& instance() {
    static Registry registry;
    return registry;
  }

  std::vector<std::unique_ptr<const T>> owned_;
  std::vector<const T*> ordered_;
};

/// `const Registered<T> registered_NAME{{...}};` in a file's unnamed namespace adds an entry before
/// main() begins.
template <class T>
struct Registered {
  explicit Registered(T entry) { Registry<T>::add(std::move(entry)); }
};

}  // namespace base

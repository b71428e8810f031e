#pragma once
#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/text.h"

namespace base {

/// The entries of one kind (methods, motions, ...), each declared in its own file by a function
///   void declare_FILE(base::Registry<T>& all) { all.add({...}); }
/// beside T. CMake's ikscope_registry() lists the files of a folder in declare_all(Registry<T>&),
/// so that a new file needs no edit elsewhere and no linker leaves one out. T has a `name`, may
/// have a `rank` that orders them (else the name does), and a `static constexpr std::string_view
/// kind`, the word for it in a sentence.
template <class T>
class Registry {
 public:
  /// Is filled at the first call, not before main(): by then what declarations refer to exists.
  static Registry& instance() {
    static Registry registry;
    return registry;
  }

  static const std::vector<const T*>& all() { return instance().ordered_; }

  /// Returns the entry of this name. Throws Error listing the known ones.
  static const T& find(std::string_view name) {
    for (const T* entry : all())
      if (entry->name == name) return *entry;
    throw Error("there is no {} {}; there are {}", T::kind, in_quotes(name),
                joined(names_of(all())));
  }

  /// Adds an entry for good: pointers to it stay valid.
  void add(T entry) {
    owned_.push_back(std::make_unique<const T>(std::move(entry)));
    ordered_.push_back(owned_.back().get());
    std::sort(ordered_.begin(), ordered_.end(), [](const T* a, const T* b) {
      if constexpr (requires { a->rank; })
        return a->rank < b->rank;
      else
        return a->name < b->name;
    });
  }

 private:
  Registry() { declare_all(*this); }

  std::vector<std::unique_ptr<const T>> owned_;
  std::vector<const T*> ordered_;
};

}  // namespace base

#pragma once
#include <cstdint>
#include <functional>
#include <string>

#include "fuzz/reader.h"

namespace fuzz {

/// How a reader has done.
struct Outcome {
  int64_t accepted = 0, refused = 0;
  std::string fault = {};  ///< what went wrong, empty if nothing
  std::string text = {};   ///< with which text
};

/// Reads one text after another in a process of its own, until `next` has no more: whatever becomes
/// of that process, the text is known. More than 20 s or 4 GB for a text are faults as well.
Outcome watch(const Reader& reader,
              const std::function<bool(std::string& text, bool accepted)>& next);

/// What faults of one kind have in common: what is said before anything of the text is quoted.
std::string kind_of(const std::string& fault);

/// A shorter text with which the same goes wrong, found within some seconds.
std::string shortened(const Reader& reader, const Outcome& fault, double seconds);

}  // namespace fuzz

// The same for libFuzzer, which looks for texts that reach new code. The reader is the one that
// $IKSCOPE_READER names.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "fuzz/mutator.h"
#include "fuzz/reader.h"

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t most);

namespace {

const fuzz::Reader& reader() {
  static const fuzz::Reader* const found = [] {
    const char* name = std::getenv("IKSCOPE_READER");
    for (const fuzz::Reader& one : fuzz::readers())
      if (name && one.name == name) return &one;
    std::fprintf(stderr, "IKSCOPE_READER names none of the readers\n");
    std::exit(1);
  }();
  return *found;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  fuzz::accepts(reader(), std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t most, unsigned seed) {
  if (seed % 4 == 0) return LLVMFuzzerMutate(data, size, most);
  static fuzz::Mutator mutator(reader().texts(), fuzz::known_words(), seed);
  const std::string text =
      mutator.spoiled(std::string(reinterpret_cast<const char*>(data), size), most);
  std::copy(text.begin(), text.end(), data);
  return text.size();
}

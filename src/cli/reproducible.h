#pragma once

namespace cli {

constexpr const char* reproducible_option = "--reproducible";

/// Restricts ik and the C library's mathematics to the instructions of every x86-64 processor if
/// --reproducible is among the words, or IKSCOPE_REPRODUCIBLE is set and not empty, so that results
/// are the same bits on all of them. The loader chooses the instructions before main(), so the
/// program restarts itself; the function returns if that is unnecessary, as on other processors.
/// Throws base::Error if this build or the loader does not support it.
void use_common_instructions(int count, char** words);

}  // namespace cli

#pragma once

namespace cli {

constexpr const char* reproducible_option = "--reproducible";

/// If --reproducible is among the words, or IKSCOPE_REPRODUCIBLE is in the environment and not
/// empty, sees to it that ik and the C library's mathematics use no instructions but those of every
/// x86-64 processor, so that the results are the same bits on all of them. The loader chooses
/// before main(), so the program starts anew; this returns where it need not, as on other
/// processors. Throws base::Error if this build or the loader cannot do that.
void use_common_instructions(int count, char** words);

}  // namespace cli

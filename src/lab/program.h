#pragma once

namespace lab {

/// Runs ikscope-lab, which measures scenes without a window. Returns the exit code: 0, 1 after an
/// error (one sentence on stderr), 130 after Ctrl+C, 141 if its output is closed.
int run_program(int count, char** words);

}  // namespace lab

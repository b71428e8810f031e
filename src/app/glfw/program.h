#pragma once

namespace app {

/// Runs the window program with these words; returns its exit code.
int run_program(int argc, char** argv);

}  // namespace app

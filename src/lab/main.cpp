// ikscope-lab measures scenes without a window. Its exit code is 0, 1 after an error (one sentence
// on stderr), 130 after Ctrl+C, 141 if its output is closed.

#include <csignal>
#include <iostream>
#include <new>

#include "base/text.h"
#include "cli/interrupt.h"
#include "cli/reproducible.h"
#include "formats/assets.h"
#include "lab/subcommand.h"

namespace lab {
namespace {

constexpr const char* name = "ikscope-lab";

int fail(std::string_view sentence, int code = 1) {
  std::cerr << name << ": " << base::printable(sentence) << "\n";
  return code;
}

int run(int count, char** words) {
  cli::CommandLine line(name, "Measures methods of inverse kinematics on scenes, without a window.",
                        std::string(formats::version()));
  std::function<int()> work;
  for (const Subcommand* subcommand : base::Registry<Subcommand>::all()) {
    cli::CommandLine part = line.add_subcommand(subcommand->name, subcommand->description);
    part.when_chosen([&work, run = subcommand->declare(part)] { work = run; });
  }
  if (const std::optional<int> code = line.parse(count, words)) return *code;
  const int code = work();
  std::cout.flush();
  if (std::cout) return code;
  return cli::interrupted_by() == SIGPIPE ? 128 + SIGPIPE
                                          : fail("standard output cannot be written");
}

int fail_as(const std::exception& error) {
  if (cli::interrupted_by() == SIGPIPE) return 128 + SIGPIPE;  // the output was closed
  if (cli::interrupted_by() != 0)
    return fail("interrupted; no file was written", 128 + cli::interrupted_by());
  if (dynamic_cast<const std::bad_alloc*>(&error) || dynamic_cast<const std::length_error*>(&error))
    return fail("there is not enough memory for this; try fewer --steps, bodies or values");
  return fail(error.what());
}

}  // namespace
}  // namespace lab

int main(int count, char** words) {
  cli::watch_interrupts();
  try {
    cli::use_common_instructions(count, words);
    return lab::run(count, words);
  } catch (const std::exception& error) {
    return lab::fail_as(error);
  }
}

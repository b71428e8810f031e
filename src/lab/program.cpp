#include "lab/program.h"

#include <CLI/CLI.hpp>
#include <iostream>
#include <new>

#include "ik/error.h"
#include "lab/interrupt.h"
#include "lab/subcommand.h"
#include "scene/assets.h"

namespace lab {
namespace {

constexpr const char* name = "ikscope-lab";

int fail(std::string_view sentence, int code = 1) {
  std::cerr << name << ": " << sentence << "\n";
  return code;
}

int run(int count, char** words) {
  CLI::App app("Measures methods of inverse kinematics on scenes, without a window.", name);
  app.set_version_flag("--version", std::string(name) + " " + std::string(scene::version()));
  app.require_subcommand(1);
  std::function<int()> work;
  for (const Subcommand* subcommand : ik::Registry<Subcommand>::all()) {
    CLI::App* part = app.add_subcommand(subcommand->name, subcommand->description);
    part->callback([&work, run = subcommand->declare(*part)] { work = run; });
  }
  try {
    app.parse(count, words);
  } catch (const CLI::Success& success) {  // --help, --version
    return app.exit(success);
  } catch (const CLI::ParseError& error) {
    return fail(std::string(error.what()) + "; see " + name + " --help");
  }
  const int code = work();
  std::cout.flush();
  return std::cout ? code : fail("standard output cannot be written");
}

}  // namespace

int run_program(int count, char** words) {
  watch_interrupts();
  try {
    return run(count, words);
  } catch (const Interrupted&) {
    return fail("interrupted; no file was written", 130);
  } catch (const std::bad_alloc&) {
    return fail("there is not enough memory for this run; try fewer --steps");
  } catch (const std::exception& error) {
    return fail(error.what());
  }
}

}  // namespace lab

#include "lab/program.h"

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
  CommandLine line(name, "Measures methods of inverse kinematics on scenes, without a window.",
                   std::string(scene::version()));
  line.refuse_in_one_sentence();
  std::function<int()> work;
  for (const Subcommand* subcommand : ik::Registry<Subcommand>::all()) {
    CommandLine part = line.subcommand(subcommand->name, subcommand->description);
    part.when_chosen([&work, run = subcommand->declare(part)] { work = run; });
  }
  if (const std::optional<int> code = line.parse(count, words)) return *code;
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

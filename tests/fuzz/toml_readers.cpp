// Scenes, sessions and lessons.

#include "fuzz/toml_readers.h"

#include <chrono>

#include "base/error.h"
#include "formats/assets.h"
#include "formats/lesson_file.h"
#include "formats/scene/scene_file.h"
#include "formats/session_file.h"
#include "fuzz/checks.h"
#include "lessons/course.h"
#include "sim/session.h"

namespace fuzz {
namespace {

const std::string source = "fuzz.toml";

/// What the reader makes of a text; what it says says where.
template <class Read>
auto read_from(Read read, const std::string& text) {
  try {
    return read(text, source);
  } catch (const base::Error& error) {
    check_location(error.what(), source);
    throw;
  }
}

/// One of each command, and a few that are refused.
constexpr std::string_view all_commands = R"(
[[command]]
at = 0
run = 0
do = "choose"
name = "sdls"
[[command]]
at = 1
run = 0
do = "set"
key = "target_speed"
value = 2
[[command]]
at = 1
run = 0
do = "set-several"
keys = ["target_amplitude", "target_speed"]
values = [0.5, 1]
[[command]]
at = 2
run = 0
do = "add-run"
[[command]]
at = 2
run = 1
do = "choose"
name = "dls"
[[command]]
at = 3
run = 1
do = "hold"
target = 0
position = [1, 2, 0.5]
[[command]]
at = 4
run = 0
do = "release"
target = 0
to = "swing"
[[command]]
at = 5
run = 0
do = "obstacle"
index = -1
name = "ball"
shape = "sphere"
position = [1, 1, 0]
size = [0.5, 0, 0]
axis = [0, 1, 0]
[[command]]
at = 6
run = 0
do = "rest"
joint = 0
value = 0.3
[[command]]
at = 6
run = 0
do = "priority"
order = [1, 0]
[[command]]
at = 7
run = 0
do = "keep-path"
name = "way"
target = 0
interval = 0.02
points = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]
[[command]]
at = 8
run = 0
do = "follow-path"
name = "way"
[[command]]
at = 9
run = 0
do = "forget-path"
name = "way"
[[command]]
at = 10
run = 0
do = "undo"
[[command]]
at = 10
run = 0
do = "redo"
[[command]]
at = 11
run = 0
do = "reset"
key = "target_speed"
[[command]]
at = 12
run = 0
do = "perturb"
[[command]]
at = 12
run = 0
do = "set"
key = "bodies"
value = 3
[[command]]
at = 13
run = 0
do = "restart"
[[command]]
at = 14
run = 0
do = "reset-all"
[[command]]
at = 15
run = 0
do = "remove-obstacle"
index = 0
[[command]]
at = 16
run = 1
do = "remove-run"
)";

double now() {
  using namespace std::chrono;
  return duration<double>(steady_clock::now().time_since_epoch()).count();
}

/// The first steps of a session, as many as there is time for; how many that was.
int play(sim::Session& session, std::vector<sim::LoggedCommand> commands, int steps) {
  constexpr double time_budget = 0.3;  // s
  const double begin = now();
  session.play(std::move(commands));
  int step = 0;
  while (step < steps && now() - begin < time_budget && !is_large(session.simulation())) {
    session.advance(1 / sim::Clock::steps_per_second);
    ++step;
    check_finite(session.simulation());
    for (const std::string& message : session.take_messages()) check_sentence(message);
  }
  return step;
}

void check_session(const formats::SessionFile& file, int steps) {
  sim::Session session{sim::Simulation(file.scene)};
  const int done = play(session, file.commands, steps);
  const formats::SessionFile played = formats::session_of(session.timeline());
  formats::SessionFile read;
  const std::string text = formats::to_toml(played);
  try {
    read = formats::parse_session(text, "written.toml");
  } catch (const base::Error& error) {
    throw Fault(std::string("the session that was written is refused: ") + error.what() + "\n" +
                text);
  }
  sim::Session again{sim::Simulation(read.scene)};
  if (play(again, read.commands, done) < done || is_large(session.simulation())) return;
  expect(again.simulation().run().solver().pose().theta ==
             session.simulation().run().solver().pose().theta,
         "the session that was written plays otherwise\n" + text);
}

}  // namespace

std::vector<std::string> scene_texts() {
  std::vector<std::string> texts;
  for (const std::string& name : formats::scene_names())
    if (const auto file = formats::find_scene(name); file.extension() == ".toml")
      texts.push_back(contents(file));
  return texts;
}

std::vector<std::string> session_texts() {
  std::vector<std::string> texts;
  for (const char* name : {"y", "double-y", "vehicle-arm", "snu-four", "ball-chain"})
    texts.push_back(contents(formats::find_scene(name)).append(all_commands));
  texts.push_back("name = \"like\"\nlike = \"y\"\nsteps = 40\n");
  texts.back().append(all_commands);
  return texts;
}

std::vector<std::string> lesson_texts() {
  std::vector<std::string> texts;
  for (const std::string& name : formats::lesson_names())
    texts.push_back(contents(formats::find_lesson(name)));
  return texts;
}

void read_scene(const std::string& text) {
  const auto scene = read_from([](const auto&... given) { return formats::parse(given...); }, text);
  check_scene(*scene);
  check_run(scene);
}

void read_session(const std::string& text) {
  constexpr int steps = 20;
  const formats::SessionFile file = read_from(formats::parse_session, text);
  const std::string written = formats::to_toml(file);
  expect(formats::to_toml(formats::parse_session(written, "written.toml")) == written,
         "another session is read than was written\n" + written);
  check_session(file, steps);
}

void read_lesson(const std::string& text) {
  constexpr int steps = 4;
  const auto lesson =
      read_from([](std::string_view toml,
                   const std::string& name) { return formats::parse_lesson(toml, name); },
                text);
  lessons::Course course(lesson);
  for (int i = 0; i < static_cast<int>(lesson->steps.size()); ++i) {
    course.go_to(i);
    sim::Session session{sim::Simulation(course.scene(i))};
    session.on_step([&](const sim::Simulation& simulation) { course.observe(simulation); });
    if (const auto& task = course.step().task)
      play(session, task->solution, steps);
    else
      play(session, {}, steps);
    for (const lessons::Course::State& state : course.states()) check_sentence(state.text);
    course.answer(0);
  }
  course.is_ready();
}

}  // namespace fuzz

// What ikscope-lab says of the methods, and the documentation made of it.

#include <algorithm>
#include <cmath>
#include <regex>

#include "base/numbers.h"
#include "files/read_text.h"
#include "formats/assets.h"
#include "formats/moments/moment.h"
#include "formats/scene/read_scene.h"
#include "ik/search/problem_sampler.h"
#include "lab/support.h"
#include "meshes/mesh_file.h"
#include "sim/session.h"
#include "sim/solving.h"
#include "sim/why/pose_search.h"
#include "sim/why/trial.h"
#include "sim/why/window.h"
#include "sim/world/limits.h"
#include "sim/world/recorded_path.h"
#include "sweep/grid.h"

namespace {

using Pages = test::Lab;

std::string document(const std::string& name) {
  return test::contents(std::string(IKSCOPE_SOURCE_DIR) + "/docs/" + name);
}

TEST_F(Pages, ArePrintedByTheProgram) {
  for (const std::string name : {"methods", "scenes", "lessons"}) {
    EXPECT_EQ(succeed(name), document(name + ".md"))
        << "ikscope-lab " << name << " > docs/" << name << ".md mends it";
  }
}

TEST_F(Pages, HaveTheKeysOfFilesAsTheyAreDeclared) {
  for (const std::string name : {"scene-format", "films", "writing-lessons"}) {
    const std::filesystem::path copy = folder_ / (name + ".md");
    std::ofstream(copy) << document(name + ".md");
    succeed("keys " + copy.string());
    EXPECT_EQ(test::contents(copy), document(name + ".md"))
        << "ikscope-lab keys docs/" << name << ".md mends it";
  }
}

/// Every # of a sentence is one of the numbers, in order, which are those of the code.
struct Sentence {
  const char *page, *text;
  std::vector<double> numbers;
};

TEST_F(Pages, NameTheLimitsOfTheProgram) {
  using sim::why::PoseSearch, sim::why::Trial, sim::why::Window;
  const auto megabytes = [](const files::Kind& kind) {
    return static_cast<double>(kind.most_bytes / files::megabyte);
  };
  const auto text_of = [](double number) {
    return number == std::floor(number) ? std::to_string(std::llround(number))
                                        : base::short_number(number);
  };
  const std::filesystem::directory_iterator verdicts(IKSCOPE_SOURCE_DIR "/tests/data/verdict");
  const auto situations = std::ranges::count_if(
      verdicts, [](const auto& one) { return one.path().extension() == ".toml"; });
  const Sentence sentences[] = {
      {"bodies", "at most # joints and coordinates", {formats::max_joints}},
      {"bodies", "and # MB.", {megabytes(files::motion)}},
      {"bodies",
       "larger than # MB or has more than # triangles",
       {megabytes(files::mesh), meshes::max_triangles}},
      {"bodies",
       "at most # GB of memory and # s per file",
       {meshes::max_gigabytes, meshes::max_seconds}},
      {"diagnosis", "a *window* of the last # steps", {Window::length}},
      {"diagnosis", "until # steps have passed", {Window::length + Window::settling_steps}},
      {"diagnosis", "It runs # steps", {Trial::late}},
      {"diagnosis", "It ends after # steps if", {Trial::soon}},
      {"diagnosis", "its trial continues to # steps", {Trial::later}},
      {"diagnosis",
       "up to # random poses",
       {static_cast<double>(sim::why::PoseProblem().random_starts)}},
      {"diagnosis", "a body with # joints or more", {PoseSearch::many_joints}},
      {"diagnosis", "has # situations", {static_cast<double>(situations)}},
      {"links",
       "in seconds at speed 1 since the scene was opened; at most #",
       {formats::max_link_seconds}},
      {"map",
       "over # steps, after a warm-up of #.",
       {static_cast<double>(sweep::Grid().steps), static_cast<double>(sweep::Grid().warmup)}},
      {"scene-format", "Names have 1 to # characters", {sim::max_name}},
      {"scene-format",
       "At most # joints (a ball counts as one), # effectors, # links and solids each, # MB",
       {formats::max_joints, formats::max_effectors, formats::max_links, megabytes(files::scene)}},
      {"scene-format", "tables, at most #.", {formats::max_loops}},
      {"scene-format", "At most # targets.", {formats::max_effectors}},
      {"scene-format", "take them into account. At most #.", {sim::max_obstacles}},
      {"scene-format", "Saved drags are paths, at most #:", {sim::max_recorded_paths}},
      {"scene-format", "| 2 to # |", {sim::max_path_points}},
      {"solving", "more than # rad from home", {ik::near_by}},
      {"window", "the last # of the other branches", {sim::Timeline::max_branches}},
      {"window", "**Ctrl+1** to **#** select a run", {sim::max_runs}},
      {"window",
       "The speed ranges from 1/# to #.",
       {1 / sim::Clock::min_speed, sim::Clock::max_speed}},
      {"window", "its # attempts", {sim::Solving::max_attempts}},
  };
  for (const auto& [page, text, numbers] : sentences) {
    std::string expected;
    size_t next = 0;
    for (const char* c = text; *c; ++c)
      if (*c == '#')
        expected += text_of(numbers.at(next++));
      else
        expected += *c;
    std::string there = document(std::string(page) + ".md");
    there = std::regex_replace(there, std::regex("\\s+"), " ");
    std::erase(there, ',');
    std::erase(expected, ',');
    EXPECT_TRUE(test::has(there, expected)) << page << ".md";
  }
}

TEST_F(Pages, EverySceneHasAPicture) {
  for (const std::string& name : formats::scene_names())
    EXPECT_TRUE(document("pictures/scenes/" + name + ".png").starts_with("\x89PNG"))
        << name << ": scripts/pictures makes it";
}

}  // namespace

// Every step of every lesson as a student and a class see it, at the size of a projector.

#include <gtest/gtest.h>

#include <set>

#include "formats/assets.h"
#include "formats/lesson_file.h"
#include "ui/kit/scale.h"
#include "ui/lesson_view.h"
#include "ui/stage.h"
#include "ui_harness.h"

namespace {

using test::UiHarness;
using Kind = lessons::Spot::Kind;

constexpr float width = 1280, height = 720;

std::shared_ptr<const lessons::Lesson> load(const std::string& name) {
  const lessons::WindowTerms window{ui::options::table(), ui::spots()};
  return formats::load_lesson(formats::find_lesson(name), &window);
}

const std::vector<ui::LessonEntry>& entries() {
  static const std::vector<ui::LessonEntry> all = [] {
    std::vector<ui::LessonEntry> some;
    for (const std::string& one : formats::lesson_names())
      some.push_back({one, load(one)->title, ""});
    return some;
  }();
  return all;
}

/// A desk, or the stage, with a lesson; what a step shows is shown as the program does.
struct Room : UiHarness {
  Room(const std::string& name, bool is_presenting)
      : UiHarness({width, height}, load(name)->steps[0].scene), stage(is_presenting) {
    context.lessons = entries();
    course.emplace(load(name));
    set_scale(stage ? ui::presented_scale(1, true, height) : 1);
    go(0);
  }
  const lessons::Step& step() const { return course->step(); }
  int steps() const { return static_cast<int>(course->lesson().steps.size()); }
  const ui::LessonStrip& strip() const { return ui.state().lesson; }
  const ui::Layout& layout() const { return ui.state().layout; }

  void go(int index) {
    const auto& scene = course->scene(index);
    if (index == 0 || step_has_scene(index)) {
      session = std::make_unique<sim::Session>(sim::Simulation(scene));
      session->on_step([this](const sim::Simulation& simulation) { course->observe(simulation); });
      diagnosis.emplace(*scene->skeleton);
      context.diagnosis = &*diagnosis;
    }
    course->go_to(index);
    options = base::Settings(ui::options::table());
    options.set("presenter", stage);
    set(ui::view_of(*course));
    run(20);
    frames(8);
  }
  bool step_has_scene(int index) const {
    return course->lesson().steps[static_cast<size_t>(index)].scene != nullptr;
  }
  std::string where() const {
    return course->lesson().name + " step " + std::to_string(course->index() + 1) +
           (stage ? " on the stage" : "") + (strip().page > 0 ? ", exercise" : "");
  }
  /// Neither text nor exercise is cut: there is nothing to scroll.
  void expect_all_in_sight(const char* when) {
    frames(3);
    int parts = 0;
    for (const char* part : {"lesson/story", "lesson/question", "lesson/task"})
      if (const ImGuiWindow* one = window(part); one && one->WasActive) {
        ++parts;
        EXPECT_EQ(one->ScrollMax.y, 0) << where() << ": " << part << " " << when;
      }
    EXPECT_GT(parts, 0) << where();
  }

  bool stage;
  std::optional<sim::why::Diagnosis> diagnosis;
};

class EveryLesson : public testing::TestWithParam<std::tuple<std::string, bool>> {
 protected:
  /// What can be there is: panels of the right column, the numbers, the parameter.
  void expect_on_stage(const std::string& panel, float em) {
    const ui::Layout& layout = room.layout();
    if (!ui::options_presenting(panel).empty()) {
      EXPECT_GE(layout.plots.height, height - 1) << room.where();
      EXPECT_GE(layout.plots.width, width / 3) << room.where();
    }
    EXPECT_TRUE(panel != "diagnosis" || layout.diagnosis.width >= 20 * em) << room.where();
    const bool numbers = layout.numbers.height >= 4 * em;
    EXPECT_TRUE(panel != "numbers" || numbers) << room.where();
    EXPECT_TRUE(panel != "parameters" || room.shown("control")) << room.where();
  }

  Room room{std::get<0>(GetParam()), std::get<1>(GetParam())};
};

TEST_P(EveryLesson, HasRoomForTextBodyAndWhatItPointsAt) {
  for (int i = 0; i < room.steps(); ++i) {
    room.go(i);
    const ui::Layout& layout = room.layout();
    EXPECT_LE(layout.lesson.width, width / 4) << room.where();
    EXPECT_GE(layout.body.height, height / 2) << room.where();
    EXPECT_GE(layout.body.width, width / 4) << room.where();
    const float em = ui::em(room.ui.state().look);
    std::set<std::string> panels;
    for (const lessons::Spot& spot : room.step().look_at)
      if (spot.kind == Kind::Panel) panels.insert(spot.panel);
    if (room.stage) {
      for (const std::string& panel : panels) expect_on_stage(panel, em);
      continue;
    }
    EXPECT_EQ(room.strip().framed.size(), panels.size()) << room.where();
    for (const auto& [rect, seen] : room.strip().framed) {
      EXPECT_GE(rect.y, -1) << room.where();
      EXPECT_LE(rect.x + rect.width, width + 1) << room.where();
      // The row of the task's parameter comes first where there is no room for both.
      const float most = room.strip().marked.empty() ? 11 * em : 5 * em;
      EXPECT_GE(seen.height, std::min(rect.height, most) - 0.5f * em)
          << room.where() << " " << rect.y;
      EXPECT_GE(std::min(rect.width, seen.height), 3.5f * em) << room.where();
    }
  }
}

/// The rows of the parameters that a task is done with, when it comes to them: after the commands
/// of its solution before, which may choose the method that has them.
TEST_P(EveryLesson, ScrollsToTheParametersOfItsTasks) {
  if (room.stage) return;  // there the large slider is the parameter
  for (int i = 0; i < room.steps(); ++i) {
    room.go(i);
    if (!room.step().task) continue;
    for (const sim::LoggedCommand& one : room.step().task->solution) {
      if (const auto* set = std::get_if<sim::SetParameter>(&one.command)) {
        const auto& rows = room.strip().marked;
        ASSERT_FALSE(rows.empty()) << room.where() << " " << set->key;
        const bool whole = std::ranges::any_of(
            rows, [](const ui::PointedAt& row) { return row.seen.height >= row.whole.height - 1; });
        EXPECT_TRUE(whole) << room.where() << " " << set->key << ", below the fold";
      }
      room.session->post(one.command);
      room.run(2);
      room.frames(8);
    }
  }
}

/// Where a task is about the targets, the method's parameters do not push them out of sight.
TEST(LessonOnTargets, ShowsNoParametersOfTheMethod) {
  Room room("lag", false);
  EXPECT_TRUE(room.find("controls/settings", {"Targets"}));
  EXPECT_TRUE(room.find("controls/settings", {"target_speed", "slider"}));
  EXPECT_FALSE(room.find("controls/settings", {"Parameters"}));
}

/// A student who needs help with the tasks; one who does them: tests/app/lessons_by_mouse_test.cpp
/// and lessons_by_keys_test.py.
TEST_P(EveryLesson, IsWalkedByItsButtons) {
  const auto clicked = [&](std::initializer_list<const char*> buttons) {
    for (const char* part : {"lesson/question", "lesson/task", "lesson"})
      for (const char* button : buttons)
        if (room.shown(part) && room.click_on(part, {button})) {
          room.frames(2);
          return true;
        }
    return false;
  };
  const auto turn_to = [&](const std::string& button) {  // on the stage an exercise has pages
    for (int page = 0; page < 3; ++page)
      if (clicked({button.c_str()}) || !clicked({"Question", "Try it"})) break;
  };
  for (int i = 0; i < room.steps(); ++i) {
    room.go(i);
    const lessons::Step& step = room.step();
    if (step.question) {
      turn_to("answer " + std::to_string(step.question->right));
      EXPECT_EQ(room.course->answer_index(), step.question->right) << room.where();
    }
    if (step.task) {
      const size_t before = room.acted.size();
      turn_to("Do it for me");
      ASSERT_EQ(room.acted.size(), before + 1) << room.where();
      EXPECT_EQ(room.acted.back(), ui::Action::DoTask);
    }
    if (i + 1 == room.steps()) break;
    turn_to("Next");
    ASSERT_EQ(room.course->index(), i + 1) << room.where();
  }
}

/// The text, the question with its reply to each answer, the task with its hint.
TEST_P(EveryLesson, CutsNoText) {
  for (int i = 0; i < room.steps(); ++i) {
    room.go(i);
    room.expect_all_in_sight("at first");
    while (room.strip().page + 1 < room.strip().pages) {
      room.key({ui::key::page_down});
      room.expect_all_in_sight("at first");
    }
    if (room.step().question)
      for (size_t answer = 0; answer < room.step().question->answers.size(); ++answer) {
        room.key({'1' + static_cast<int>(answer), false, false, true});
        room.expect_all_in_sight("answered");
      }
    if (!room.step().task) continue;
    room.key({'H', false, true});
    room.expect_all_in_sight("with the hint");
  }
}

INSTANTIATE_TEST_SUITE_P(Lessons, EveryLesson,
                         testing::Combine(testing::ValuesIn(formats::lesson_names()),
                                          testing::Bool()),
                         [](const auto& one) {
                           std::string name = std::get<0>(one.param);
                           std::erase(name, '-');
                           return name + (std::get<1>(one.param) ? "OnStage" : "");
                         });

}  // namespace

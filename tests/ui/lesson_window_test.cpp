// Each step of every lesson in a window of a beamer's size, as a student sees it.

#include <gtest/gtest.h>

#include "formats/assets.h"
#include "formats/lesson_file.h"
#include "ui/lesson_view.h"
#include "ui/stage.h"
#include "ui_harness.h"

namespace {

using test::UiHarness;

std::shared_ptr<const lessons::Lesson> load(const std::string& name) {
  const lessons::WindowTerms window{ui::options::table(), ui::spots()};
  return formats::load_lesson(formats::find_lesson(name), &window);
}

/// A step as the window opens it: its scene, what it shows and folds.
struct Opened : UiHarness {
  Opened(std::shared_ptr<const lessons::Lesson> lesson, int index, bool stage)
      : Opened(std::move(lesson), index, stage, {1280, 720}) {}
  Opened(std::shared_ptr<const lessons::Lesson> lesson, int index, bool stage, ImVec2 size)
      : UiHarness(size, lessons::Course(lesson).scene(index)) {
    course.emplace(lesson);
    course->go(index);
    const lessons::Step& step = course->step();
    show(ui::needed_by(step, !session->simulation().scene().others.empty()));
    for (const auto& [key, text] : step.view) options.set_text(key, text);
    if (stage) {
      options.set("presenter", 1);
      options.set("stage_shows", 0);
      ui.set_scale(ui::presented_scale(1, true, size.y));
    }
    for (const lessons::Spot& spot : step.look_at)
      if (spot.kind == lessons::Spot::Kind::Panel && stage) show(ui::presents(spot.panel));
    session->on_step([this](const sim::Simulation& simulation) { course->observe(simulation); });
    run(30);
    frames(8);
  }
  void show(const std::vector<ui::OptionValue>& values) {
    for (const ui::OptionValue& one : values) options.set(one.option->key, one.value);
  }
  const ui::Layout& layout() const { return ui.state().layout; }
};

/// In sight, and large enough to be of use.
void expect_seen(const Opened& window, const ui::Rect& rect, const ui::Rect& place) {
  const float em = ui::em(window.ui.state().look);
  const float right = std::min(rect.x + rect.width, place.x + place.width),
              bottom = std::min(rect.y + rect.height, place.y + place.height);
  EXPECT_GE(right - std::max(rect.x, place.x), 12 * em);
  EXPECT_GE(bottom - std::max(rect.y, place.y), std::min(rect.height - 2, 5 * em))
      << rect.y << " + " << rect.height << " in " << place.y << " + " << place.height;
}

class LessonWindow : public testing::TestWithParam<std::string> {};

TEST_P(LessonWindow, ShowsWhatEachStepPointsAt) {
  const auto lesson = load(GetParam());
  for (int i = 0; i < static_cast<int>(lesson->steps.size()); ++i) {
    const Opened window(lesson, i, false);
    SCOPED_TRACE(lesson->steps[static_cast<size_t>(i)].title);
    const ui::Layout& layout = window.layout();
    EXPECT_LE(layout.lesson.width, 1280 / 4);
    EXPECT_GE(layout.body.height, 720 / 2);
    EXPECT_GE(layout.body.width, 1280 / 3);
    size_t pointed = 0;
    for (const lessons::Spot& spot : lesson->steps[static_cast<size_t>(i)].look_at)
      pointed += spot.kind == lessons::Spot::Kind::Panel;
    ASSERT_GE(window.ui.state().lesson.framed.size(), pointed);
    for (size_t k = 0; k < pointed; ++k) {
      const ui::Rect& rect = window.ui.state().lesson.framed[k];
      const ui::Rect* places[] = {&layout.controls, &layout.plots, &layout.numbers,
                                  &layout.diagnosis, &layout.time};
      const auto in = std::ranges::find_if(places, [&](const ui::Rect* place) {
        const float middle = rect.x + rect.width / 2;
        return middle >= place->x && middle <= place->x + place->width && rect.y >= place->y - 8 &&
               rect.y < place->y + place->height;
      });
      ASSERT_NE(in, std::end(places)) << "not in sight: " << rect.x << " " << rect.y;
      expect_seen(window, rect, **in);
    }
  }
}

TEST_P(LessonWindow, LeavesTheBodyHalfOfTheStage) {
  const auto lesson = load(GetParam());
  for (int i = 0; i < static_cast<int>(lesson->steps.size()); ++i) {
    Opened window(lesson, i, true);
    SCOPED_TRACE(lesson->steps[static_cast<size_t>(i)].title);
    const ui::Layout& layout = window.layout();
    EXPECT_GE(layout.body.height + layout.numbers.height, 0.49f * 720);
    const auto last = "step " + std::to_string(lesson->steps.size() - 1);
    EXPECT_TRUE(window.find("lesson/story", {last})) << "the dots are cut";
    if (!lesson->steps[static_cast<size_t>(i)].task) continue;
    EXPECT_TRUE(window.find("lesson", {"Do it for me"}));
  }
}

INSTANTIATE_TEST_SUITE_P(All, LessonWindow, testing::ValuesIn(formats::lesson_names()),
                         [](const auto& info) {
                           std::string name = info.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

}  // namespace

// Whatever the window's size and the interface's scale, every page can be drawn; under
// _GLIBCXX_ASSERTIONS and the sanitizers that says more than that nothing crashes.

#include <gtest/gtest.h>

#include "desk.h"
#include "map/mapper.h"

namespace {

using test::Desk;

const ImVec2 sizes[] = {{1, 1},     {40, 900},  {900, 40},  {200, 150},  {320, 240},
                        {480, 320}, {480, 700}, {700, 330}, {1000, 330}, {1280, 800}};

/// A step for each panel that can be pointed at.
std::shared_ptr<teach::Lesson> lesson() {
  auto lesson = std::make_shared<teach::Lesson>();
  lesson->title = "Panels";
  for (const std::string_view panel : teach::panels) {
    teach::Step step{.title = std::string(panel), .text = "Look at it."};
    step.look_at = {{.panel = std::string(panel)}};
    step.question = {.text = "What?", .answers = {"This", "That"}, .right = 1, .because = "So"};
    step.task = {
        .text = "Wait", .until = {{.quantity = "lambda"}}, .hint = "Sit", .solution = {{}}};
    lesson->steps.push_back(std::move(step));
  }
  lesson->steps[0].scene = test::y_scene();
  return lesson;
}

/// What of the window is drawn is within it or empty.
void look(Desk& desk, int& drawn) {
  desk.frames(2, 1. / 60);
  for (const ui::View& view : desk.ui.views()) {
    EXPECT_GE(view.rect.width, 0);
    EXPECT_GE(view.rect.height, 0);
  }
  ++drawn;
}

void pages(Desk& desk, int& drawn) {
  for (const double column : {0., 1., 2.}) {
    desk.options.set("right_column", column);
    look(desk, drawn);
  }
}

class Sizes : public testing::TestWithParam<float> {};

TEST_P(Sizes, OfAllKinds) {
  int drawn = 0;
  for (const ImVec2 size : sizes) {
    Desk desk(size);
    map::Works none;
    desk.context.maps = &none;
    ASSERT_EQ(desk.ui.set_scale(GetParam()), GetParam() != 1);
    sim::Diagnosis diagnosis(desk.session->simulation().skeleton());
    desk.context.diagnosis = &diagnosis;
    desk.run(30);
    pages(desk, drawn);
    desk.options.set("show_time", 1);
    for (int run = 0; run < 3; ++run) desk.key({ui::key::insert});
    desk.key({'G'});
    pages(desk, drawn);
    desk.options.set("presenter", 1);
    look(desk, drawn);
    desk.options.set("presenter", 0);
    for (const int key : {ui::key::f1, ui::key::f3, static_cast<int>('L')}) {
      desk.key({key});
      look(desk, drawn);
      desk.key({key});
    }
    desk.key({'O', true});
    look(desk, drawn);
    desk.tap(ImGuiKey_Escape);
    desk.course.emplace(lesson());
    for (size_t step = 0; step < teach::panels.size(); ++step) {
      desk.course->go(static_cast<int>(step));
      pages(desk, drawn);
    }
  }
  EXPECT_EQ(drawn, static_cast<int>(std::size(sizes)) * (3 + 3 + 1 + 3 + 1 + 3 * 17));
}
INSTANTIATE_TEST_SUITE_P(Scales, Sizes, testing::Values(0.5f, 1.f, 3.f),
                         [](const auto& one) { return "Of" + std::to_string(one.index); });

}  // namespace

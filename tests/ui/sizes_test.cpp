// Whatever the window's size and the interface's scale, every page can be drawn; under
// _GLIBCXX_ASSERTIONS and the sanitizers that says more than that nothing crashes.

#include <gtest/gtest.h>

#include "lesson_of_panels.h"
#include "support/effort.h"
#include "sweep/mapper.h"
#include "ui/panel.h"
#include "ui_harness.h"

namespace {

using test::UiHarness;

const ImVec2 sizes[] = {{1, 1},     {40, 900},  {900, 40},  {200, 150},  {320, 240},
                        {480, 320}, {480, 700}, {700, 330}, {1000, 330}, {1280, 800}};

/// What of the window is drawn is within it or empty.
void look(UiHarness& harness, int& drawn) {
  harness.frames(2, 1. / 60);
  for (const ui::View& view : harness.ui.views()) {
    EXPECT_GE(view.rect.width, 0);
    EXPECT_GE(view.rect.height, 0);
  }
  ++drawn;
}

void pages(UiHarness& harness, int& drawn) {
  for (const double column : {0., 1., 2.}) {
    harness.options.set("right_column", column);
    look(harness, drawn);
  }
}

class Sizes : public testing::TestWithParam<float> {};

TEST_P(Sizes, OfAllKinds) {
  int drawn = 0;
  for (const ImVec2 size : sizes) {
    UiHarness harness(size);
    sweep::Status none;
    harness.context.maps = &none;
    ASSERT_EQ(harness.set_scale(GetParam()), GetParam() != 1);
    sim::why::Diagnosis diagnosis(harness.session->simulation().skeleton());
    harness.context.diagnosis = &diagnosis;
    harness.run(30);
    pages(harness, drawn);
    harness.options.set("show_time", 1);
    for (int run = 0; run < 3; ++run) harness.key({ui::key::insert});
    harness.key({'G'});
    pages(harness, drawn);
    harness.options.set("presenter", 1);
    look(harness, drawn);
    harness.options.set("presenter", 0);
    for (const int key : {ui::key::f1, ui::key::f3, static_cast<int>('L')}) {
      harness.key({key});
      look(harness, drawn);
      harness.key({key});
    }
    harness.key({'O', true});
    look(harness, drawn);
    harness.tap(ImGuiKey_Escape);
    harness.course.emplace(test::lesson_of_panels());
    for (size_t step = 0; step < ui::spots().size(); ++step) {
      harness.course->go_to(static_cast<int>(step));
      pages(harness, drawn);
    }
  }
  EXPECT_EQ(drawn, static_cast<int>(std::size(sizes)) *
                       (3 + 3 + 1 + 3 + 1 + 3 * static_cast<int>(ui::spots().size())));
}
INSTANTIATE_TEST_SUITE_P(Scales, Sizes, testing::ValuesIn(test::some<float>(1, {3, 0.5f, 1})),
                         [](const auto& one) { return "Of" + std::to_string(one.index); });

}  // namespace

// Short messages cover neither each other nor anything that has to be read.

#include "ui/kit/toasts.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "lesson_of_panels.h"
#include "support/effort.h"
#include "ui/kit/scale.h"
#include "ui/panels/frame/frame.h"
#include "ui/stage.h"
#include "ui_harness.h"

namespace {

using test::UiHarness;
using ui::Rect;

std::string said(const Rect& rect) {
  return "x " + std::to_string(rect.x) + " to " + std::to_string(rect.x + rect.width) + ", y " +
         std::to_string(rect.y) + " to " + std::to_string(rect.y + rect.height);
}

std::vector<Rect> toasts() {
  std::vector<Rect> all;
  for (const ImGuiWindow* one : ImGui::GetCurrentContext()->Windows)
    if (one->WasActive && std::string_view(one->Name).starts_with(ui::Toasts::window))
      all.push_back({one->Pos.x, one->Pos.y, one->Size.x, one->Size.y});
  return all;
}

struct Placement {
  float scale;
  ImVec2 size;
  bool stage, lesson;
};

class Placed : public testing::TestWithParam<Placement> {
 protected:
  UiHarness harness{GetParam().size};

  void SetUp() override {
    harness.set_scale(GetParam().scale);
    if (GetParam().lesson) harness.course.emplace(test::lesson_of_panels());
    if (GetParam().stage) {
      harness.key({ui::key::f5});
      harness.set_scale(
          ui::presented_scale(GetParam().scale, GetParam().scale == 1, GetParam().size.y));
    }
    harness.options.set("show_time", 1);
    harness.options.set("show_pointer", 1);
    harness.add_runs({"sdls", "pinv"});
    harness.run(60);
    harness.frames(120, 1. / 60);  // no key is shown any more
  }

  /// A short one, a long one and one about a file.
  void say() {
    harness.ui.message("Undone: λ 0.3");
    harness.ui.error(
        "λ: 2000 is too large; expected a number from 0 to 100, or a word of those "
        "that the list beside it has, which is a sentence of several lines.");
    harness.ui.message("Saved as /home/someone/ikscope/scenes/double-y-with-obstacles.toml",
                       "/home/someone/ikscope/scenes/double-y-with-obstacles.toml");
  }

  /// Returns how many there are.
  int look(const std::string& where) {
    harness.frames(3, 1. / 60);
    const std::vector<Rect> all = toasts();
    const ui::State& state = harness.ui.state();
    const ui::Layout& layout = state.layout;
    const bool dialog = harness.shown("curtain");
    const Rect& body = layout.body;
    const bool in_body = !all.empty() && body.x <= all[0].x &&
                         all[0].x + all[0].width <= body.x + body.width && body.y <= all[0].y &&
                         all[0].y + all[0].height <= body.y + body.height;
    const bool narrow = GetParam().stage && GetParam().lesson;  // for a long message
    if (where == "body" && GetParam().scale == 1 && !narrow) {
      EXPECT_TRUE(in_body);
      if (GetParam().stage) {  // at its top: the body stands below
        EXPECT_LT(all[0].y + all[0].height, body.y + 0.6f * body.height);
      }
    }
    std::vector<Rect> others = ui::windows_over_layout();
    others.push_back(state.badge);
    for (const Rect& over : ui::windows_over_layout())
      EXPECT_FALSE(overlap(state.badge, over)) << where << ": the key at " << said(state.badge);
    if (GetParam().stage) {  // no number is behind it
      for (const Rect& rect : {layout.numbers, layout.plots, layout.time, layout.diagnosis})
        EXPECT_FALSE(overlap(state.badge, rect)) << where << ": the key at " << said(state.badge);
    }
    if (!dialog) others.push_back(ui::past_hint_rect(harness.panel()));
    for (const Rect& rect : {layout.menu, layout.start, layout.lesson, layout.controls, layout.time,
                             layout.diagnosis, layout.numbers, layout.plots})
      if (in_body) others.push_back(rect);
    for (size_t i = 0; i < all.size(); ++i) {
      EXPECT_GE(all[i].x, 0) << where;
      EXPECT_GE(all[i].y, 0) << where;
      EXPECT_LE(all[i].x + all[i].width, GetParam().size.x) << where;
      EXPECT_LE(all[i].y + all[i].height, GetParam().size.y) << where;
      for (size_t j = 0; j < i; ++j)
        EXPECT_FALSE(overlap(all[i], all[j]))
            << where << ": " << said(all[i]) << "; " << said(all[j]);
      for (const Rect& other : others)
        EXPECT_FALSE(overlap(all[i], other))
            << where << ": " << said(all[i]) << "; " << said(other);
    }
    return static_cast<int>(all.size());
  }
};

TEST_P(Placed, InTheBody) {
  say();
  EXPECT_GE(look("body"), 1);
  harness.key({'P'});  // its name is shown at the foot of the body
  EXPECT_FALSE(harness.ui.state().input_display.key().empty());
  look("with a key");
  EXPECT_FALSE(harness.ui.state().badge.empty());
  harness.key({'G'});
  look("grid");
  harness.session->post(sim::SetPaused{true});
  harness.session->post(sim::Seek{20});
  harness.frames(3, 1. / 60);
  look("in the past");
}

/// Each dialog leaves room for at least the newest.
TEST_P(Placed, BesideDialogs) {
  for (int i = 0; i < 40; ++i)
    harness.scenes.push_back({"scene " + std::to_string(i), "One of many scenes in a long list"});
  harness.context.scenes = harness.scenes;
  const auto check = [&](const std::string& dialog) {
    ASSERT_TRUE(harness.shown("curtain")) << dialog;
    say();
    look(dialog + " with the key");
    harness.frames(100, 1. / 60);  // the key fades
    EXPECT_GE(look(dialog), 1) << dialog;
    harness.tap(ImGuiKey_Escape);
    harness.frames(1000, 1. / 60);
    ASSERT_FALSE(harness.shown("curtain")) << dialog;
  };
  for (const ui::Chord chord :
       {ui::Chord{'O', true}, ui::Chord{ui::key::f1}, ui::Chord{ui::key::f9, false, true}}) {
    harness.key(chord);
    check(ui::name(chord));
  }
  harness.ui.ask_where(ui::Action::SaveScene, "/a/scene.toml", harness.context);
  harness.frames(2);
  check("save");
}

TEST_P(Placed, BesideMenus) {
  if (GetParam().stage) return;
  int menus = 0;
  for (float x = 10; x < GetParam().size.x; x += ImGui::GetFontSize()) {
    harness.click({x, 0.5f * ImGui::GetFrameHeight()});
    if (ImGui::GetCurrentContext()->OpenPopupStack.Size == 0) continue;
    ++menus;
    say();
    look("menu at " + std::to_string(static_cast<int>(x)));
    harness.tap(ImGuiKey_Escape);
    harness.click({0.5f * GetParam().size.x, 0.6f * GetParam().size.y});
  }
  EXPECT_GE(menus, 6);
}

INSTANTIATE_TEST_SUITE_P(
    Windows, Placed,
    testing::ValuesIn(test::some<Placement>(2, {{1, {1280, 720}, true, true},
                                                {3, {1280, 720}, false, false},
                                                {1, {1280, 720}, false, false},
                                                {2, {1280, 720}, false, false},
                                                {1, {1280, 720}, true, false},
                                                {1, {1280, 720}, false, true},
                                                {2, {1280, 720}, false, true},
                                                {1, {1920, 1080}, false, false}})),
    [](const auto& one) {
      const Placement& of = one.param;
      return "Of" + std::to_string(static_cast<int>(100 * of.scale)) + "At" +
             std::to_string(static_cast<int>(of.size.y)) + (of.stage ? "Stage" : "") +
             (of.lesson ? "Lesson" : "");
    });

TEST(ToastsTest, OnTheStageTheTableIsSeenWhole) {
  UiHarness harness({1280, 720});
  harness.set_scale(ui::presented_scale(1, true, 720));
  harness.key({'N', false, true});
  harness.key({ui::key::f5});  // which says how to leave
  harness.key({'N', false, true});
  harness.frames(150, 1. / 60);  // the key has faded
  ASSERT_TRUE(harness.shown("table"));
  const std::vector<Rect> all = toasts();
  ASSERT_EQ(all.size(), 1u);
  EXPECT_FALSE(overlap(all[0], harness.ui.state().layout.plots)) << said(all[0]);
}

/// Beside the method's name, after the key that has caused it.
TEST(ToastsTest, OnTheStageTheBodyIsSeenWhole) {
  UiHarness harness({1280, 720});
  harness.set_scale(ui::presented_scale(1, true, 720));
  harness.key({ui::key::f5});
  harness.frames(3, 1. / 60);
  ASSERT_FALSE(harness.ui.state().badge.empty());
  EXPECT_TRUE(toasts().empty());
  harness.frames(150, 1. / 60);
  ASSERT_EQ(toasts().size(), 1u);
  EXPECT_LE(toasts()[0].y + toasts()[0].height,
            harness.ui.body().y + ui::stage_head * harness.ui.state().look.fonts.body->FontSize);
}

/// In a grid of four views, too, where long ones are shortened.
TEST(ToastsTest, InAGridTheBodiesAreSeenWhole) {
  for (const bool stage : {false, true}) {
    UiHarness harness({1280, 720});
    if (stage) harness.set_scale(ui::presented_scale(1, true, 720));
    harness.key({'G', false, true});
    if (stage) harness.key({ui::key::f5});
    harness.run(10);
    harness.frames(600, 1. / 60);
    ASSERT_EQ(harness.ui.views().size(), 4u);
    harness.ui.message(
        "A message with so many words that they do not fit into the head of a view, "
        "nor beside the menus, even where the window is wide and its letters small");
    harness.frames(3, 1. / 60);
    ASSERT_EQ(toasts().size(), 1u);
    const Rect rect = toasts()[0];
    for (const ui::View& view : harness.ui.views()) {
      const float head = 2.2f * ImGui::GetFontSize();
      Rect below = view.rect;
      below.y += head;
      below.height -= head;
      EXPECT_FALSE(overlap(rect, below)) << said(rect) << ", view " << said(view.rect);
    }
    if (!stage) {
      EXPECT_FALSE(overlap(rect, harness.ui.body())) << said(rect);
    }
  }
}

/// One that has no room is not lost.
TEST(ToastsTest, OneWithoutRoomWaits) {
  UiHarness harness({1280, 720});
  const ui::Look& look = harness.ui.state().look;
  ui::Toasts toasts;
  toasts.add("Undone");
  const ui::Toasts::Area area{{0, 0, 600, 300}};
  const auto draw = [&](std::vector<Rect> in_the_way, int frames) {
    for (int i = 0; i < frames; ++i) {
      ImGui::NewFrame();
      toasts.draw(look, {&area, 1}, in_the_way, 1);
      ImGui::Render();
    }
    return ::toasts().size();
  };
  EXPECT_EQ(draw({area.rect}, 20), 0u);
  EXPECT_FALSE(toasts.empty());
  EXPECT_EQ(draw({}, 2), 1u);
  EXPECT_EQ(draw({}, 10), 0u);
  EXPECT_TRUE(toasts.empty());
}

}  // namespace

// Nothing is cut, whatever the scale: every panel at the size of a beamer.

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <set>

#include "chart/chart_drawing.h"
#include "drawn_text.h"
#include "lesson_of_panels.h"
#include "map_desk.h"
#include "support/effort.h"
#include "sweep/mapper.h"
#include "ui/kit/scale.h"
#include "ui/panel.h"
#include "ui/plots/drawing_painter.h"
#include "ui_harness.h"

namespace {

using test::UiHarness;

constexpr float rounding = 1.5f;  // pixels

/// Looks at what a frame draws; each text is said once.
struct Eye {
  std::string where;
  std::set<std::string> seen{};

  void look(UiHarness& harness, const std::string& page) {
    harness.frames(3, 1. / 60);
    for (const std::string& one : test::cut_texts(harness.drawn(1. / 60)))
      if (seen.insert(one.substr(0, one.find(" is at"))).second)
        ADD_FAILURE() << where << ", " << page << ": " << one;
    for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
      if (window->WasActive && window->ScrollMax.x > rounding && seen.insert(window->Name).second)
        ADD_FAILURE() << where << ", " << page << ": " << window->Name
                      << " is wider than it is, by " << window->ScrollMax.x;
  }
};

void columns(UiHarness& harness, Eye& eye, const std::string& page) {
  for (size_t i = 0; i < ui::options::right_column().choices.size(); ++i) {
    harness.options.set("right_column", static_cast<double>(i));
    eye.look(harness, page + ", " + std::string(ui::options::right_column().choices[i]));
  }
  harness.options.set("right_column", 0);
}

/// Everything in the column of controls, section by section.
void unfold_all() {
  for (ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
    if (std::string_view(window->Name).starts_with("controls/"))
      window->StateStorage.SetBool(ImHashStr("unfold", 0, window->ID), true);
}

struct Case {
  float scale;
  ImVec2 size{1280, 720};
  bool fingers = false;
};

class Clipping : public testing::TestWithParam<Case> {
 protected:
  UiHarness harness{GetParam().size};
  sweep::Status none;
  sim::why::Diagnosis diagnosis{harness.session->simulation().skeleton()};
  Eye eye{std::to_string(static_cast<int>(100 * GetParam().scale)) + " %"};

  void SetUp() override {
    harness.context.maps = &none;
    harness.set_scale(GetParam().scale);
    harness.context.diagnosis = &diagnosis;
    harness.context.scene = "y";
    harness.context.fingers = harness.context.touch = GetParam().fingers;
    for (int i = 0; i < 120; ++i) {
      harness.run(1);
      const sim::Simulation& now = harness.session->simulation();
      diagnosis.observe(now, now.run().serial);
    }
  }
};

TEST_P(Clipping, Window) {
  columns(harness, eye, "window");
  harness.frames(1);
  unfold_all();
  eye.look(harness, "all sections");
  harness.options.set("show_profile", 1);
  eye.look(harness, "profile");
}

TEST_P(Clipping, ControlsToTheirFoot) {
  unfold_all();
  harness.frames(2);
  ImGuiWindow* controls = harness.window("controls/settings");
  if (!controls || !controls->WasActive) return;
  for (float y = 0; y <= controls->ScrollMax.y; y += 0.6f * controls->Size.y) {
    ImGui::SetScrollY(controls, y);
    eye.look(harness, "controls at " + std::to_string(static_cast<int>(y)));
  }
}

TEST_P(Clipping, EveryMethod) {
  for (const ik::MethodInfo* method : ik::methods()) {
    harness.session->post(sim::ChooseMethod{std::string(method->name)});
    harness.run(5);
    unfold_all();
    eye.look(harness, std::string(method->name));
  }
}

TEST_P(Clipping, SeveralRuns) {
  harness.add_runs({"sdls", "pinv", "transpose"});
  harness.run(90);
  columns(harness, eye, "ghosts");
  harness.key({'G'});
  columns(harness, eye, "grid");
  harness.session->post(sim::SetPaused{true});
  harness.session->post(sim::Seek{20});
  harness.frames(2, 1. / 60);
  eye.look(harness, "in the past");
  harness.session->post(sim::SetParameter{"lambda", 0.2});
  harness.session->post(sim::SetPaused{false});
  harness.run(5);
  eye.look(harness, "a branch");
}

TEST_P(Clipping, Overlays) {
  for (const ui::Chord chord : {ui::Chord{ui::key::f1}, ui::Chord{'L'}, ui::Chord{'O', true},
                                ui::Chord{ui::key::f9, false, true}}) {
    harness.key(chord);
    eye.look(harness, ui::name(chord));
    harness.tap(ImGuiKey_Escape);
    if (chord == ui::Chord{'L'}) harness.key(chord);
  }
}

TEST_P(Clipping, Lesson) {
  harness.course.emplace(test::lesson_of_panels());
  for (const double presenter : {0., 1.}) {
    harness.options.set("presenter", presenter);
    for (size_t step = 0; step < ui::spots().size(); ++step) {
      harness.course->go_to(static_cast<int>(step));
      eye.look(harness, "step " + std::to_string(step) + (presenter > 0 ? ", stage" : ""));
    }
  }
}

TEST_P(Clipping, Stage) {
  if (GetParam().fingers) GTEST_SKIP() << "nobody lectures with a phone";
  harness.options.set("presenter", 1);
  const float scale = GetParam().scale;
  harness.set_scale(ui::presented_scale(scale, scale == 1, GetParam().size.y));
  for (const char* method : {"", "sdls", "pinv", "transpose"}) {
    if (*method) harness.add_runs({method});
    harness.run(60);
    for (size_t i = 0; i < ui::options::stage_shows().choices.size(); ++i) {
      harness.options.set("stage_shows", static_cast<double>(i));
      eye.look(harness, "stage, " + std::string(ui::options::stage_shows().choices[i]) + method);
    }
  }
}

TEST_P(Clipping, Menus) {
  const ImGuiWindow* bar = harness.window("menu");
  ASSERT_TRUE(bar);
  for (float x = 10; x < GetParam().size.x; x += ImGui::GetFontSize()) {
    harness.click({x, 0.5f * ImGui::GetFrameHeight()});
    if (ImGui::GetCurrentContext()->OpenPopupStack.Size == 0) continue;
    eye.look(harness, "menu at " + std::to_string(static_cast<int>(x)));
    harness.tap(ImGuiKey_Escape);
    harness.click({0.5f * GetParam().size.x, 0.6f * GetParam().size.y});
  }
}

/// The test itself: a text that is too long for its window is seen.
TEST(ClippingTest, SeesWhatIsCut) {
  UiHarness harness;
  test::take_drawn_texts();
  for (const float width : {400.f, 60.f}) {
    ImGui::NewFrame();
    ImGui::SetNextWindowSize({width, 100});
    ImGui::Begin("narrow", nullptr, ImGuiWindowFlags_NoTitleBar);
    ImGui::TextUnformatted("A sentence of some length");
    ImGui::End();
    ImGui::Render();
    EXPECT_EQ(test::cut_texts(test::take_drawn_texts()).empty(), width > 100) << width;
  }
}

std::shared_ptr<const sim::Scene> in_metres() {
  auto scene = std::make_shared<sim::Scene>(*test::y_scene());
  scene->skeleton = std::make_shared<ik::Skeleton>(
      test::resized(*scene->skeleton, 1, base::find_length_unit("m")));
  return scene;
}

TEST(DrawnUnits, TheLargeTableHasThatOfTheScene) {
  for (const bool metres : {false, true}) {
    UiHarness harness({1280, 720}, metres ? in_metres() : test::y_scene());
    harness.set(ui::options_showing("table"));
    harness.run(60);
    harness.frames(3);
    int mm = 0, units = 0;
    for (const test::DrawnText& one : harness.drawn()) {
      if (one.window != "table") continue;
      mm += one.text == "mm";
      units += one.text == "scene units";
    }
    EXPECT_EQ(mm, metres);
    EXPECT_EQ(units, !metres);
  }
}

/// Sliders, not only plots and numbers.
TEST(DrawnUnits, ParametersNameTheUnitOfTheScene) {
  UiHarness harness({1280, 720}, in_metres());
  const std::vector<test::DrawnText> drawn = harness.drawn();
  const auto said = [&](const char* unit) {
    return std::ranges::count_if(drawn, [&](const test::DrawnText& one) {
      return one.window.find("controls") != std::string::npos && one.text == unit;
    });
  };
  EXPECT_GE(said(" m/rad"), 1);
  EXPECT_EQ(said(" unit/rad"), 0);
}

/// Beside a number, or with its name where there is no room.
TEST(DrawnUnits, TheOscillationHasItsUnitOnTheStage) {
  for (const ImVec2 size : {ImVec2(1280, 720), ImVec2(1920, 1080)})
    for (const double shows : {0., 1., 2.}) {
      UiHarness harness(size);
      harness.options.set("stage_shows", shows);
      harness.key({ui::key::f5});
      harness.set_scale(ui::presented_scale(1, true, size.y));
      harness.run(60);
      harness.frames(3);
      int said = 0;
      for (const test::DrawnText& one : harness.drawn())
        said += one.window == "numbers" && one.text.find("mrad/step²") != std::string::npos;
      EXPECT_EQ(said, 1) << size.x << ", " << shows;
    }
}

/// However low the chart.
TEST(DrawnTicks, OfTheGainsDoNotOverlap) {
  UiHarness harness({1280, 720});
  harness.options.set("right_column", 1);
  harness.frames(3);
  const view::Palette& palette = ui::options::palette(harness.options);
  int compared = 0;
  for (const float height : {20.f, 40.f, 60.f, 90.f}) {
    chart::Side left;
    for (const double at : {0.1, 0.45, 0.55, 0.62, 0.95})
      left.ticks.push_back({at, at, std::to_string(static_cast<int>(100 * at))});
    test::take_drawn_texts();
    ImGui::NewFrame();
    ImGui::SetNextWindowSize({400, 400});
    ImGui::Begin("chart", nullptr, ImGuiWindowFlags_NoTitleBar);
    ui::Look look = harness.ui.state().look;
    look.palette = &palette;
    const ImVec2 a{ImGui::GetWindowPos().x + 100, ImGui::GetWindowPos().y + 40};
    ui::ChartPainter painter{look, a, {a.x + 200, a.y + height}};
    chart::draw_grid_rows(painter.drawing, painter.area, left, 0);
    painter.show();
    ImGui::End();
    ImGui::Render();
    const std::vector<test::DrawnText> drawn = test::take_drawn_texts();
    EXPECT_FALSE(drawn.empty());
    for (size_t i = 0; i < drawn.size(); ++i)
      for (size_t k = 0; k < i; ++k) {
        const ImVec4 &one = drawn[i].rect, &other = drawn[k].rect;
        EXPECT_TRUE(one.w <= other.y + 1 || other.w <= one.y + 1)
            << drawn[i].text << " and " << drawn[k].text << " at " << height;
        ++compared;
      }
  }
  EXPECT_GT(compared, 3);
}

/// The sentence that the best is at an end, beside two buttons.
TEST(DrawnMap, SaysWhollyThatTheBestIsAtAnEnd) {
  for (const auto& [width, height, scale] :
       {std::array{1280.f, 720.f, 1.f}, {1280.f, 720.f, 1.5f}, {1920.f, 1080.f, 1.f}}) {
    test::MapDesk harness({width, height});
    harness.set_scale(scale);
    ui::MapChoice choice = harness.ui.map_choice();
    choice.axes = {{"lambda", "lambda=0.5:2:16:log"}, {"dmax", "dmax=0.5:2:16:log"}};
    harness.ui.choose_map(choice);
    harness.frames(3);
    harness.fill();
    int said = 0;
    for (const test::DrawnText& one : harness.drawn()) {
      if (one.text.find("ones may do better") == std::string::npos) continue;
      ++said;
      EXPECT_TRUE(one.rect.w <= one.clip.w + rounding || one.scrolls) << width << ", " << scale;
    }
    EXPECT_EQ(said, 1) << width << ", " << scale;
  }
}

/// In the past as when it was said; the span of time beside it is clear of all words.
TEST(DrawnVerdict, IsThatOfTheMoment) {
  UiHarness harness({1280, 720});
  sim::why::Diagnosis diagnosis(harness.session->simulation().skeleton());
  harness.context.diagnosis = &diagnosis;
  harness.session->on_step([&](const sim::Simulation& now) {
    if (harness.session->timeline().in_past())
      return diagnosis.recall(now, now.run().serial, harness.session->history().verdict());
    diagnosis.observe(now, now.run().serial);
    if (diagnosis.is_news()) harness.session->set_verdict(diagnosis.verdict());
  });
  harness.session->on_jump([&] {
    const sim::Simulation& now = harness.session->simulation();
    diagnosis.recall(now, now.run().serial, harness.session->history().verdict());
  });
  std::map<int64_t, std::string> said;
  std::map<std::string, int> seen;
  const auto words = [&] {
    std::string sentence;
    const std::vector<test::DrawnText> drawn = harness.drawn();
    for (const test::DrawnText& one : drawn) {
      if (one.window != "diagnosis") continue;
      if (one.text != "last 1.5 s") {
        if (sentence.empty()) sentence = one.text;
        continue;
      }
      ++seen[one.text];
      for (const test::DrawnText& other : drawn)
        if (other.window == "diagnosis" && &other != &one && !other.text.empty()) {
          EXPECT_TRUE(other.rect.z <= one.rect.x || other.rect.w <= one.rect.y ||
                      one.rect.z <= other.rect.x)
              << other.text;
        }
    }
    ++seen[sentence.substr(0, sentence.find_first_of(":;"))];
    return diagnosis.verdict() ? sentence : std::string();
  };
  for (int step = 0; step < 900; ++step) {
    if (step == 300) harness.session->post(sim::SetParameter{"lambda", 0.05});
    if (step == 600) harness.session->post(sim::SetParameter{"lambda", 2});
    harness.run(1);
    if (step % 5 == 4) said[harness.session->timeline().now()] = words();
  }
  harness.session->post(sim::SetPaused{true});
  for (int64_t tick = 890; tick >= 10; tick -= 10) {
    harness.session->post(sim::Seek{tick});
    harness.frames(2);
    ASSERT_EQ(harness.session->timeline().now(), tick);
    EXPECT_EQ(words(), said.at(tick)) << tick;
  }
  EXPECT_GT(seen["last 1.5 s"], 40);
  EXPECT_GT(seen.size(), 4u);
}

/// The most important sentence on the screen: all of it is there, beside a wide panel too, and not
/// once it is no longer so.
TEST(DrawnVerdict, IsWholeAndNotOutdated) {
  UiHarness harness({1280, 720}, test::y_scene());
  const sim::Simulation& now = harness.session->simulation();
  sim::why::Diagnosis diagnosis(now.skeleton());
  harness.context.diagnosis = &diagnosis;
  const auto verdict = std::make_shared<sim::why::Verdict>(sim::why::Verdict{
      .cause = sim::why::Cause::OutOfReach,
      .sentence = "out of reach: no pose brings right nearer to its target than 0.0390",
      .advice = "hold the target of right at (2.38, 0.791, 0.202): error 0.335 → 0.0141 "
                "(tried; last 1.5 of 6.7 s)",
      .seen = {.errors = {}, .ratios = Eigen::Vector2d(9, 0)},
      .remedy = {sim::HoldTarget{0, {2.38, 0.791, 0.202}}}});
  harness.run(3);
  diagnosis.recall(now, 0, verdict);
  const auto words = [&] {
    harness.frames(3);
    std::string all;
    for (const test::DrawnText& one : harness.drawn())
      if (one.window == "diagnosis") all += one.text + " ";
    std::ranges::replace(all, '\n', ' ');
    return all;
  };
  for (const bool map : {false, true}) {
    harness.options.set("right_column", map ? 2 : 0);
    const std::string all = words();
    EXPECT_EQ(all.substr(0, 3), "Out");
    EXPECT_NE(all.find("→ " + verdict->advice), std::string::npos) << all;
    EXPECT_NE(all.find("Apply"), std::string::npos);
  }
  harness.session->post(sim::SetPaused{true});
  harness.session->post(sim::SetParameter{"lambda", 0.4});
  const std::string changed = words();
  EXPECT_EQ(changed.find("Out of reach"), std::string::npos) << changed;
  EXPECT_EQ(changed.find("Apply"), std::string::npos);
  harness.session->post(sim::Undo{});
  EXPECT_NE(words().find("Out of reach"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Scales, Clipping,
                         testing::ValuesIn(test::some<Case>(3, {{1},
                                                                {2},
                                                                {1, {320, 640}, true},
                                                                {0.75f},
                                                                {1.5f},
                                                                {3},
                                                                {1, {1280, 800}},
                                                                {1.25f, {1920, 1080}},
                                                                {1, {390, 844}, true}})),
                         [](const auto& one) {
                           return "Of" + std::to_string(static_cast<int>(100 * one.param.scale)) +
                                  "At" + std::to_string(static_cast<int>(one.param.size.y));
                         });

}  // namespace

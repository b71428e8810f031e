// Menus, lists and dialogs by keys alone: Esc closes what lies on top, Tab goes through a dialog,
// Enter presses what is marked. Keys come as they do in the window: to the shortcuts first.

#include "ui/input/keyboard.h"

#include <gtest/gtest.h>

#include <functional>

#include "ui/input/keys.h"
#include "ui_harness.h"

namespace {

using test::UiHarness;

struct Keys : UiHarness {
  using UiHarness::UiHarness;

  void strike(ImGuiKey key, ui::Chord chord) {
    ImGui::GetIO().KeysDown[key] = true;
    ImGui::GetIO().KeyShift = chord.shift;
    ui.key(chord, false, context);
    execute_requests();
    frame();
    ImGui::GetIO().KeysDown[key] = ImGui::GetIO().KeyShift = false;
    frames(4);
  }
  void escape() { strike(ImGuiKey_Escape, {ui::key::escape}); }
  void enter() { strike(ImGuiKey_Enter, {ui::key::enter}); }
  void tab(bool back = false) { strike(ImGuiKey_Tab, {ui::key::tab, false, back}); }

  bool popup() const { return ui::popup_open(); }
  bool dialog() const { return ui::overlaid(ui.state()); }
  void click_on(const char* window, std::vector<std::string> ids) {
    const auto at = find(window, ids, {6, 4});
    ASSERT_TRUE(at) << ids.back();
    click(*at);
    frames(3, 0.1);
  }
};

struct Opened {
  const char* name;
  std::function<void(Keys&)> open;
};
void PrintTo(const Opened& one, std::ostream* out) { *out << one.name; }

std::string name_of(const testing::TestParamInfo<Opened>& info) { return info.param.name; }

// Popups

class Popup : public testing::TestWithParam<Opened> {};

Opened menu(const char* name) {
  return {name, [name](Keys& keys) { keys.click_on("menu", {"##menubar", name}); }};
}

INSTANTIATE_TEST_SUITE_P(
    All, Popup,
    testing::Values(menu("File"), menu("Edit"), menu("Time"), menu("Method"), menu("View"),
                    menu("Lessons"), menu("Help"),
                    Opened{"Submenu",
                           [](Keys& keys) {
                             keys.click_on("menu", {"##menubar", "File"});
                             keys.click_on("##Menu_00", {"Export"});
                           }},
                    Opened{"OfAPlot",
                           [](Keys& keys) {
                             const auto at = keys.find("plots", {"Oscillation", "plot"});
                             ASSERT_TRUE(at);
                             keys.move(*at);
                             ImGui::GetIO().MouseDown[1] = true;
                             keys.frame();
                             ImGui::GetIO().MouseDown[1] = false;
                             keys.frames(3, 0.1);
                           }},
                    Opened{"KindsOfFile",
                           [](Keys& keys) {
                             keys.click_on("plots", {"Oscillation", "export"});
                           }},
                    Opened{"MapSettings",
                           [](Keys& keys) {
                             keys.options.set("right_column", 2);
                             keys.frames(3, 0.1);
                             keys.click_on("map", {"64 × 64, methods"});
                           }},
                    Opened{"Branches",
                           [](Keys& keys) {
                             keys.run(300);
                             keys.session->post(sim::Seek{100});
                             keys.frames(2);
                             keys.key({'1'});
                             keys.click_on("time", {"1 branch"});
                           }}),
    name_of);

TEST_P(Popup, IsClosedByEscAndNothingElseIs) {
  Keys keys;
  keys.run(100);
  keys.frames(3, 0.1);
  GetParam().open(keys);
  ASSERT_TRUE(keys.popup());
  const size_t asked = keys.posted.size();
  int times = 0;  // a submenu, then its menu
  for (; keys.popup() && times < 3; ++times) keys.escape();
  EXPECT_FALSE(keys.popup());
  EXPECT_EQ(times, GetParam().name == std::string("Submenu") ? 2 : 1);
  EXPECT_EQ(keys.posted.size(), asked);
  EXPECT_FALSE(keys.dialog());
}

/// Where a second click on its name closes it.
TEST(Menu, LeavesTheBarFree) {
  Keys keys;
  keys.frames(3, 0.1);
  menu("View").open(keys);
  keys.frames(3, 0.1);
  const ui::Rect& bar = keys.ui.state().layout.menu;
  EXPECT_GE(keys.window("##Menu_00")->Pos.y, bar.y + bar.height - 1);
}

/// On a beamer, from the back row.
TEST(Menu, NoneScrollsInTheHeightOfABeamer) {
  Keys keys({1280, 720});
  const std::vector<ui::LessonEntry> lessons(
      16, {.name = "one", .title = "A lesson", .summary = "What it shows"});
  keys.context.lessons = lessons;
  keys.ui.set_scale(1.5f);
  keys.frames(3, 0.1);
  for (const char* name : {"File", "Edit", "Time", "Method", "View", "Lessons", "Help"}) {
    menu(name).open(keys);
    keys.frames(3, 0.1);
    EXPECT_EQ(keys.window("##Menu_00")->ScrollMax.y, 0) << name;
    keys.escape();
  }
}

TEST_P(Popup, TakesTheKeysWhileItIsOpen) {
  Keys keys;
  keys.run(100);
  keys.frames(3, 0.1);
  GetParam().open(keys);
  ASSERT_TRUE(keys.popup());
  const size_t asked = keys.posted.size();
  for (const ui::Chord chord : {ui::Chord{'R'}, {' '}, {ui::key::enter}, {ui::key::tab}, {'2'}})
    EXPECT_FALSE(keys.key(chord)) << chord.key;
  EXPECT_EQ(keys.posted.size(), asked);
  EXPECT_TRUE(keys.key({ui::key::f3})) << "function keys are for the window";
}

TEST(PopupKeys, ArrowsGoThroughAListAndEnterPresses) {
  Keys keys;
  keys.run(100);
  keys.frames(3, 0.1);
  keys.click_on("plots", {"Oscillation", "export"});
  keys.tap(ImGuiKey_DownArrow);
  keys.tap(ImGuiKey_DownArrow);
  keys.enter();
  EXPECT_FALSE(keys.popup());
  ASSERT_EQ(keys.figures.size(), 1u);
  EXPECT_EQ(keys.figures[0].kind, ui::FileKind::Png) << "the last of the list";
}

TEST(PopupKeys, OnTheStageEscClosesTheMenuThenTheStage) {
  Keys keys;
  keys.run(100);
  keys.options.set("presenter", 1);
  keys.frames(3, 0.1);
  ImGuiWindow* plots = keys.window("plots");
  ASSERT_TRUE(plots && plots->WasActive);
  keys.move({plots->Pos.x + 0.5f * plots->Size.x, plots->Pos.y + 0.5f * plots->Size.y});
  ImGui::GetIO().MouseDown[1] = true;
  keys.frame();
  ImGui::GetIO().MouseDown[1] = false;
  keys.frames(3);
  ASSERT_TRUE(keys.popup());
  keys.escape();
  EXPECT_FALSE(keys.popup());
  EXPECT_TRUE(keys.options.flag(ui::options::presenter()));
  keys.key({ui::key::f1});
  ASSERT_TRUE(keys.dialog());
  keys.escape();
  EXPECT_FALSE(keys.dialog());
  EXPECT_TRUE(keys.options.flag(ui::options::presenter()));
  keys.escape();
  EXPECT_FALSE(keys.options.flag(ui::options::presenter()));
}

// Dialogs

class Dialog : public testing::TestWithParam<Opened> {};
INSTANTIATE_TEST_SUITE_P(All, Dialog,
                         testing::Values(Opened{"Picker",
                                                [](Keys& keys) {
                                                  keys.key({'O', true});
                                                }},
                                         Opened{"Save",
                                                [](Keys& keys) {
                                                  keys.ui.ask_where(ui::Action::SaveScene,
                                                                    "/home/me/y.toml",
                                                                    keys.context);
                                                  keys.frames(4);
                                                }},
                                         Opened{"Keys",
                                                [](Keys& keys) { keys.key({ui::key::f1}); }},
                                         Opened{"About",
                                                [](Keys& keys) {
                                                  keys.click_on("menu", {"##menubar", "Help"});
                                                  keys.click_on("##Menu_00", {"About"});
                                                }},
                                         Opened{"Film",
                                                [](Keys& keys) {
                                                  keys.key({ui::key::f9, false, true});
                                                }},
                                         Opened{"Targets",
                                                [](Keys& keys) {
                                                  keys.key({'T', true});
                                                }},
                                         Opened{"Start", [](Keys& keys) { keys.key({'L'}); }}),
                         name_of);

TEST_P(Dialog, IsClosedByEscAndTakesTheKeys) {
  Keys keys;
  keys.disk["/home/me/"] = {};
  GetParam().open(keys);
  keys.frames(3, 0.1);
  ASSERT_TRUE(keys.dialog());
  const size_t asked = keys.posted.size();
  for (const ui::Chord chord : {ui::Chord{'R'}, {' '}, {'2'}, {ui::key::page_down}})
    EXPECT_FALSE(keys.key(chord)) << chord.key;
  EXPECT_EQ(keys.posted.size(), asked);
  ASSERT_TRUE(keys.dialog());
  keys.escape();
  EXPECT_FALSE(keys.dialog());
  EXPECT_TRUE(keys.key({'R'})) << "and gives them back";
}

/// Where Tab is, as the screen has it: the field that is typed in, or what Enter would press.
TEST(TabStops, LeadThroughTheFilmDialogAndBack) {
  Keys keys;
  keys.key({ui::key::f9, false, true});
  keys.frames(3);
  const auto changes = [&](const base::Parameter& option) {
    const double before = keys.options[option];
    keys.strike(ImGuiKey_RightArrow, {ui::key::right});
    if (keys.options[option] == before) keys.strike(ImGuiKey_LeftArrow, {ui::key::left});
    return keys.options[option] != before;
  };
  keys.tab();  // what it shows: a list, there are many
  keys.enter();
  EXPECT_TRUE(keys.popup());
  keys.escape();
  for (const auto* option :
       {&ui::options::film_size(), &ui::options::film_rate(), &ui::options::film_format()}) {
    keys.tab();
    while (!changes(*option) && !ui::typing()) keys.tab();  // its button back to the default
    EXPECT_FALSE(ui::typing()) << option->key;
  }
  while (!ui::typing()) keys.tab();
  keys.type("abc");
  for (const char* part : {"second", "text"}) {
    keys.tab();
    EXPECT_TRUE(ui::typing()) << "of a caption: " << part;
  }
  keys.tab();
  EXPECT_FALSE(ui::typing());
  keys.tab(true);
  EXPECT_TRUE(ui::typing()) << "Shift goes back";
  keys.tab();
  keys.enter();
  EXPECT_EQ(keys.films, std::vector<std::string>{"abc"});
  EXPECT_FALSE(keys.dialog());
}

TEST(TabStops, EnterPressesTheMainButtonIfNothingIsMarked) {
  Keys keys;
  keys.key({ui::key::f9, false, true});
  keys.frames(3);
  keys.enter();
  EXPECT_EQ(keys.films.size(), 1u);
}

TEST(TabStops, LeadFromAPathToTheButtonsWhereItIsComplete) {
  Keys keys;
  keys.disk["/home/me/"] = {{.name = "other.toml", .path = "/home/me/other.toml"}};
  keys.ui.ask_where(ui::Action::SaveScene, "/home/me/ot", keys.context);
  keys.frames(4);
  ASSERT_TRUE(ui::typing());
  keys.tab();
  EXPECT_STREQ(keys.ui.state().save.typed, "/home/me/other.toml");
  EXPECT_TRUE(ui::typing()) << "Tab has completed the path";
  keys.tab();
  EXPECT_FALSE(ui::typing());
  keys.tab();
  keys.enter();
  EXPECT_FALSE(keys.dialog()) << "Cancel";
  EXPECT_TRUE(keys.saved.empty());
}

TEST(TabStops, AListInADialogIsClosedBeforeTheDialog) {
  Keys keys({480, 400});  // where choices are lists
  keys.key({ui::key::f9, false, true});
  keys.frames(3);
  for (int i = 0; i < 8 && !keys.popup(); ++i) {
    keys.tab();
    if (!ui::typing() && i < 4) keys.enter();
  }
  ASSERT_TRUE(keys.popup());
  keys.escape();
  EXPECT_FALSE(keys.popup());
  EXPECT_TRUE(keys.dialog());
  keys.escape();
  EXPECT_FALSE(keys.dialog());
}

// The panels

struct LambdaDesk : Keys {
  using Keys::Keys;
  void controls() { key({ui::key::f6}); }
  void strike_arrow(ImGuiKey key, int code, bool shift = false) {
    strike(key, {code, false, shift});
  }
  double lambda() {
    session->advance(0);
    return session->simulation().value("lambda");
  }
  /// Until what is marked changes lambda.
  bool go_to_lambda() {
    controls();
    for (int i = 0; i < 60; ++i) {
      const double before = lambda();
      strike_arrow(ImGuiKey_RightArrow, ui::key::right);
      if (lambda() != before) return true;
      strike_arrow(ImGuiKey_DownArrow, ui::key::down);
    }
    return false;
  }
};

TEST(LambdaDesk, ArrowsMoveTheMarkedSliderWithShiftByLess) {
  LambdaDesk desk;
  desk.key({'3'});
  desk.frames(3);
  ASSERT_TRUE(desk.go_to_lambda());
  const double before = desk.lambda();
  desk.strike_arrow(ImGuiKey_RightArrow, ui::key::right);
  const double coarse = desk.lambda() - before;
  EXPECT_GT(coarse, 0);
  desk.strike_arrow(ImGuiKey_RightArrow, ui::key::right, true);
  const double fine = desk.lambda() - before - coarse;
  EXPECT_GT(fine, 0);
  EXPECT_LT(fine, coarse);
  desk.strike_arrow(ImGuiKey_LeftArrow, ui::key::left);
  EXPECT_LT(desk.lambda(), before + coarse);
}

TEST(LambdaDesk, EnterAsksForANumber) {
  LambdaDesk desk;
  desk.key({'3'});
  desk.frames(3);
  ASSERT_TRUE(desk.go_to_lambda());
  desk.enter();
  ASSERT_TRUE(ui::typing());
  desk.type("0.7");
  desk.enter();
  EXPECT_FALSE(ui::typing());
  EXPECT_DOUBLE_EQ(desk.lambda(), 0.7);
  EXPECT_TRUE(desk.ui.arrows_taken()) << "the slider is still marked";
}

TEST(LambdaDesk, EscLeavesAndTheKeysAreWhatTheyWere) {
  LambdaDesk desk;
  EXPECT_TRUE(desk.key({ui::key::tab})) << "selects a target";
  desk.controls();
  EXPECT_TRUE(desk.ui.arrows_taken());
  EXPECT_FALSE(desk.key({ui::key::tab}));
  EXPECT_TRUE(desk.key({' '})) << "pauses";
  desk.escape();
  EXPECT_FALSE(desk.ui.arrows_taken());
  EXPECT_TRUE(desk.key({ui::key::tab}));
}

TEST(LambdaDesk, TheMarkedOneIsInSight) {
  LambdaDesk desk({1280, 720});
  desk.controls();
  ImGuiWindow* settings = desk.window("settings");
  ASSERT_TRUE(settings);
  float lowest = 0;
  for (int i = 0; i < 40; ++i) {
    desk.strike_arrow(ImGuiKey_DownArrow, ui::key::down);
    lowest = std::max(lowest, settings->Scroll.y);
  }
  EXPECT_GT(lowest, 0);
}

TEST(LambdaDesk, EnterOnAPlotOpensItsMenuThere) {
  LambdaDesk desk;
  desk.run(100);
  const ImGuiID curves = desk.id("plots", {"Oscillation", "plot"});
  desk.controls();
  for (int i = 0; i < 200 && desk.ui.state().desk.marked() != curves; ++i) desk.tab();
  ASSERT_EQ(desk.ui.state().desk.marked(), curves);
  desk.move({5, 700});
  desk.enter();
  ASSERT_TRUE(desk.popup());
  const ImGuiWindow* menu = desk.window("##Popup");
  ASSERT_TRUE(menu && menu->WasActive);
  const ui::Rect& plots = desk.ui.state().layout.plots;
  EXPECT_GE(menu->Pos.x, plots.x);
  const bool before = desk.ui.state().plots[1].log;
  for (int i = 0; i < 2; ++i) desk.strike_arrow(ImGuiKey_DownArrow, ui::key::down);
  desk.enter();
  EXPECT_FALSE(desk.popup());
  EXPECT_NE(desk.ui.state().plots[1].log, before) << "its third entry";
  EXPECT_EQ(desk.ui.state().desk.marked(), curves) << "and the plot is still marked";
}

TEST(LambdaDesk, ArrowsOnTheTimelineGoThroughTime) {
  LambdaDesk desk;
  desk.run(300);
  desk.controls();
  const sim::Timeline& timeline = desk.session->timeline();
  for (int i = 0; i < 150 && !timeline.in_past(); ++i) {
    desk.tab();
    desk.strike_arrow(ImGuiKey_LeftArrow, ui::key::left);
    desk.session->advance(0);
  }
  ASSERT_TRUE(timeline.in_past());
  const int64_t back = timeline.now();
  desk.strike_arrow(ImGuiKey_LeftArrow, ui::key::left);
  desk.session->advance(0);
  EXPECT_LT(timeline.now(), back);
  EXPECT_TRUE(desk.session->clock().paused);
}

// Text fields

/// ImGuiIO tells of the field that there was when the last frame began.
TEST(Typing, AKeyRightAfterTheOneThatClosesAFieldCounts) {
  for (const ImGuiKey closing : {ImGuiKey_Escape, ImGuiKey_Enter}) {
    Keys keys;
    keys.key({'O', true});
    keys.frames(3);
    keys.type("double-y");
    ASSERT_TRUE(ui::typing());
    EXPECT_FALSE(keys.key({'2'})) << "is a letter there";
    ImGui::GetIO().KeysDown[closing] = true;
    keys.frame();
    ImGui::GetIO().KeysDown[closing] = false;
    EXPECT_TRUE(keys.ui.key({'2'}, false, keys.context)) << closing;
  }
}

}  // namespace

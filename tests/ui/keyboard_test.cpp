// Menus, lists and dialogs by keys alone: Esc closes what lies on top, Tab goes through a dialog,
// Enter presses what is marked. Keys come as they do in the window: to the shortcuts first.

#include <gtest/gtest.h>

#include <functional>

#include "keys.h"
#include "ui/input/keys.h"

namespace {

using test::Keys;

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
                             keys.right_click(*at);
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

TEST_P(Popup, TakesTheKeysAndIsClosedByEscAndNothingElseIs) {
  Keys keys;
  keys.run(100);
  keys.frames(3, 0.1);
  GetParam().open(keys);
  ASSERT_TRUE(keys.popup());
  const size_t asked = keys.posted.size();
  for (const ui::Chord chord : {ui::Chord{'R'}, {' '}, {ui::key::enter}, {ui::key::tab}, {'2'}})
    EXPECT_FALSE(keys.key(chord)) << chord.key;
  EXPECT_TRUE(keys.key({ui::key::f3})) << "function keys are for the window";
  ASSERT_TRUE(keys.popup());
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
  keys.set_scale(1.5f);
  keys.frames(3, 0.1);
  for (const char* name : {"File", "Edit", "Time", "Method", "View", "Lessons", "Help"}) {
    menu(name).open(keys);
    keys.frames(3, 0.1);
    EXPECT_EQ(keys.window("##Menu_00")->ScrollMax.y, 0) << name;
    keys.escape();
  }
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
  keys.right_click({plots->Pos.x + 0.5f * plots->Size.x, plots->Pos.y + 0.5f * plots->Size.y});
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
    while (!changes(*option) && !ui::is_typing()) keys.tab();  // its button back to the default
    EXPECT_FALSE(ui::is_typing()) << option->key;
  }
  while (!ui::is_typing()) keys.tab();
  keys.type("abc");
  for (const char* part : {"second", "text"}) {
    keys.tab();
    EXPECT_TRUE(ui::is_typing()) << "of a caption: " << part;
  }
  keys.tab();
  EXPECT_FALSE(ui::is_typing());
  keys.tab(true);
  EXPECT_TRUE(ui::is_typing()) << "Shift goes back";
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
  ASSERT_TRUE(ui::is_typing());
  keys.tab();
  EXPECT_STREQ(keys.ui.state().save.typed, "/home/me/other.toml");
  EXPECT_TRUE(ui::is_typing()) << "Tab has completed the path";
  keys.tab();
  EXPECT_FALSE(ui::is_typing());
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
    if (!ui::is_typing() && i < 4) keys.enter();
  }
  ASSERT_TRUE(keys.popup());
  keys.escape();
  EXPECT_FALSE(keys.popup());
  EXPECT_TRUE(keys.dialog());
  keys.escape();
  EXPECT_FALSE(keys.dialog());
}

// Text fields

/// ImGuiIO tells of the field that there was when the last frame began.
TEST(Typing, AKeyRightAfterTheOneThatClosesAFieldCounts) {
  for (const ImGuiKey closing : {ImGuiKey_Escape, ImGuiKey_Enter}) {
    Keys keys;
    keys.key({'O', true});
    keys.frames(3);
    keys.type("double-y");
    ASSERT_TRUE(ui::is_typing());
    EXPECT_FALSE(keys.key({'2'})) << "is a letter there";
    ImGui::GetIO().KeysDown[closing] = true;
    keys.frame();
    ImGui::GetIO().KeysDown[closing] = false;
    EXPECT_TRUE(keys.ui.key({'2'}, false, keys.context)) << closing;
  }
}

}  // namespace

#include "ui/input/keys.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <tuple>

#include "ik/methods/method.h"

namespace {

using ui::Action;

int index_of(std::string_view method) {
  int index = 0;
  for (const ik::MethodInfo* one : ik::methods()) {
    if (one->name == method) return index;
    ++index;
  }
  return -1;
}

TEST(Keys, NoKeyHasTwoMeanings) {
  std::map<std::tuple<int, bool, bool, bool>, std::string_view> seen;
  for (const ui::Shortcut& shortcut : ui::shortcuts())
    for (const ui::Chord& chord : shortcut.chords) {
      const auto [first, is_new] =
          seen.emplace(std::tuple(chord.key, chord.ctrl, chord.shift, chord.alt), shortcut.name);
      EXPECT_TRUE(is_new) << ui::name(chord) << " is " << first->second << " and " << shortcut.name
                          << ": see src/ui/input/keys.cpp and the keys of src/ui/panels";
    }
}

TEST(Keys, EveryEntryCanBeReadAndFound) {
  std::set<std::pair<Action, int>> actions;
  std::set<std::string_view> names;
  for (const ui::Shortcut& shortcut : ui::shortcuts()) {
    EXPECT_TRUE(actions.emplace(shortcut.action, shortcut.argument).second) << shortcut.shown;
    EXPECT_FALSE(shortcut.shown.empty());
    EXPECT_FALSE(shortcut.description.empty()) << shortcut.shown;
    EXPECT_TRUE(names.insert(shortcut.name).second) << shortcut.name;
    ASSERT_FALSE(shortcut.chords.empty()) << shortcut.shown;
    EXPECT_FALSE(ui::title(shortcut.group).empty());
    for (const ui::Chord& chord : shortcut.chords)
      EXPECT_EQ(ui::find_shortcut(chord).shortcut, &shortcut);
    const ui::Chord& first = shortcut.chords[0];
    EXPECT_EQ(first.ctrl, shortcut.shown.starts_with("Ctrl+")) << shortcut.shown;
    EXPECT_EQ(first.alt, shortcut.shown.find("Alt+") != std::string_view::npos) << shortcut.shown;
    const std::string_view shown = shortcut.shown;
    const size_t one_key = shown.size() - 1, plus = shown.rfind('+', one_key - 1);
    const std::string_view last = one_key > 0 ? shown.substr(plus + 1) : shown;
    if (first.key > ' ' && first.key < 127) {
      EXPECT_EQ(last[0], static_cast<char>(first.key)) << shortcut.shown;
    }
  }
}

TEST(Keys, DigitsChooseMethods) {
  EXPECT_EQ(ui::find_shortcut({'3'}).shortcut->action, Action::ChooseMethod);
  EXPECT_EQ(ui::find_shortcut({'3'}).argument, 2);
  EXPECT_EQ(ui::find_shortcut({'0'}).argument, 9);
  EXPECT_EQ(ui::find_shortcut({'1', false, true}).argument, 10);
  EXPECT_EQ(ui::shown_key(Action::ChooseMethod, 0), "1");
  EXPECT_EQ(ui::shown_key(Action::ChooseMethod, 8), "9");
  EXPECT_EQ(ui::shown_key(Action::ChooseMethod, 9), "0");
  EXPECT_EQ(ui::shown_key(Action::ChooseMethod, 10), "⇧1");
  EXPECT_EQ(ui::shown_key(Action::ChooseMethod, 99), "");
}

TEST(Keys, EveryMethodHasOne) {
  for (size_t index = 0; index < ik::methods().size(); ++index)
    EXPECT_NE(ui::shown_key(Action::ChooseMethod, static_cast<int>(index)), "")
        << ik::methods()[index]->name;
}

TEST(Keys, ModifiersCount) {
  EXPECT_EQ(ui::find_shortcut({'O', true}).shortcut->action, Action::OpenPicker);
  EXPECT_EQ(ui::find_shortcut({'O'}).shortcut, nullptr);
  EXPECT_EQ(ui::find_shortcut({'R', true}).shortcut, nullptr);
  EXPECT_EQ(ui::shown_key(Action::OpenPicker), "Ctrl+O");
  EXPECT_EQ(ui::shown_key(Action::About), "");
}

TEST(Keys, OfALessonAreThoseOfTheTable) {
  EXPECT_EQ(ui::with_keys("Restart ({restart}), then {toggle-pause}.", false),
            "Restart (R), then Space.");
  EXPECT_EQ(ui::with_keys("Restart ({restart}), then {toggle-pause}.", true),
            "Restart, then Space.");
  EXPECT_EQ(ui::with_keys("{dls}", false), ui::shown_key(Action::ChooseMethod, index_of("dls")));
  EXPECT_EQ(ui::with_keys("({no-such-key}) and {", true), "({no-such-key}) and {");
  EXPECT_EQ(ui::with_keys("", true), "");
}

TEST(Keys, ShippedLessonsNameOnlyKeysThatThereAre) {
  int named = 0;
  for (const auto& lesson :
       std::filesystem::directory_iterator(IKSCOPE_SOURCE_DIR "/assets/lessons")) {
    std::ifstream file(lesson.path());
    std::string text;
    for (std::string line; std::getline(file, line);)
      if (!line.starts_with("command = ")) text += line + "\n";  // those of [[step.measured]]
    named += static_cast<int>(std::ranges::count(text, '{'));
    EXPECT_EQ(ui::with_keys(text, false).find('{'), std::string::npos) << lesson.path();
  }
  EXPECT_GT(named, 5);
}

/// A key that closes the tab is not offered in it.
TEST(Keys, InAPageThoseOfTheBrowserAreNotNamed) {
  int kept = 0;
  for (const ui::Shortcut& shortcut : ui::shortcuts()) {
    const std::string shown = ui::shown_key(shortcut, true);
    kept += shown.empty();
    if (shown.empty() || shown == shortcut.shown) continue;
    const auto chord = ui::chord_named(shown);
    ASSERT_TRUE(chord) << shown;
    EXPECT_FALSE(ui::is_browser_key(*chord)) << shown;
  }
  EXPECT_GT(kept, 5);
  using enum ui::Action;
  for (const ui::Action action : {NewBody, ChooseTargets, LeaveLesson, Screenshot, ViewPicture,
                                  ScaleUp, ScaleDown, ScaleReset}) {
    EXPECT_EQ(ui::shown_key(action, 0, true), "");
    EXPECT_NE(ui::shown_key(action, 0), "");
  }
  EXPECT_EQ(ui::shown_key(SaveScene, 0, true), "Ctrl+S");
}

}  // namespace

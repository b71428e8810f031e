// Opening and saving: recent files, paths that are typed, what is there already.

#include <gtest/gtest.h>

#include <array>

#include "ui_harness.h"

namespace {

using test::UiHarness;

struct Disk : UiHarness {
  Disk() {
    disk["/home/"] = {{"ann", "", "/home/ann", "", true}};
    disk["/home/ann/"] = {{"arms", "", "/home/ann/arms", "", true},
                          {"arm.toml", "", "/home/ann/arm.toml"},
                          {"pendulum.toml", "", "/home/ann/pendulum.toml"}};
    disk["/home/ann/arms/"] = {{"long arm.toml", "", "/home/ann/arms/long arm.toml"}};
    listing.recent = {{"hand", "~", "/home/ann/hand.toml"}};
    listing.saved = {{"leg", "~", "/home/ann/leg.toml"}};
  }
  void ask(const std::string& file) {
    ui.ask_where(ui::Action::SaveScene, file, context);
    execute_requests();
    frames(4);
  }
  void open_picker() {
    key({'O', true});
    frames(3);
  }
  /// Expects so many taps on Down and Enter to open each of these.
  void expect_opened(std::initializer_list<std::pair<int, const char*>> all) {
    for (const auto& [downs, expected] : all) {
      open_picker();
      tap_often(ImGuiKey_DownArrow, downs);
      tap(ImGuiKey_Enter);
      EXPECT_EQ(opened.back(), expected);
    }
  }
  void tap_often(ImGuiKey key_, int times) {
    for (int i = 0; i < times; ++i) tap(key_);
  }
};

TEST(FileList, RecentAndSavedFilesComeFirst) {
  Disk there;
  there.expect_opened({{0, "/home/ann/hand.toml"}, {1, "/home/ann/leg.toml"}, {2, "double-y"}});
}

TEST(FileList, ScenesOfTheProgramAreInGroups) {
  Disk there;
  there.listing = {};
  there.scenes = {{.name = "arm", .group = "Robots"},
                  {.name = "dog", .group = "Figures"},
                  {.name = "other", .group = "Others"},
                  {.name = "wrist", .group = "Robots"},
                  {.name = "y"}};
  there.context.scenes = there.scenes;
  there.expect_opened({{0, "y"}, {1, "arm"}, {2, "wrist"}, {3, "dog"}, {4, "other"}});
}

TEST(FileList, LettersOpenASceneOrAFileAndAPathAFile) {
  Disk there;
  for (const auto& [typed, found] : {std::pair("dy", "double-y"),
                                     {"le", "/home/ann/leg.toml"},
                                     {"/home/ann/pend", "/home/ann/pendulum.toml"}}) {
    there.opened.clear();
    there.open_picker();
    there.type(typed);
    there.tap(ImGuiKey_Enter);
    EXPECT_EQ(there.opened, std::vector<std::string>{found}) << typed;
    EXPECT_FALSE(there.shown("Open")) << typed;
  }
}

TEST(FileList, WhatIsNotThereOpensNothingAndEscapeCloses) {
  Disk there;
  for (const char* typed : {"qqq", "/home/ann/leg", "/nowhere/arm.toml"}) {
    there.open_picker();
    there.type(typed);
    there.tap(ImGuiKey_Enter);
    EXPECT_TRUE(there.shown("Open")) << typed;
    there.tap(ImGuiKey_Escape);
    EXPECT_FALSE(there.shown("Open")) << typed;
  }
  EXPECT_TRUE(there.opened.empty());
}

/// A link that carries a lesson has thousands of letters.
TEST(FileList, ALongLinkFits) {
  Disk there;
  there.open_picker();
  const std::string link = "#lesson_text=" + std::string(15000, 'a');
  for (const char c : link) ImGui::GetIO().AddInputCharacter(static_cast<unsigned>(c));
  there.frames(2);
  EXPECT_EQ(there.ui.state().picker.typed, link);
}

TEST(FileList, TabCompletesAndEnterGoesIntoAFolder) {
  Disk there;
  there.open_picker();
  there.type("/ho");
  there.disk["/"] = {{"home", "", "/home", "", true}};
  there.type("m");
  there.tap(ImGuiKey_Tab);
  EXPECT_STREQ(there.ui.state().picker.typed, "/home/");
  there.type("a");
  there.tap(ImGuiKey_Enter);  // the folder ann
  there.frames(3);
  EXPECT_STREQ(there.ui.state().picker.typed, "/home/ann/");
  there.type("arm");
  there.tap(ImGuiKey_Tab);  // arms/ and arm.toml agree on nothing more
  EXPECT_STREQ(there.ui.state().picker.typed, "/home/ann/arm");
  there.type("s/");
  there.tap(ImGuiKey_Enter);
  EXPECT_EQ(there.opened, std::vector<std::string>{"/home/ann/arms/long arm.toml"});
}

TEST(FileList, TwoDotsLeadToTheFolderAbove) {
  Disk there;
  there.open_picker();
  there.type("/home/ann/arms/");
  there.tap(ImGuiKey_UpArrow);
  there.tap(ImGuiKey_Enter);
  there.frames(3);
  EXPECT_STREQ(there.ui.state().picker.typed, "/home/ann/");
  there.type("arms/");
  there.tap(ImGuiKey_Enter);  // what is in the folder comes first
  EXPECT_EQ(there.opened, std::vector<std::string>{"/home/ann/arms/long arm.toml"});
}

/// Of what is proposed the name is replaced, the ending and the folder only if they are typed, too.
TEST(Save, EnterSavesWhereItProposesOrWhatIsTyped) {
  Disk there;
  for (const auto& [proposed, typed, file] :
       {std::array{"/home/ann/y.toml", "", "/home/ann/y.toml"},
        {"/home/ann/y.toml", "z-2", "/home/ann/z-2.toml"},
        {"/home/ann/y", "z-2", "/home/ann/z-2.toml"},
        {"/home/ann/y.toml", "z.toml", "/home/ann/z.toml"},
        {"/home/ann/y.toml", "/home/ann/arms/z", "/home/ann/arms/z.toml"},
        {"/home/ann/y.toml", "/home/ann/arms/z.toml", "/home/ann/arms/z.toml"}}) {
    there.saved.clear();
    there.ask(proposed);
    ASSERT_TRUE(there.shown("Save scene")) << typed;
    there.type(typed);
    there.tap(ImGuiKey_Enter);
    ASSERT_EQ(there.saved.size(), 1u) << typed;
    EXPECT_EQ(there.saved[0].file, file) << typed << " for " << proposed;
    EXPECT_FALSE(there.shown("Save scene")) << typed;
  }
}

TEST(Save, EscapeTakesTheQuestionBackFirst) {
  Disk there;
  there.ask("/home/ann/arm.toml");
  there.tap(ImGuiKey_Enter);
  ASSERT_TRUE(there.ui.state().save.confirms);
  there.frames(3);
  there.tap(ImGuiKey_Escape);
  EXPECT_TRUE(there.shown("Save scene"));
  EXPECT_FALSE(there.ui.state().save.confirms);
  there.frames(3);
  there.type("x");
  there.tap(ImGuiKey_Enter);
  ASSERT_EQ(there.saved.size(), 1u);
  EXPECT_EQ(there.saved[0].file, "/home/ann/arm.tomlx.toml") << "what was typed is kept";
}

TEST(Save, AFileThatIsThereIsReplacedOnlyWhenAskedTwice) {
  Disk there;
  for (const char* path : {"/home/ann/arm.toml", "/home/ann/arm"}) {
    there.saved.clear();
    there.ask(path);
    there.tap(ImGuiKey_Enter);
    EXPECT_TRUE(there.saved.empty());
    EXPECT_TRUE(there.ui.state().save.confirms);
    there.frames(3);
    there.tap(ImGuiKey_Enter);
    ASSERT_EQ(there.saved.size(), 1u);
    EXPECT_EQ(there.saved[0].file, "/home/ann/arm.toml");
  }
}

TEST(Save, NothingIsSavedWhereNoFolderIs) {
  Disk there;
  there.ask("/nowhere/arm.toml");
  there.tap(ImGuiKey_Enter);
  EXPECT_TRUE(there.saved.empty());
  EXPECT_TRUE(there.shown("Save scene"));
  there.tap(ImGuiKey_Escape);
  EXPECT_FALSE(there.shown("Save scene"));
}

TEST(Save, FoldersAreEnteredByTheMouseAndKeepTheName) {
  Disk there;
  there.ask("/home/ann/y.toml");
  ASSERT_TRUE(there.click_on("Save scene/list", {"/home/ann/arms"}));
  there.frames(3);
  EXPECT_STREQ(there.ui.state().save.typed, "/home/ann/arms/y.toml");
  ASSERT_TRUE(there.click_on("Save scene", {"Save"}));
  ASSERT_EQ(there.saved.size(), 1u);
  EXPECT_EQ(there.saved[0].file, "/home/ann/arms/y.toml");
}

}  // namespace

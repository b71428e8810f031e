// What a film shows: its options, its dialog, a panel alone, its texts.

#include <gtest/gtest.h>

#include "ui_harness.h"

namespace {

using test::UiHarness;
using ui::key::f9;

TEST(Film, DialogChoosesAndStarts) {
  for (const ImVec2 size : {ImVec2{1280, 720}, ImVec2{1920, 1080}, ImVec2{640, 480}}) {
    UiHarness harness(size);
    harness.key({f9, false, true});
    harness.frames(20);
    ASSERT_TRUE(harness.shown("Film"));
    const auto choose = [&](const char* option, const char* choice) {
      return harness.click_on("Film", {option, "choice", choice});
    };
    EXPECT_TRUE(choose("film_size", "1080p"));
    EXPECT_EQ(ui::options::film_height(harness.options), 1080);
    EXPECT_TRUE(choose("film_rate", "30"));
    EXPECT_EQ(ui::options::number(harness.options, ui::options::film_rate), 30);
    EXPECT_TRUE(choose("film_format", "GIF"));
    EXPECT_STREQ(ui::options::film_ending(harness.options), "gif");
    ASSERT_TRUE(harness.click_on("Film", {"##title"}));
    harness.type("Damping");
    ASSERT_TRUE(harness.click_on("Film", {"Start"}));
    harness.frames(2);
    EXPECT_EQ(harness.films, std::vector<std::string>{"Damping"});
    EXPECT_FALSE(harness.shown("Film"));
  }
}

TEST(Film, CaptionsAreTypedWithTheirSeconds) {
  for (const ImVec2 size : {ImVec2{1280, 720}, ImVec2{1920, 1080}, ImVec2{640, 480}}) {
    UiHarness harness(size);
    harness.key({f9, false, true});
    harness.frames(20);
    const auto type = [&](int row, const char* field, const char* text) {
      const ImGuiWindow* list = harness.window("/captions_");
      ASSERT_TRUE(list);
      ImGui::SetScrollY(const_cast<ImGuiWindow*>(list), static_cast<float>(row) * 20);
      harness.frames(2);
      const ImGuiID at = ImHashData(&row, sizeof row, list->ID);
      const auto point = harness.find_id("/captions_", ImHashStr(field, 0, at));
      ASSERT_TRUE(point) << row << field << size.x;
      harness.click(*point);
      harness.type(text);
    };
    type(0, "##text", "Much damping");
    type(1, "##text", "Too little");
    type(2, "##text", "First");
    type(2, "##from", "0");
    type(0, "##from", "2.5");
    ASSERT_TRUE(harness.click_on("Film", {"Start"}));
    ASSERT_EQ(harness.film_captions.size(), 3u);
    const auto said = [&](double now) { return ui::caption_at(harness.film_captions, now); };
    EXPECT_EQ(said(0), "First");
    EXPECT_EQ(said(2.5), "Much damping");
    EXPECT_EQ(said(4.9), "Much damping");
    EXPECT_EQ(said(100), "Too little");
  }
}

TEST(Film, AnEmptyCaptionEndsTheOneBefore) {
  EXPECT_EQ(ui::caption_at({}, 0), "");
  const std::vector<ui::FilmCaption> captions{{1, "one"}, {2, ""}};
  EXPECT_EQ(ui::caption_at(captions, 0.99), "");
  EXPECT_EQ(ui::caption_at(captions, 1), "one");
  EXPECT_EQ(ui::caption_at(captions, 2), "");
}

TEST(Film, WithoutFfmpegThereIsOneFormat) {
  UiHarness harness;
  harness.context.has_encoder = false;
  harness.key({f9, false, true});
  harness.frames(20);
  ASSERT_TRUE(harness.shown("Film"));
  EXPECT_TRUE(harness.find("Film", {"film_size", "choice", "1080p"}));
  EXPECT_FALSE(harness.find("Film", {"film_format", "choice", "MP4"}));
}

TEST(Film, ItsTimeIsShownWhileItIsRecorded) {
  UiHarness harness;
  const auto is_said = [&] {
    return std::ranges::count(harness.drawn(), "1:05", &test::DrawnText::text) > 0;
  };
  EXPECT_FALSE(is_said());
  harness.context.film_seconds = 65.9;
  EXPECT_TRUE(is_said());
  harness.options.set("presenter", 1);  // where there is no menu
  harness.frames(2);
  EXPECT_TRUE(is_said());
}

TEST(Film, KeysStartStopAndClose) {
  UiHarness harness;
  harness.key({f9});
  EXPECT_EQ(harness.acted, std::vector{ui::Action::Record});
  harness.key({f9, false, true});
  ASSERT_TRUE(harness.shown("Film"));
  harness.tap(ImGuiKey_Escape);
  EXPECT_FALSE(harness.shown("Film"));
  harness.context.film_seconds = 65;
  harness.key({f9, false, true});
  EXPECT_FALSE(harness.shown("Film"));
  EXPECT_EQ(harness.ui.state().toasts.newest(), "F9 stops the film");
}

TEST(Film, OfEachPanelAloneFillsThePicture) {
  UiHarness harness({1280, 720});
  harness.run(200);
  harness.frames(2);
  const base::Parameter& shows = ui::options::film_shows();
  ASSERT_GE(shows.choices.size(), 6u);
  EXPECT_EQ(ui::options::film_panel(harness.options), nullptr);
  size_t seen = 0;
  const sim::Solving solving(harness.session->simulation(), true);
  harness.context.search.solving = &solving;
  for (size_t i = 2; i < shows.choices.size(); ++i) {
    harness.options.set_text("film_shows", shows.choices[i]);
    const ui::PanelInfo* panel = ui::options::film_panel(harness.options);
    ASSERT_TRUE(panel);
    ImGuiContext* window = ImGui::GetCurrentContext();
    ImGuiContext* sheet = ImGui::CreateContext();
    ImGui::SetCurrentContext(sheet);
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {1920, 1080};
    ui::Ui film;
    for (int frame = 0; frame < 3; ++frame) {
      film.set_scale(1, 1.5f);
      ImGui::NewFrame();
      film.draw(harness.context, harness.ui, panel, {});
      ImGui::Render();
    }
    // Building says little while nothing is built.
    EXPECT_GT(ImGui::GetDrawData()->TotalVtxCount, panel->name == "build" ? 150 : 300)
        << shows.choices[i];
    for (const ImGuiWindow* one : sheet->Windows) {
      if (!one->WasActive || panel->name != one->Name) continue;
      EXPECT_EQ(one->Size.x * one->Size.y, 1920 * 1080) << shows.choices[i];
      ++seen;
    }
    EXPECT_EQ(film.map_request().has_value(), panel->name == "map");
    ImGui::SetCurrentContext(window);
    ImGui::DestroyContext(sheet);
  }
  EXPECT_EQ(seen, shows.choices.size() - 2);
}

TEST(Film, TextsAreWithinThePicture) {
  UiHarness harness({1280, 720});
  const auto extent = [&](const ui::FilmText& said) {
    ImGui::NewFrame();
    ui::draw_film_text(harness.ui.state().look, said, {1280, 720});
    ImRect box{FLT_MAX, FLT_MAX, -FLT_MAX, -FLT_MAX};
    for (const ImDrawVert& one : ImGui::GetForegroundDrawList()->VtxBuffer) box.Add(one.pos);
    ImGui::Render();
    return box;
  };
  const std::string lines =
      "A sentence that is rather long for a caption, because it has to be broken "
      "into lines that all fit into the picture, with\nan end of a line";
  const ImRect caption = extent({.caption = lines, .bottom_margin = 45});
  EXPECT_GE(caption.Min.x, 0);
  EXPECT_LE(caption.Max.x, 1280);
  EXPECT_GT(caption.Min.y, 674);
  EXPECT_LE(caption.Max.y, 720);
  const ImRect title = extent({.title = lines});
  EXPECT_GE(title.Min.x, 0);
  EXPECT_LE(title.Max.y, 720);
  EXPECT_LT(extent({}).Max.x, 0) << "nothing";
}

TEST(Keys, AreFoundByTheirNames) {
  using ui::Chord;
  const std::pair<const char*, Chord> named[] = {{"3", {'3'}},
                                                 {"Shift+M", {'M', false, true}},
                                                 {"Ctrl+Shift+S", {'S', true, true}},
                                                 {"Alt+2", {'2', false, false, true}},
                                                 {"Space", {' '}},
                                                 {"Esc", {ui::key::escape}},
                                                 {"F5", {ui::key::f5}},
                                                 {"Ctrl++", {'+', true}},
                                                 {"{restart}", {'R'}},
                                                 {"{dls}", {'3'}}};
  for (const auto& [name, chord] : named) {
    const auto found = ui::chord_named(name);
    ASSERT_TRUE(found) << name;
    EXPECT_EQ(*found, chord) << name;
  }
  for (const char* name : {"", "Shift+", "Strg+S", "{nothing}", "shift+m", "AB"})
    EXPECT_FALSE(ui::chord_named(name)) << name;
  int count = 0;
  for (const ui::Shortcut& shortcut : ui::shortcuts())
    for (const Chord& chord : shortcut.chords) {
      const std::string name = ui::name(chord);
      if (name.empty()) continue;  // the keypad's Enter
      EXPECT_TRUE(ui::chord_named(name)) << name;
      ++count;
    }
  EXPECT_GT(count, 50);
}

}  // namespace

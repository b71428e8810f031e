#include "ui/kit/format.h"

#include <gtest/gtest.h>

#include "ui_harness.h"

namespace {

using test::UiHarness;

const std::string many(16400, 'n');

TEST(Shown, ShortTextsStayAsTheyAre) {
  EXPECT_EQ(ui::shown_message(""), "");
  EXPECT_EQ(ui::shown_message("y.toml:3: name is \"a b\", αβγ"), "y.toml:3: name is \"a b\", αβγ");
}

TEST(Shown, ControlCharactersAreWrittenOut) {
  EXPECT_EQ(ui::shown_message("a\nb\x1b[31m.toml:3: \xff"), "a\\nb\\x1B[31m.toml:3: \\xFF");
}

TEST(Shown, OfALongMessageFileLineAndSentenceStay) {
  const std::string folder = "/home/" + std::string(4000, 'f') + "/";
  const std::string said = ui::shown_message(folder + "y.toml:13: joint \"" + many + " " + many +
                                             "\" is unknown; expected \"root\"");
  EXPECT_LE(said.size(), 500u);
  for (const char* part :
       {"/home/ff", "ff/y.toml:13: joint \"nnn", "…", "nn\" is unknown; expected \"root\""})
    EXPECT_NE(said.find(part), said.npos) << part << " in " << said;
}

TEST(Shown, NoLetterIsCutInTwo) {
  std::string letters;
  while (letters.size() < 3000) letters += "σ ₃ ";
  for (size_t most = 100; most < 112; ++most) {
    const std::string said = ui::shown_message(letters, most);
    EXPECT_LE(said.size(), most);
    for (size_t i = 0; i < said.size();) {
      const auto lead = static_cast<unsigned char>(said[i]);
      const size_t bytes = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : 3;
      EXPECT_NE(lead & 0xC0, 0x80) << most << " " << said;
      i += bytes;
    }
  }
}

/// Dear ImGui draws no text of 16384 letters or more at once.
TEST(Shown, LongMessagesAndNamesCanBeDrawn) {
  UiHarness harness;
  harness.ui.message(many);
  harness.ui.error("no scene \"" + many + "\"");
  harness.frames(3, 0.1);
  EXPECT_TRUE(harness.shown("toast 1"));
}

TEST(Shown, FilesOfAPageByTheirNames) {
  const struct {
    const char *message, *said;
  } cases[] = {{"/home/web/opened/wrong.toml:12: expected a number",
                "wrong.toml, line 12: expected a number"},
               {"/home/web/opened/r/arm.urdf: the mesh /home/web/opened/r/a.stl is missing",
                "r/arm.urdf: the mesh r/a.stl is missing"},
               {"nothing of a file at 12:30: here", "nothing of a file at 12:30: here"},
               {"Saved as /home/web/opened/", "Saved as "}};
  for (const auto& [message, said] : cases)
    EXPECT_EQ(ui::without_folder(message, "/home/web/opened/"), said);
}

}  // namespace

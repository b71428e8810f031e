// Tests scripts of films.

#include "formats/film_file.h"

#include <gtest/gtest.h>

#include "files/read_text.h"
#include "support/refusal.h"

namespace {

formats::FilmFile parse(const std::string& text) {
  static const std::vector<base::Parameter> options{
      base::toggle("show_axes", "Axes", false, "Shows them.", "")};
  return formats::parse_film(text, "film.toml", {options, {}});
}

const std::string head = "seconds = 10\nscene = \"y\"\n";

TEST(FilmFile, HasCuesInTheOrderOfTime) {
  const formats::FilmFile film = parse("title = \"Damping\"\n" + head + R"(
[view]
show_axes = true
[[cue]]
at = 1.5
caption = "λ goes down"
until = 4
over = 2
[[cue.command]]
do = "set"
key = "lambda"
value = 0.1
[[cue]]
after = 0.5
press = ["{restart}", "Shift+M"]
lesson = "damping"
)");
  EXPECT_EQ(film.title, "Damping");
  EXPECT_EQ(film.title_seconds, 3);
  EXPECT_EQ(film.seconds, 10);
  EXPECT_TRUE(test::has(film.scene, "y.toml"));
  ASSERT_EQ(film.view.size(), 1u);
  ASSERT_EQ(film.cues.size(), 2u);
  EXPECT_EQ(film.cues[0].caption, "λ goes down");
  EXPECT_EQ(film.cues[0].until, 4);
  EXPECT_EQ(film.cues[0].ramp_seconds, 2);
  ASSERT_EQ(film.cues[0].commands.size(), 1u);
  EXPECT_EQ(film.cues[1].at, 2);
  EXPECT_EQ(film.cues[1].press.size(), 2u);
  EXPECT_EQ(film.cues[1].lesson, "damping");
  EXPECT_FALSE(film.cues[1].caption);
  EXPECT_EQ(film.cues[1].origin, "film.toml:16");
}

TEST(FilmFile, TheDocumentsExampleIsOne) {
  const std::string text = files::read_text(IKSCOPE_SOURCE_DIR "/docs/films.md", files::document),
                    open = "```toml\n";
  const size_t begin = text.find(open) + open.size();
  EXPECT_EQ(parse(text.substr(begin, text.find("```", begin) - begin)).cues.size(), 3u);
}

TEST(FilmFile, SaysWhatIsWrongAndWhere) {
  const std::pair<std::string, std::vector<std::string>> wrong[] = {
      {"scene = \"y\"\n", {"film.toml", "seconds"}},
      {"seconds = 10\n", {"film.toml", "neither a scene nor a lesson"}},
      {head + "lesson = \"damping\"\n", {"film.toml:3", "only one of them"}},
      {head + "sceen = 3\n", {"film.toml:3", "sceen"}},
      {"seconds = 10\nlesson = \"dampnig\"\n", {"film.toml:2", "damping"}},
      {head + "[view]\nshow_axis = true\n", {"film.toml:4", "show_axis"}},
      {head + "[[cue]]\n", {"film.toml:3", "at", "after"}},
      {head + "[[cue]]\nat = 1\nafter = 1\n", {"film.toml:3", "at", "after"}},
      {head + "[[cue]]\nat = 3\n[[cue]]\nat = 2\n", {"film.toml:6", "earlier"}},
      {head + "[[cue]]\nat = 11\n", {"film.toml:3", "after the end"}},
      {head + "[[cue]]\nat = 1\ncaption = 3\n", {"film.toml:5", "caption"}},
      {head + "[[cue]]\nat = 1\n[[cue.command]]\ndo = \"sett\"\n", {"film.toml:6", "sett"}},
      {head + "[[cue]]\nat = 1\n[[cue.command]]\nat = 3\ndo = \"restart\"\n",
       {"film.toml:5", "neither at nor run"}},
      {head + "[[cue]]\nat = 1\n[[cue.command]]\ndo = \"set\"\nkey = \"lambad\"\nvalue = 1\n",
       {"film.toml:7", "no parameter \"lambad\"", "did you mean \"lambda\""}},
      {head + "[[cue]]\nat = 1\n[[cue.command]]\ndo = \"reset\"\nkey = \"lambad\"\n",
       {"film.toml:7", "no parameter \"lambad\""}},
      {head +
           "[[cue]]\nat = 1\n[[cue.command]]\ndo = \"set-several\"\nkeys = [\"dmax\", \"dmix\"]\n"
           "values = [1, 1]\n",
       {"film.toml:7", "no parameter \"dmix\""}},
      {head + "[[cue]]\nat = 1\n[[cue.command]]\ndo = \"choose\"\nname = \"dlss\"\n",
       {"film.toml:7", "no method \"dlss\"", "did you mean"}},
      {head + "[[cue]]\nat = 1\n[[cue.command]]\ndo = \"compare\"\nmethods = [\"dls\", \"ddd\"]\n",
       {"film.toml:7", "no method \"ddd\""}},
      {head + "[[cue]]\nat = 1\nscene = \"nowhere\"\n", {"film.toml:5", "nowhere"}}};
  for (const auto& [text, parts] : wrong) {
    const std::string said = test::refusal([&, text = text] { parse(text); });
    for (const std::string& part : parts) EXPECT_TRUE(test::has(said, part)) << text;
  }
}

}  // namespace

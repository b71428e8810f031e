// Randomly edited scenes of the program load, or are refused with a sentence; nothing else happens.

#include <gtest/gtest.h>

#include "files/read_text.h"
#include "formats/assets.h"
#include "sim/simulation.h"
#include "support.h"
#include "support/effort.h"
#include "support/random.h"
#include "support/scenes.h"

namespace {

void spoil(std::string& text, test::Random& random) {
  static const std::vector<std::string> bits = {
      "nan",     "inf",   "-1",  "1e308", "0",
      "\"",      "[",     "]",   "[[",    "=",
      "\n",      "world", "#",   "1e400", "-0.0",
      "{",       "}",     ".",   "'''",   "\"\"\"",
      "\\u0000", "\xc3",  "\0x", "true",  "99999999999999"};
  const auto at = [&] {
    return static_cast<size_t>(random.index(static_cast<int>(text.size()) + 1));
  };
  const size_t from = at(), length = static_cast<size_t>(random.index(12));
  switch (random.index(6)) {
    case 0:
      text.insert(from, bits[static_cast<size_t>(random.index(static_cast<int>(bits.size())))]);
      break;
    case 1:
      text.erase(from, length);
      break;
    case 2:
      text.replace(from, length,
                   bits[static_cast<size_t>(random.index(static_cast<int>(bits.size())))]);
      break;
    case 3:
      if (from < text.size()) text[from] = static_cast<char>(random.index(256));
      break;
    case 4:
      text.insert(from, text.substr(at(), static_cast<size_t>(random.index(200))));
      break;
    case 5: {  // lose or move a line
      const size_t begin = text.rfind('\n', from), end = text.find('\n', from);
      if (begin == std::string::npos || end == std::string::npos) break;
      const std::string line = text.substr(begin, end - begin);
      text.erase(begin, end - begin);
      if (random.chance(0.5)) text.insert(std::min(at(), text.size()), line);
      break;
    }
  }
}

TEST(SceneFuzz, LoadsOrRefuses) {
  test::Random random(20);
  int loaded = 0, refused = 0;
  std::vector<std::string> originals;
  std::string row = test::small_scene();
  row.replace(row.find("type = \"ball\""), 13, "type = \"ball\"\ncount = 4\nto = [2, 0, 0]");
  originals.push_back(row);
  for (const std::string& name : test::scene_names())
    originals.push_back(files::read_text(formats::find_scene(name), files::scene));
  for (int round = 0; round < test::by_effort(4000, 6000); ++round) {
    std::string text = originals[static_cast<size_t>(round) % originals.size()];
    for (int edits = 1 + random.index(4) / 2; edits > 0; --edits) spoil(text, random);
    try {
      const auto scene = formats::parse(text, "fuzz.toml");
      ++loaded;
      test::expect_same(*scene, *formats::parse(formats::to_toml(*scene), "again.toml"));
      if (loaded % 10 == 0) {  // a scene that loads also works
        sim::Simulation simulation(scene);
        simulation.apply(sim::SetParameter{"bodies", 3});
        for (int k = 0; k < 20; ++k) simulation.step();
        EXPECT_TRUE(simulation.run().solver().pose().theta.allFinite()) << text;
      }
    } catch (const base::Error& error) {
      ++refused;
      const std::string said = error.what();
      EXPECT_EQ(said.find("fuzz.toml:"), 0u) << said;
      EXPECT_EQ(said.find('\n'), std::string::npos) << said;
    }
    ASSERT_FALSE(HasFailure()) << text;
  }
  EXPECT_GT(loaded, 300);
  EXPECT_GT(refused, 500);
}

TEST(SceneFuzz, Rubbish) {
  test::Random random(21);
  for (int round = 0; round < 2000; ++round) {
    std::string text(static_cast<size_t>(1 + random.index(300)), ' ');
    for (char& c : text) c = static_cast<char>(random.index(256));
    EXPECT_NE(test::complaint(text), "");
  }
}

}  // namespace

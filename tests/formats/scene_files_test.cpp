// Scenes as files: those that can be read, and the sentences about those that cannot.

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "formats/suggest.h"
#include "support.h"
#include "support/temporary_folder.h"

namespace {

using test::small_scene;

class SceneFiles : public testing::Test {
 protected:
  std::string file(const std::string& name, const std::string& text) const {
    return temporary_.put(name, text).string();
  }
  static std::string complaint_of(const std::string& path) {
    return test::refusal([&] { formats::load(path); });
  }
  const test::TemporaryFolder temporary_;
  const std::filesystem::path folder_ = temporary_.path();
};

TEST_F(SceneFiles, LoadsAndNamesItselfInErrors) {
  EXPECT_EQ(complaint_of(file("right.toml", small_scene())), "");
  std::string text = small_scene();
  formats::replace_all(text, "dt = 0.01", "dt = 7");
  const std::string wrong = file("wrong.toml", text);
  EXPECT_EQ(complaint_of(wrong).find(wrong + ":2: "), 0u);
}

/// `like` works whatever folder the program was started in.
TEST_F(SceneFiles, LikeAnotherBesideIt) {
  file("base.toml", small_scene());
  EXPECT_EQ(complaint_of(file("a.toml", "name = \"a\"\nlike = \"base.toml\"\n")), "");
  EXPECT_EQ(complaint_of(file("b.toml", "name = \"b\"\nlike = \"./base.toml\"\n")), "");
  const std::string base = (folder_ / "base.toml").string(),
                    none = (folder_ / "none.toml").string();
  EXPECT_EQ(complaint_of(file("c.toml", "name = \"c\"\nlike = \"" + base + "\"\n")), "");
  const std::string lost = file("d.toml", "name = \"d\"\nlike = \"none.toml\"\n");
  EXPECT_EQ(complaint_of(lost),
            lost + ":2: " + none + ": there is no such file; expected a scene file (.toml)");
}

TEST_F(SceneFiles, OfWindowsAreReadAlike) {
  std::string windows = "\xEF\xBB\xBF";
  for (const char c : "description = \"\"\"one\ntwo\"\"\"\n" + small_scene())
    windows += c == '\n' ? std::string("\r\n") : std::string(1, c);
  const auto scene = formats::load(file("windows.toml", windows));
  EXPECT_EQ(scene->description, "one\ntwo");
  EXPECT_EQ(scene->skeleton->joints(), 5);
}

TEST_F(SceneFiles, WhatIsNoFile) {
  const std::string missing = (folder_ / "missing.toml").string();
  EXPECT_EQ(complaint_of(missing),
            missing + ": there is no such file; expected a scene file (.toml)");
  EXPECT_EQ(complaint_of(folder_.string()),
            folder_.string() + ": this is a folder; expected a scene file (.toml)");
  EXPECT_TRUE(test::has(complaint_of("/dev/zero"), "not a regular file"));
  EXPECT_TRUE(test::has(complaint_of(missing + "/below"), "no such file"));
  EXPECT_TRUE(test::has(complaint_of(std::string(5000, 'x')), "cannot be read"));
  const std::string fifo = (folder_ / "fifo").string();
  ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
  EXPECT_TRUE(test::has(complaint_of(fifo), "not a regular file"));
}

TEST_F(SceneFiles, OfOtherProgramsAreToldWhatOpens) {
  for (const auto& [name, text] : {std::pair{"x.png", "\x89PNG\r\n\x1a\n"},
                                   {"x.stl", "solid x\n"},
                                   {"x.zip", "PK\3\4=\n"},
                                   {"x.json", "{\"a\": 1}"},
                                   {"x.usda", "#usda 1.0\n(\n)\n"},
                                   {"x.yaml", "a: 1\n"}}) {
    const std::string path = file(name, text);
    EXPECT_EQ(complaint_of(path).find(path + ": what ends in \"." + std::string(name).substr(2) +
                                      "\" does not open; expected scenes, sessions"),
              0u)
        << complaint_of(path);
  }
  EXPECT_EQ(complaint_of(file("small.scene", "# of mine\n" + small_scene())), "");
}

TEST_F(SceneFiles, LessonsAreTold) {
  const std::string path = file("lesson.toml", "title = \"x\"\n[[step]]\ntext = \"y\"\n");
  EXPECT_TRUE(test::has(complaint_of(path),
                        ": this is a lesson; expected a scene: open lessons with "
                        "ikscope --lesson " +
                            path));
}

TEST_F(SceneFiles, Unreadable) {
  EXPECT_TRUE(test::has(complaint_of("/proc/self/mem"), "cannot be read, Input/output error"));
  const std::string path = file("secret.toml", small_scene());
  std::filesystem::permissions(path, std::filesystem::perms::none);
  const uid_t user = geteuid();
  if (user == 0) {
    EXPECT_EQ(seteuid(65534), 0);  // root can read everything, the user nobody cannot
  }
  const std::string complaint = complaint_of(path);
  if (user == 0) {
    EXPECT_EQ(seteuid(user), 0);
  }
  EXPECT_TRUE(test::has(complaint, "cannot be read, Permission denied"));
}

TEST_F(SceneFiles, Giant) {
  const std::string path = file("giant.toml", small_scene());
  std::filesystem::resize_file(path, uintmax_t{1} << 40);  // sparse
  EXPECT_TRUE(test::has(complaint_of(path), "larger than 64 MB"));
}

TEST(Suggest, NearNamesOnly) {
  const std::vector<std::string> names = {"lambda", "dmax", "dmax_mode"};
  EXPECT_EQ(formats::did_you_mean("lamda", names), " (did you mean \"lambda\"?)");
  EXPECT_EQ(formats::did_you_mean("DMAX", names), " (did you mean \"dmax\"?)");
  EXPECT_EQ(formats::did_you_mean("zzz", names), "");
  EXPECT_EQ(formats::did_you_mean("", names), "");
  EXPECT_EQ(formats::did_you_mean(std::string(100000, 'l'), names), "");
}

}  // namespace

// Files that are there whole or not at all.

#include "files/output_file.h"

#include "support.h"

namespace {

using files::OutputFile;

class Output : public test::Folder {
 protected:
  static void write(const std::filesystem::path& file, const std::string& text) {
    OutputFile out(file);
    out.write(text);
    out.commit();
  }
};

TEST_F(Output, WithoutCommitLeavesNothing) {
  {
    OutputFile out(folder_ / "x");
    out.write("half");
    EXPECT_EQ(names().size(), 1u);
    EXPECT_FALSE(std::filesystem::exists(folder_ / "x"));
  }
  EXPECT_TRUE(names().empty());
  write(folder_ / "x", "whole");
  EXPECT_EQ(bytes_of(folder_ / "x"), "whole");
  EXPECT_EQ(names(), std::vector<std::string>{"x"});
}

TEST_F(Output, RefusesPlacesThatCannotBeWritten) {
  EXPECT_NE(test::refusal([] { OutputFile("/proc/x"); }), "");
  EXPECT_EQ(test::refusal([] { OutputFile(""); }),
            "the name of the output file is empty; expected a file name");
  EXPECT_EQ(test::refusal([&] { OutputFile{folder_}; }),
            folder_.string() + ": this is a folder; expected the name of an output file");
  EXPECT_EQ(test::refusal([&] { write("/dev/full", "x"); }),
            "/dev/full: cannot be written, No space left on device");
}

TEST_F(Output, TwoAtOnceDoNotMeet) {  // the last to be committed stays
  OutputFile one(folder_ / "x"), other(folder_ / "x");
  one.write("one");
  other.write("other");
  one.commit();
  EXPECT_EQ(bytes_of(folder_ / "x"), "one");
  other.commit();
  EXPECT_EQ(bytes_of(folder_ / "x"), "other");
  EXPECT_EQ(names().size(), 1u);
}

TEST_F(Output, NamesMayBeAsLongAsTheSystemAllows) {
  const std::string longest(255, 'n');
  write(folder_ / longest, "x");
  EXPECT_EQ(names(), std::vector<std::string>{longest});
  EXPECT_NE(test::refusal([&] { write(folder_ / (longest + "n"), "x"); }), "");
  EXPECT_EQ(names().size(), 1u);
}

TEST_F(Output, AReplacedFileKeepsItsPermissions) {
  const std::filesystem::path file = put("x", "old");
  std::filesystem::permissions(file, std::filesystem::perms(0640));
  write(file, "new");
  EXPECT_EQ(bytes_of(file), "new");
  EXPECT_EQ(std::filesystem::status(file).permissions(), std::filesystem::perms(0640));
}

TEST_F(Output, AProtectedFileIsNotReplaced) {
  const std::filesystem::path file = put("x", "old");
  std::filesystem::permissions(file, std::filesystem::perms(0444));
  std::filesystem::permissions(folder_, std::filesystem::perms::all);
  const test::AsNobody nobody;
  EXPECT_EQ(test::refusal([&] { write(file, "new"); }),
            file.string() + ": cannot be written, Permission denied");
  EXPECT_EQ(bytes_of(file), "old");
}

}  // namespace

// The one reader of files: only regular ones, of a size that makes sense, whatever their line ends.

#include "files/read_text.h"

#include <sys/socket.h>
#include <sys/un.h>

#include "support.h"

namespace {

using files::read_text;
constexpr files::Kind notes{"some notes", files::megabyte};

class ReadText : public test::Folder {
 protected:
  static std::string said(const std::filesystem::path& file) {
    return test::refusal([&] { read_text(file, notes); });
  }
};

TEST_F(ReadText, GivesWhatIsThere) {
  EXPECT_EQ(read_text(put("a", "one\ntwo"), notes), "one\ntwo");
  EXPECT_EQ(read_text(put("empty", ""), notes), "");
  const std::string large(files::megabyte, 'x');
  EXPECT_EQ(read_text(put("large", large), notes), large);
  EXPECT_NE(read_text("/proc/self/status", notes).find("Name:"), std::string::npos);  // says size 0
}

TEST_F(ReadText, LineEndsAndByteOrderMarkMakeNoDifference) {
  EXPECT_EQ(read_text(put("a", "\xEF\xBB\xBFone\r\ntwo\r\n"), notes), "one\ntwo\n");
  EXPECT_EQ(files::plain_lines("\r\n\r\r\n\rx\r"), "\n\r\n\rx\r");  // alone it is no line end
  EXPECT_EQ(files::plain_lines("\xEF\xBB\xBF"), "");
  EXPECT_EQ(files::plain_lines("x\xEF\xBB\xBF"), "x\xEF\xBB\xBF");
  EXPECT_EQ(files::plain_lines("one\rtwo\r"), "one\ntwo\n");  // of an old Macintosh
}

TEST_F(ReadText, SaysWhatToDoAboutTextThatIsNotThere) {
  EXPECT_NE(said(put("pointer", "version https://git-lfs.github.com/spec/v1\noid sha256:0"))
                .find("run git lfs pull"),
            std::string::npos);
  for (const char* mark : {"\xFF\xFE", "\xFE\xFF"})
    EXPECT_TRUE(
        said(put("wide", mark))
            .ends_with(
                "wide:1: the file is in UTF-16; expected UTF-8: save it with that encoding"));
}

TEST_F(ReadText, RefusesByKind) {
  const auto expect = [&](const std::filesystem::path& file, const std::string& what) {
    EXPECT_EQ(said(file), file.string() + ": " + what + "; expected some notes");
  };
  expect(folder_ / "none", "there is no such file");
  expect(put("file", "") / "below", "there is no such file");
  expect(folder_, "this is a folder");
  expect("/dev/zero", "this is not a regular file");
  expect(folder_ / std::string(5000, 'x'), "cannot be read, File name too long");
  const std::filesystem::path pipe = folder_ / "pipe", socket_file = folder_ / "socket";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  expect(pipe, "this is not a regular file");
  const int number = socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un name{.sun_family = AF_UNIX, .sun_path = {}};
  socket_file.string().copy(name.sun_path, sizeof name.sun_path - 1);
  ASSERT_EQ(bind(number, reinterpret_cast<sockaddr*>(&name), sizeof name), 0);
  expect(socket_file, "this is not a regular file");
  close(number);
  std::filesystem::create_symlink("loop", folder_ / "loop");
  expect(folder_ / "loop", "cannot be read, Too many levels of symbolic links");
  expect("/proc/self/mem", "cannot be read, Input/output error");
}

TEST_F(ReadText, TheBeginningOfWhatIsNoFileIsEmpty) {
  EXPECT_EQ(files::begin_of(put("file", "abcdef"), 3), "abc");
  EXPECT_EQ(files::begin_of(folder_ / "file", 300), "abcdef");
  const std::filesystem::path pipe = folder_ / "pipe.xml";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  for (const std::filesystem::path& none :
       {pipe, folder_ / "none", std::filesystem::path(folder_), std::filesystem::path("/dev/zero"),
        std::filesystem::path("/dev/tty"), std::filesystem::path("/dev/full")})
    EXPECT_EQ(files::begin_of(none, 10), "") << none;
}

TEST_F(ReadText, RefusesBySizeBeforeReading) {
  const std::filesystem::path giant = put("giant", "x");
  std::filesystem::resize_file(giant, uintmax_t{1} << 42);  // sparse
  const std::string expected =
      giant.string() + ": the file is larger than 1 MB; expected some notes, which is smaller";
  EXPECT_EQ(said(giant), expected);
  std::filesystem::resize_file(giant, files::megabyte + 1);
  EXPECT_EQ(said(giant), expected);
  std::filesystem::resize_file(giant, files::megabyte);
  EXPECT_EQ(said(giant), "");
}

TEST_F(ReadText, RefusesWhatMayNotBeRead) {
  const std::filesystem::path secret = put("secret", "");
  std::filesystem::permissions(secret, std::filesystem::perms::none);
  const test::AsNobody nobody;
  EXPECT_EQ(said(secret),
            secret.string() + ": cannot be read, Permission denied; expected some notes");
}

}  // namespace

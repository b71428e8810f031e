#pragma once
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/refusal.h"
#include "support/temporary_folder.h"

namespace test {

inline std::string contents(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

inline std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> all;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) all.push_back(line);
  return all;
}

inline std::vector<double> numbers(const std::string& row) {
  std::vector<double> all;
  std::istringstream in(row);
  for (std::string cell; std::getline(in, cell, ',');) all.push_back(std::stod(cell));
  return all;
}

/// Runs the real ikscope-lab in a folder of its own.
class Lab : public testing::Test {
 protected:
  struct Result {
    int code;
    std::string out, err;
  };

  void SetUp() override { std::filesystem::create_directories(folder_ / "work"); }

  /// The program with these words of a shell command line.
  Result lab(const std::string& words) const {
    const std::string command = "cd '" + (folder_ / "work").string() + "' && '" + program() + "' " +
                                words + " >../out 2>../err";
    const int status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, contents(folder_ / "out"),
            contents(folder_ / "err")};
  }

  /// With these words it must succeed. Returns what it prints.
  std::string succeed(const std::string& words) const {
    const Result result = lab(words);
    if (result.code != 0) throw std::runtime_error(words + "\n" + result.out + result.err);
    return result.out;
  }

  /// It must fail with exit code 1 and this one sentence, nothing on standard output.
  void expect_refusal(const std::string& words, const std::string& part) const {
    const Result result = lab(words);
    EXPECT_EQ(result.code, 1) << words;
    EXPECT_EQ(result.out, "") << words;
    EXPECT_EQ(lines(result.err).size(), 1u) << result.err;
    EXPECT_EQ(result.err.find("ikscope-lab: "), 0u) << result.err;
    EXPECT_TRUE(test::has(result.err, part)) << words;
  }

  std::filesystem::path file(const std::string& name) const { return folder_ / "work" / name; }
  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder_ / "work"))
      names.push_back(entry.path().filename().string());
    return names;
  }
  static std::string program() { return std::string(IKSCOPE_BIN_DIR) + "/ikscope-lab"; }

  const TemporaryFolder temporary_;
  const std::filesystem::path folder_ = temporary_.path();
};

}  // namespace test

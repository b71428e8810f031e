#pragma once
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "support/refusal.h"
#include "support/temporary_folder.h"

namespace test {

/// While it lives, permissions count for root too.
struct AsNobody {
  AsNobody() : was_root_(geteuid() == 0) { EXPECT_EQ(seteuid(was_root_ ? 65534 : geteuid()), 0); }
  ~AsNobody() { EXPECT_EQ(seteuid(was_root_ ? 0 : geteuid()), 0); }
  AsNobody(const AsNobody&) = delete;
  AsNobody& operator=(const AsNobody&) = delete;

 private:
  bool was_root_;
};

/// A folder of its own for each test.
class Folder : public testing::Test {
 protected:
  std::filesystem::path put(const std::string& name, const std::string& bytes) const {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
    return folder_ / name;
  }
  static std::string bytes_of(const std::filesystem::path& file) {
    std::ostringstream bytes;
    bytes << std::ifstream(file, std::ios::binary).rdbuf();
    return bytes.str();
  }
  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const auto& entry : std::filesystem::directory_iterator(folder_))
      all.push_back(entry.path().filename().string());
    return all;
  }

  const TemporaryFolder temporary_;
  const std::filesystem::path folder_ = temporary_.path();
};

}  // namespace test

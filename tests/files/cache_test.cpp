// What is kept between starts: found as it was, or not at all; bounded; never in the way.

#include "files/cache.h"

#include <chrono>

#include "support.h"

namespace {

using files::Cache;

class CacheTest : public test::Folder {
 protected:
  std::filesystem::path only_file() const {
    const std::vector<std::string> all = names();
    EXPECT_EQ(all.size(), 1u);
    return folder_ / (all.empty() ? "" : all[0]);
  }

  const std::string bytes_{"a\0b\r\n\xff", 6};
  const Cache cache_{folder_, 1000};
};

TEST_F(CacheTest, IsFoundByTheNextStart) {
  EXPECT_EQ(cache_.find("key"), std::nullopt);
  cache_.keep("key", bytes_);
  EXPECT_EQ(Cache(folder_, 1000).find("key"), bytes_);
  EXPECT_EQ(cache_.find("kez"), std::nullopt);
  cache_.keep("key", "");
  EXPECT_EQ(cache_.find("key"), "");
}

TEST_F(CacheTest, WhatIsDamagedIsNotFoundAndIsMadeAnew) {
  cache_.keep("key", bytes_);
  const std::filesystem::path file = only_file();
  const std::string whole = bytes_of(file);
  int damaged = 0;
  for (size_t i = 0; i <= whole.size(); ++i) {
    std::string bytes = whole.substr(0, i);  // truncated
    if (i == whole.size()) bytes += "more";
    put(file.filename().string(), bytes);
    EXPECT_EQ(cache_.find("key"), std::nullopt) << i;
    if (i == whole.size()) break;
    bytes = whole;
    bytes[i] = static_cast<char>(bytes[i] ^ 4);
    put(file.filename().string(), bytes);
    EXPECT_EQ(cache_.find("key"), std::nullopt) << i;
    ++damaged;
  }
  EXPECT_GT(damaged, 40);
  cache_.keep("key", bytes_);
  EXPECT_EQ(cache_.find("key"), bytes_);
}

TEST_F(CacheTest, AFileUnderAnothersNameIsNotFound) {
  cache_.keep("one", "1");
  const std::filesystem::path one = only_file();
  const std::string bytes = bytes_of(one);
  std::filesystem::remove(one);
  cache_.keep("other", "2");
  put(only_file().filename().string(), bytes);
  EXPECT_EQ(cache_.find("other"), std::nullopt);
}

TEST_F(CacheTest, TheLeastRecentlyUsedGoFirst) {
  const Cache small(folder_, 500);
  put("mine.txt", std::string(5000, 'x'));  // not its own
  const auto age = [&](const char* key, int hours) {
    for (const std::string& name : names()) {
      if (!bytes_of(folder_ / name).ends_with(key)) continue;
      std::filesystem::last_write_time(
          folder_ / name,
          std::filesystem::file_time_type::clock::now() - std::chrono::hours(hours));
      return;
    }
    ADD_FAILURE() << key;
  };
  const auto content = [](const char* key) { return std::string(150, '.') + key; };
  small.keep("first", content("first"));
  small.keep("second", content("second"));
  age("first", 2);
  age("second", 1);
  EXPECT_TRUE(small.find("first"));  // used again
  small.keep("third", content("third"));
  EXPECT_TRUE(small.find("first"));
  EXPECT_FALSE(small.find("second"));
  EXPECT_TRUE(small.find("third"));
  small.keep("large", std::string(600, '.'));
  EXPECT_FALSE(small.find("large"));
  EXPECT_EQ(bytes_of(folder_ / "mine.txt").size(), 5000u);
}

TEST_F(CacheTest, WhereNothingCanBeKeptNothingHappens) {
  for (const std::filesystem::path& folder :
       {std::filesystem::path(), std::filesystem::path("/proc/cache"),
        put("file", "x") / "under"}) {
    const Cache none(folder, 1000);
    none.keep("key", "x");
    EXPECT_EQ(none.find("key"), std::nullopt) << folder;
  }
}

TEST_F(CacheTest, APlaceThatIsNoFileIsLeftAlone) {
  cache_.keep("key", "x");
  const std::filesystem::path file = only_file();
  std::filesystem::remove(file);
  ASSERT_EQ(mkfifo(file.c_str(), 0600), 0);
  EXPECT_EQ(cache_.find("key"), std::nullopt) << "and does not wait for the pipe";
  std::filesystem::remove(file);
  std::filesystem::create_directory(file);
  EXPECT_EQ(cache_.find("key"), std::nullopt);
  cache_.keep("key", "x");
  EXPECT_TRUE(std::filesystem::is_directory(file));
}

}  // namespace

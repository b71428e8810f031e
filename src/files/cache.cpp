#include "files/cache.h"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>
#include <vector>

#include "files/output_file.h"

namespace files {
namespace fs = std::filesystem;
namespace {

constexpr const char* ending = ".cached";
constexpr uint64_t other_begin = ~fnv_begin;

/// Returns the first line of a cache file, with hashes of its key and its content. The key's hash
/// here and the one in the file's name do not follow from each other.
std::string seal(std::string_view key, std::string_view content) {
  return "ikscope " + fnv1a(key, other_begin) + " " + fnv1a(content) + "\n";
}

}  // namespace

std::string fnv1a(std::string_view bytes, uint64_t hash) {
  for (const char one : bytes) hash = (hash ^ static_cast<uint8_t>(one)) * 0x100000001b3;
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
  return text;
}

Cache::Cache(fs::path folder, uintmax_t most_bytes)
    : folder_(std::move(folder)), most_bytes_(most_bytes) {}

fs::path Cache::file_of(std::string_view key) const { return folder_ / (fnv1a(key) + ending); }

std::optional<std::string> Cache::find(std::string_view key) const {
  if (folder_.empty()) return {};
  const fs::path file = file_of(key);
  std::error_code error;
  if (!fs::is_regular_file(file, error) || fs::file_size(file, error) > most_bytes_ || error)
    return {};
  std::ifstream stream(file, std::ios::binary);
  const std::string all{std::istreambuf_iterator<char>(stream), {}};
  const size_t begin = seal(key, "").size();
  if (all.size() < begin) return {};
  std::string content = all.substr(begin);
  if (!all.starts_with(seal(key, content))) return {};
  fs::last_write_time(file, fs::file_time_type::clock::now(), error);  // used
  return content;
}

void Cache::keep(std::string_view key, std::string_view content) const {
  if (folder_.empty()) return;
  try {
    fs::create_directories(folder_);
    OutputFile file(file_of(key));
    file.write(seal(key, content));
    file.write(content);
    file.commit();
    make_room();
  } catch (const std::exception&) {  // a full disk, a folder of others
  }
}

void Cache::make_room() const {
  struct Entry {
    fs::file_time_type used;
    uintmax_t bytes = 0;
    fs::path file;
  };
  std::vector<Entry> entries;
  uintmax_t all = 0;
  for (const fs::directory_entry& one : fs::directory_iterator(folder_)) {
    std::error_code error;
    if (one.path().extension() != ending || !one.is_regular_file(error)) continue;
    const fs::file_time_type used = one.last_write_time(error);
    const uintmax_t bytes = error ? 0 : one.file_size(error);
    if (error) continue;  // another program has removed it
    entries.push_back({used, bytes, one.path()});
    all += bytes;
  }
  std::ranges::sort(entries, {}, &Entry::used);
  for (const Entry& one : entries) {
    if (all <= most_bytes_) return;
    std::error_code error;
    fs::remove(one.file, error);
    all -= one.bytes;
  }
}

}  // namespace files

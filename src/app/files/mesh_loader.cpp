#include "app/files/mesh_loader.h"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <new>
#include <system_error>

#include "base/numbers.h"
#include "base/text.h"

namespace app {
namespace {

constexpr double long_time = 0.5;  // s

int64_t changed(const std::string& file) {
  std::error_code error;
  const auto time = std::filesystem::last_write_time(file, error);
  return error ? 0 : time.time_since_epoch().count();
}

std::string count(size_t number, const std::string& one) {
  std::string digits = base::grouped(static_cast<double>(number));
  std::ranges::replace(digits, ' ', ',');
  return base::format("{} {}{}", digits, one, number == 1 ? "" : one.ends_with("sh") ? "es" : "s");
}

/// Returns a sentence about the first of several files that also counts the others.
std::string with_others(const std::string& first, size_t all, const std::string& others) {
  return all > 1 ? base::format("{}; {} more {}", first, all - 1, others) : first;
}

}  // namespace

void MeshLoader::start(std::vector<std::string> files, bool at_once) {
  workers_->stop();
  files_ = std::move(files);
  begun_count_ = done_count_ = 0;
  is_announced_ = false;
  start_time_ = std::chrono::steady_clock::now();
  results_.clear();
  messages_.clear();
  read_ = {};
  std::erase_if(known_, [&](const auto& known) {
    return std::ranges::find(files_, known.first) == files_.end();
  });
  if (files_.empty()) return;
  read_ = platform_.mesh_reader();
  workers_->start(files_.size(), [this] { return next(); });
  if (at_once) workers_->finish();
}

std::optional<jobs::Slices> MeshLoader::next() {
  const std::lock_guard lock(mutex_);
  if (begun_count_ == files_.size()) return {};
  const std::string& file = files_[begun_count_++];
  Known& known = known_[file];
  if (const int64_t now = changed(file); !known.mesh || known.changed != now)
    known = {nullptr, now};
  return work(file, known);
}

jobs::Slices MeshLoader::work(std::string file, Known known) {
  if (!known.mesh) try {
      const MeshReading reading = read_(file);
      std::optional<view::Triangles> triangles;
      while (!(triangles = reading())) co_await jobs::wait;
      jobs::Slices making = view::make_mesh(*triangles, known.mesh);
      while (making.advance()) co_await making.paused();
      if (!known.mesh)
        known.wrong =
            file + ": no triangle of the mesh has an area; expected a mesh with triangles";
    } catch (const std::bad_alloc&) {
      known.wrong = file + ": there is not enough memory for the mesh; expected a smaller one";
    } catch (const std::exception& error) {
      known.wrong = error.what();
    }
  const std::lock_guard lock(mutex_);
  results_.emplace_back(std::move(file), std::move(known));
}

std::vector<MeshLoader::Loaded> MeshLoader::take() {
  constexpr double slice = 0.004;  // s
  if (!busy()) return {};
  workers_->work(slice);
  std::vector<Loaded> loaded;
  {
    const std::lock_guard lock(mutex_);
    for (auto& [file, known] : results_) {
      ++done_count_;
      if (known.mesh) loaded.emplace_back(file, known.mesh);
      known_[file] = std::move(known);
    }
    results_.clear();
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start_time_;
  if (!busy())
    conclude();
  else if (!is_announced_ && seconds.count() > long_time) {
    is_announced_ = true;
    messages_.push_back({base::format("Reading {}; meanwhile the body is drawn as its skeleton.",
                                      count(files_.size(), "mesh"))});
  }
  return loaded;
}

/// Ends the loading once every mesh has been read or has failed.
void MeshLoader::conclude() {
  read_ = {};
  size_t meshes = 0, bytes = 0, triangles = 0, with_stray = 0, wrong = 0;
  std::string stray, what;  // of the first such file
  for (const auto& [file, known] : known_) {
    if (!known.mesh) {
      if (++wrong == 1) what = known.wrong;
      continue;
    }
    ++meshes;
    bytes += known.mesh->bytes();
    triangles += known.mesh->levels.front().triangles();
    if (known.mesh->skipped_triangles > 0 && ++with_stray == 1)
      stray =
          base::format("{}: {} with corners that are not finite, or far from all others, left out",
                       file, count(known.mesh->skipped_triangles, "triangle"));
  }
  if (is_announced_ && triangles > 0)
    messages_.push_back(
        {base::format("{} with {}, which take {} MB.", count(meshes, "mesh"),
                      count(triangles, "triangle"), (bytes + 500'000) / 1'000'000)});
  if (with_stray > 0)
    messages_.push_back({with_others(stray, with_stray, "meshes have some") + ".", true});
  const std::string all = base::format("of the {} meshes cannot be read", files_.size());
  if (wrong > 0)
    messages_.push_back({base::format("{}. The body is drawn without {}.",
                                      with_others(what, wrong, all), wrong > 1 ? "them" : "it"),
                         true});
}

}  // namespace app

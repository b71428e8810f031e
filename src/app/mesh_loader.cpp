#include "app/mesh_loader.h"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <new>
#include <system_error>

namespace app {
namespace {

constexpr double long_time = 0.5;  // s

int64_t changed(const std::string& file) {
  std::error_code error;
  const auto time = std::filesystem::last_write_time(file, error);
  return error ? 0 : time.time_since_epoch().count();
}

std::string count(size_t number, const std::string& one) {
  std::string digits = std::to_string(number);
  for (size_t at = digits.size(); at > 3;)
    digits.insert(digits.begin() + static_cast<std::ptrdiff_t>(at -= 3), 1, ',');
  return digits + " " + one + (number == 1 ? "" : one.ends_with("sh") ? "es" : "s");
}

}  // namespace

void MeshLoader::start(std::vector<std::string> files, bool at_once) {
  workers_->stop();
  files_ = std::move(files);
  begun_ = done_ = 0;
  told_ = false;
  since_ = std::chrono::steady_clock::now();
  results_.clear();
  said_.clear();
  wrong_.clear();
  std::erase_if(known_, [&](const auto& known) {
    return std::find(files_.begin(), files_.end(), known.first) == files_.end();
  });
  if (files_.empty()) return;
  for (; at_once && begun_ < files_.size(); ++begun_) {
    std::optional<Result> result = read(files_[begun_]);
    if (!result) break;
    results_.emplace_back(files_[begun_], *std::move(result));
  }
  if (begun_ == files_.size()) return;
  workers_->start(files_.size(), [this] { return next(); });
}

std::optional<MeshLoader::Result> MeshLoader::read(const std::string& file) const {
  Result result;
  result.known.changed = changed(file);
  const auto known = known_.find(file);
  if (known != known_.end() && known->second.changed == result.known.changed)
    return Result{known->second, {}};
  try {
    const std::optional<view::Triangles> triangles = read_(file);
    if (!triangles) return {};
    result.known.mesh = view::make_mesh(*triangles);
    if (!result.known.mesh)
      result.wrong = file + ": no triangle of the mesh has an area; expected a mesh that has some";
  } catch (const std::bad_alloc&) {
    result.wrong = file + ": there is not enough memory for the mesh; expected a smaller one";
  } catch (const std::exception& error) {
    result.wrong = error.what();
  }
  return result;
}

/// Called by one worker.
std::optional<jobs::Slices> MeshLoader::next() {
  const std::lock_guard lock(mutex_);
  if (begun_ == files_.size()) return {};
  return work(begun_++);
}

jobs::Slices MeshLoader::work(size_t i) {
  std::optional<Result> result;
  while (!(result = read(files_[i]))) co_await jobs::wait;
  const std::lock_guard lock(mutex_);
  results_.emplace_back(files_[i], *std::move(result));
  co_return;
}

std::vector<MeshLoader::Loaded> MeshLoader::take() {
  constexpr double slice = 0.004;  // s
  if (!busy()) return {};
  workers_->work(slice);
  std::vector<std::pair<std::string, Result>> results;
  {
    const std::lock_guard lock(mutex_);
    results.swap(results_);
  }
  std::vector<Loaded> loaded;
  for (auto& [file, result] : results) {
    ++done_;
    if (!result.wrong.empty()) wrong_[file] = result.wrong;
    if (!result.known.mesh) continue;
    loaded.emplace_back(file, result.known.mesh);
    known_[file] = std::move(result.known);
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - since_;
  if (!busy())
    conclude();
  else if (!told_ && seconds.count() > long_time) {
    told_ = true;
    said_.push_back({"Reading " + count(files_.size(), "mesh") +
                     "; until then the body is drawn as "
                     "its skeleton."});
  }
  return loaded;
}

/// All are there, or are not.
void MeshLoader::conclude() {
  if (told_) {
    size_t bytes = 0, triangles = 0;
    for (const auto& [file, known] : known_) {
      bytes += known.mesh->bytes();
      triangles += known.mesh->levels.front().triangles();
    }
    const auto megabytes = (bytes + 500'000) / 1'000'000;
    if (triangles > 0)
      said_.push_back({count(known_.size(), "mesh") + " with " + count(triangles, "triangle") +
                       ", which take " + std::to_string(megabytes) + " MB."});
  }
  if (wrong_.empty()) return;
  std::string text = wrong_.begin()->second;
  if (wrong_.size() > 1)
    text += "; " + std::to_string(wrong_.size() - 1) + " more of the " +
            std::to_string(files_.size()) + " meshes cannot be read";
  said_.push_back({text + ". The body is drawn as its skeleton there.", true});
}

std::vector<MeshLoader::Said> MeshLoader::said() { return std::exchange(said_, {}); }

}  // namespace app

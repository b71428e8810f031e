#include "app/files/mesh_loader.h"

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

/// Returns a sentence about the first of several files that also counts the others.
std::string with_others(const std::string& first, size_t all, const std::string& others) {
  return all > 1 ? first + "; " + std::to_string(all - 1) + " more " + others : first;
}

}  // namespace

void MeshLoader::start(std::vector<std::string> files, bool at_once) {
  workers_->stop();
  files_ = std::move(files);
  begun_ = done_ = 0;
  told_ = false;
  since_ = std::chrono::steady_clock::now();
  results_.clear();
  messages_.clear();
  wrong_.clear();
  read_ = {};
  std::erase_if(known_, [&](const auto& known) {
    return std::find(files_.begin(), files_.end(), known.first) == files_.end();
  });
  if (files_.empty()) return;
  read_ = platform_.mesh_reader();
  workers_->start(files_.size(), [this] { return next(); });
  if (at_once) workers_->finish();
}

std::optional<jobs::Slices> MeshLoader::next() {
  const std::lock_guard lock(mutex_);
  if (begun_ == files_.size()) return {};
  const std::string& file = files_[begun_++];
  const auto known = known_.find(file);
  const int64_t now = changed(file);
  return work(file, known != known_.end() && known->second.changed == now ? known->second
                                                                          : Known{nullptr, now});
}

jobs::Slices MeshLoader::work(std::string file, Known known) {
  std::string wrong;
  if (!known.mesh) try {
      const MeshReading reading = read_(file);
      std::optional<view::Triangles> triangles;
      while (!(triangles = reading())) co_await jobs::wait;
      jobs::Slices making = view::make_mesh(*triangles, known.mesh);
      while (making.advance()) co_await making.paused();
      if (!known.mesh)
        wrong = file + ": no triangle of the mesh has an area; expected a mesh with triangles";
    } catch (const std::bad_alloc&) {
      wrong = file + ": there is not enough memory for the mesh; expected a smaller one";
    } catch (const std::exception& error) {
      wrong = error.what();
    }
  const std::lock_guard lock(mutex_);
  results_.emplace_back(std::move(file), Result{std::move(known), std::move(wrong)});
}

std::vector<MeshLoader::Loaded> MeshLoader::take() {
  constexpr double slice = 0.004;  // s
  if (!busy()) return {};
  workers_->work(slice);
  std::vector<Loaded> loaded;
  {
    const std::lock_guard lock(mutex_);
    for (auto& [file, result] : results_) {
      ++done_;
      if (!result.wrong.empty()) wrong_[file] = result.wrong;
      if (!result.known.mesh) continue;
      loaded.emplace_back(file, result.known.mesh);
      known_[file] = std::move(result.known);
    }
    results_.clear();
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - since_;
  if (!busy())
    conclude();
  else if (!told_ && seconds.count() > long_time) {
    told_ = true;
    messages_.push_back({"Reading " + count(files_.size(), "mesh") +
                         "; meanwhile the body is drawn as its skeleton."});
  }
  return loaded;
}

/// Ends the loading once every mesh has been read or has failed.
void MeshLoader::conclude() {
  read_ = {};
  if (told_) {
    size_t bytes = 0, triangles = 0;
    for (const auto& [file, known] : known_) {
      bytes += known.mesh->bytes();
      triangles += known.mesh->levels.front().triangles();
    }
    const auto megabytes = (bytes + 500'000) / 1'000'000;
    if (triangles > 0)
      messages_.push_back({count(known_.size(), "mesh") + " with " + count(triangles, "triangle") +
                           ", which take " + std::to_string(megabytes) + " MB."});
  }
  std::string stray;
  size_t with_stray = 0;
  for (const auto& [file, known] : known_)
    if (known.mesh->left_out > 0 && ++with_stray == 1)
      stray = file + ": " + count(known.mesh->left_out, "triangle") +
              " with corners that are not finite, or far from all others, left out";
  if (with_stray > 0)
    messages_.push_back({with_others(stray, with_stray, "meshes have some") + ".", true});
  if (wrong_.empty()) return;
  const std::string text =
      with_others(wrong_.begin()->second, wrong_.size(),
                  "of the " + std::to_string(files_.size()) + " meshes cannot be read");
  messages_.push_back(
      {text + ". The body is drawn without " + (wrong_.size() > 1 ? "them." : "it."), true});
}

}  // namespace app

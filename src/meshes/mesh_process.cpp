#include "meshes/mesh_process.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "files/read_text.h"

namespace meshes {

constexpr std::chrono::seconds longest_wait{4 * max_seconds};

std::unique_ptr<MeshProgram> MeshPrograms::take() {
  const std::lock_guard lock(mutex_);
  if (programs_.empty()) return nullptr;
  std::unique_ptr<MeshProgram> program = std::move(programs_.back());
  programs_.pop_back();
  return program;
}

void MeshPrograms::give(std::unique_ptr<MeshProgram> program) {
  const std::lock_guard lock(mutex_);
  programs_.push_back(std::move(program));
}

MeshProcess::MeshProcess(const std::filesystem::path& file, std::shared_ptr<MeshPrograms> programs)
    : file_(file.string()), programs_(std::move(programs)), program_(programs_->take()) {
  is_reused_ = program_ && program_->ask(file_);
  if (!is_reused_) start_program();
  await_answer();
}

void MeshProcess::start_program() {
  is_reused_ = false;
  try {
    program_ = std::make_unique<MeshProgram>();
  } catch (const base::Error& error) {
    throw base::Error("{}: {}", file_, error.what());
  }
  program_->ask(file_);  // if it has ended, the missing answer shows it
}

void MeshProcess::await_answer() {
  answer_ = {};
  triangles_ = {};
  sentence_.clear();
  awaited_ = {std::as_writable_bytes(std::span(&answer_, 1))};
}

std::optional<view::Triangles> MeshProcess::take(std::chrono::milliseconds patience) {
  const Clock::time_point until = Clock::now() + patience;
  while (!awaited_.empty())
    if (!receive(until)) return {};
  if (answer_.is_last == 0) programs_->give(std::move(program_));
  program_.reset();
  if (!sentence_.empty()) throw base::Error(sentence_);
  return std::move(triangles_);
}

/// Receives some of the awaited bytes; returns false if none came.
bool MeshProcess::receive(Clock::time_point until) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
  Bytes& next = awaited_.back();
  const std::optional<size_t> count =
      program_->receive(next, std::max(left, std::chrono::milliseconds(0)));
  if (!count) {
    const bool late = program_->end();
    program_.reset();
    if (is_reused_ && !late) {  // one of those files may have damaged it
      start_program();
      await_answer();
      return true;
    }
    fail(late ? base::format("reading the mesh takes more than {} s", max_seconds)
              : "the mesh crashes the program that reads it");
  }
  if (*count == 0) {
    if (Clock::now() - begin_ < longest_wait) return false;
    program_.reset();
    fail(base::format("reading the mesh takes more than {} s", longest_wait.count()));
  }
  next = next.subspan(*count);
  if (!next.empty()) return true;
  awaited_.pop_back();
  if (triangles_.corners.empty() && sentence_.empty()) size_buffers();
  return true;
}

void MeshProcess::size_buffers() {
  const auto [corners, materials, letters, last] = answer_;
  if (letters > max_sentence_bytes || corners > 3 * max_triangles || corners % 3 != 0 ||
      (corners == 0) == (letters == 0) || (materials != 0 && materials != corners))
    fail("the program that reads meshes sent an invalid answer");
  sentence_.resize(letters);
  triangles_.corners.resize(corners);
  triangles_.normals.resize(corners);
  triangles_.materials.resize(materials);
  for (const Bytes part : {std::as_writable_bytes(std::span(triangles_.materials)),
                           std::as_writable_bytes(std::span(triangles_.normals)),
                           std::as_writable_bytes(std::span(triangles_.corners)),
                           std::as_writable_bytes(std::span(sentence_))})
    if (!part.empty()) awaited_.push_back(part);
}

void MeshProcess::fail(const std::string& why) {
  throw base::Error("{}: {}; expected {} that is complete", file_, why, files::mesh.expected);
}

}  // namespace meshes

#include "remote/worker.h"

#include <chrono>
#include <exception>
#include <new>
#include <utility>

#include "remote/work.h"

namespace remote {
namespace {

/// Returns the task of a job; an empty one if it would not be the same job in this instance.
Task task_of(const Message& job) {
  try {
    if (job.kind == cells_kind) return make_cells_task(job);
    if (job.kind == reach_kind) return make_reach_task(job);
  } catch (const std::exception&) {  // the requester meets the same error and can report it
  }
  return {};
}

}  // namespace

void Worker::receive(Message message) {
  using What = Message::What;
  if (message.what == What::Job) {
    jobs_[message.job] = task_of(message);
  } else if (message.what == What::Piece) {
    pieces_.push_back(std::move(message));
  } else if (message.what == What::Stop) {
    if (!pieces_.empty() && pieces_.front().job == message.job) running_.reset();
    std::erase_if(pieces_, [&](const Message& piece) { return piece.job == message.job; });
    jobs_.erase(message.job);
  }
}

bool Worker::work(double seconds) {
  const auto begin = std::chrono::steady_clock::now();
  const std::chrono::duration<double> most(seconds);
  while (!pieces_.empty() && std::chrono::steady_clock::now() - begin < most) advance();
  return !pieces_.empty();
}

void Worker::advance() {
  const auto before = std::chrono::steady_clock::now();
  Message message{.what = Message::What::Refusal};
  try {
    const auto job = jobs_.find(pieces_.front().job);
    const bool known = job != jobs_.end() && job->second;
    if (known && !running_) running_ = job->second(std::move(pieces_.front().numbers), found_);
    const bool more = known && running_->advance();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - before;
    seconds_ += took.count();
    if (more) return;
    if (known) message = {.what = Message::What::Answer, .numbers = std::move(found_)};
  } catch (const std::bad_alloc&) {
    message = {.what = Message::What::Failure, .text = "there is not enough memory; compute less"};
  } catch (const std::exception& error) {
    message = {.what = Message::What::Failure, .text = error.what()};
  }
  running_.reset();
  found_.clear();
  message.piece = pieces_.front().piece;
  message.seconds = std::exchange(seconds_, 0);
  pieces_.pop_front();
  answer_(message);
}

}  // namespace remote

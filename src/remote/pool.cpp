#include "remote/pool.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.h"

namespace remote {
namespace {

/// Returns how many pieces a worker gets in advance, so that it is not idle while this program
/// draws a frame.
size_t given_ahead(double seconds_of_one) {
  constexpr double longest_picture = 0.2;  // s
  constexpr double least = 2, most = 32;
  if (!(seconds_of_one > 0)) return static_cast<size_t>(least);
  return static_cast<size_t>(std::clamp(std::ceil(longest_picture / seconds_of_one), least, most));
}

}  // namespace

Pool::Pool(int count, std::unique_ptr<Connection> connection)
    : connection_(std::move(connection)), workers_(static_cast<size_t>(std::max(0, count))) {}

bool Pool::usable() const {
  return std::ranges::any_of(workers_, [](const Instance& worker) { return !worker.lost; });
}

int Pool::begin_job(Message job) {
  job.job = next_job_;
  jobs_.emplace(next_job_, std::move(job));
  return next_job_++;
}

void Pool::end_job(int job) {
  jobs_.erase(job);
  std::erase_if(pieces_, [job](const auto& one) { return one.second.job == job; });
  for (Instance& worker : workers_) {
    if (std::erase(worker.jobs, job) == 0) continue;
    std::erase_if(worker.pieces, [job](const Assignment& given) { return given.job == job; });
    connection_->send(index_of(worker), {.what = Message::What::Stop, .job = job});
  }
  assign_pieces();
}

int Pool::add_piece(int job, std::vector<double> numbers) {
  const int number = next_piece_++;
  pieces_.emplace(number, Piece{.job = job, .numbers = std::move(numbers)});
  queue_.push_back(number);
  assign_pieces();
  return number;
}

/// Returns the worker with the fewest pieces, if it can take more; starts another one before any
/// gets a second piece. Returns null if there is none.
Pool::Instance* Pool::pick_worker() {
  Instance *best = nullptr, *fresh = nullptr;
  for (Instance& worker : workers_) {
    if (worker.lost) continue;
    if (!worker.runs)
      fresh = fresh ? fresh : &worker;
    else if (!best || worker.pieces.size() < best->pieces.size())
      best = &worker;
  }
  if (fresh && (!best || !best->pieces.empty())) {
    fresh->runs = true;
    connection_->start(index_of(*fresh));
    return fresh;
  }
  return best && best->pieces.size() < given_ahead(best->seconds) ? best : nullptr;
}

void Pool::assign_pieces() {
  while (!queue_.empty()) {
    const int number = queue_.front();
    const auto piece = pieces_.find(number);
    const bool awaited = piece != pieces_.end(), works = awaited && usable();
    Instance* worker = works ? pick_worker() : nullptr;
    if (works && !worker) return;
    queue_.pop_front();
    if (worker)
      send_piece(*worker, number, piece->second);
    else if (awaited)
      store_outcome({.what = Message::What::Refusal, .piece = number});
  }
}

void Pool::send_piece(Instance& worker, int number, const Piece& piece) {
  if (std::ranges::find(worker.jobs, piece.job) == worker.jobs.end()) {
    worker.jobs.push_back(piece.job);
    connection_->send(index_of(worker), jobs_.at(piece.job));
  }
  worker.pieces.push_back({number, piece.job});
  connection_->send(
      index_of(worker),
      {.what = Message::What::Piece, .job = piece.job, .piece = number, .numbers = piece.numbers});
}

void Pool::store_outcome(Message outcome) {
  const auto found = pieces_.find(outcome.piece);
  if (found != pieces_.end()) found->second.outcome = std::move(outcome);
}

void Pool::receive(int number, Message message) {
  Instance& worker = workers_.at(static_cast<size_t>(number));
  const auto given = std::ranges::find(worker.pieces, message.piece, &Assignment::piece);
  if (given == worker.pieces.end()) return;  // it belongs to a stopped job
  worker.pieces.erase(given);
  worker.proven = true;
  worker.seconds = message.seconds;
  store_outcome(std::move(message));
  assign_pieces();
}

void Pool::failed(int number, const std::string& what) {
  Instance& worker = workers_.at(static_cast<size_t>(number));
  if (!worker.runs) return;
  connection_->end(number);
  Instance last = std::exchange(worker, {.lost = !worker.proven});
  if (last.proven && !last.pieces.empty()) {
    store_outcome(
        {.what = Message::What::Failure, .piece = last.pieces.front().piece, .text = what});
    last.pieces.pop_front();
  }
  for (auto given = last.pieces.rbegin(); given != last.pieces.rend(); ++given)
    queue_.push_front(given->piece);
  assign_pieces();
}

jobs::Slices Job::run(std::vector<double> piece,
                      std::optional<std::vector<double>>& numbers) const {
  const int asked = pool_.add_piece(number_, std::move(piece));
  auto drop = [asked](Pool* pool) { pool->pieces_.erase(asked); };
  const std::unique_ptr<Pool, decltype(drop)> dropped_at_the_end(&pool_, drop);
  std::optional<Message>& outcome = pool_.pieces_.at(asked).outcome;
  while (!outcome) co_await jobs::wait;
  if (outcome->what == Message::What::Failure) throw base::Error(outcome->text);
  if (outcome->what == Message::What::Answer) numbers = std::move(outcome->numbers);
}

}  // namespace remote

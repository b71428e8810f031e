#pragma once
#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include "remote/pool.h"
#include "remote/worker.h"

namespace test {

/// Other instances of the program, which are in this one; what they answer is delivered when, and
/// in which order, a test wants it.
class Wire {
 public:
  explicit Wire(int count)
      : workers_(static_cast<size_t>(count)),
        unanswered(static_cast<size_t>(count)),
        pool(count, std::make_unique<End>(*this)) {}

  /// Everybody works, and then all answers are delivered, in their order or the other way round.
  void turn(bool in_order = true) {
    for (const auto& worker : workers_)
      if (worker) worker->work(1);
    std::deque<std::pair<int, remote::Message>> now;
    now.swap(answers);
    if (!in_order) now = {now.rbegin(), now.rend()};
    for (auto& [worker, message] : now) deliver(worker, std::move(message));
  }
  void deliver(int worker, remote::Message message) {
    ++delivered;
    --unanswered.at(static_cast<size_t>(worker));
    if (message.what != remote::Message::What::Answer) ++refused;
    message.seconds = 1;  // a slow one: what is given ahead does not depend on this machine
    pool.receive(worker, std::move(message));
  }
  remote::Worker* worker(int number) { return workers_.at(static_cast<size_t>(number)).get(); }

 private:
  struct End final : remote::Connection {
    explicit End(Wire& of) : wire(of) {}
    void start(int worker) override {
      ++wire.started;
      wire.unanswered.at(static_cast<size_t>(worker)) = 0;
      wire.workers_.at(static_cast<size_t>(worker)) =
          std::make_unique<remote::Worker>([this, worker](const remote::Message& message) {
            wire.answers.emplace_back(worker, message);
          });
    }
    void end(int worker) override { wire.workers_.at(static_cast<size_t>(worker)).reset(); }
    void send(int worker, const remote::Message& message) override {
      wire.sent.emplace_back(worker, message);
      if (message.what == remote::Message::What::Piece)
        ++wire.unanswered.at(static_cast<size_t>(worker));
      if (remote::Worker* to = wire.worker(worker)) to->receive(message);
    }
    Wire& wire;
  };
  std::vector<std::unique_ptr<remote::Worker>> workers_;

 public:
  int started = 0, delivered = 0, refused = 0;
  std::vector<int> unanswered;  // pieces, by worker
  std::vector<std::pair<int, remote::Message>> sent;
  std::deque<std::pair<int, remote::Message>> answers;
  remote::Pool pool;  // last: goes before what it is connected to
};

}  // namespace test

#pragma once
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "jobs/slices.h"
#include "remote/message.h"

namespace remote {

/// Sends messages to other instances of the program, which are numbered from 0 on.
class Connection {
 public:
  virtual ~Connection() = default;
  virtual void start(int worker) = 0;  ///< a failure is reported by Pool::failed()
  virtual void end(int worker) = 0;
  virtual void send(int worker, const Message& message) = 0;
};

/// Other instances of the program, without a window, that compute for this one (Worker): in a page,
/// Web Workers. They are started as needed, and get pieces as they become idle. Only one thread
/// uses the pool, and it never waits.
class Pool {
 public:
  /// Starts at most this many workers.
  Pool(int count, std::unique_ptr<Connection> connection);

  int count() const { return static_cast<int>(workers_.size()); }
  bool usable() const;  ///< false if none could be started

  // Reports of the connection. Answers that are no longer needed are dropped.
  void receive(int worker, Message message);
  /// Reports that a worker has ended, for the reason `what`. It is restarted if it has computed
  /// something: its current piece has failed, and the others go to other workers.
  void failed(int worker, const std::string& what);

 private:
  friend class Job;
  struct Piece {
    int job;
    std::vector<double> numbers;
    std::optional<Message> outcome = {};  // an answer, a failure or a refusal
  };
  struct Assignment {
    int piece, job;
  };
  struct Instance {
    bool runs = false, proven = false, lost = false;
    std::vector<int> jobs = {};          // jobs that it knows
    std::deque<Assignment> pieces = {};  // unanswered pieces, in their order
    double seconds = 0;                  // time of the last piece
  };

  int begin_job(Message job);
  void end_job(int job);
  int add_piece(int job, std::vector<double> numbers);
  void assign_pieces();
  Instance* pick_worker();
  void send_piece(Instance& worker, int number, const Piece& piece);
  void store_outcome(Message outcome);
  int index_of(const Instance& worker) const { return static_cast<int>(&worker - workers_.data()); }

  std::unique_ptr<Connection> connection_;
  std::vector<Instance> workers_;
  std::map<int, Message> jobs_;
  std::map<int, Piece> pieces_;  // pieces that are awaited
  std::deque<int> queue_;        // awaited pieces that no worker has
  int next_job_ = 0, next_piece_ = 0;
};

/// A job for a pool, until it is destroyed.
class Job {
 public:
  /// `job` has its kind, text and numbers.
  Job(Pool& pool, Message job) : pool_(pool), number_(pool.begin_job(std::move(job))) {}
  ~Job() { pool_.end_job(number_); }
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  /// Waits for a piece; without numbers, the caller has to compute it. Throws its base::Error.
  jobs::Slices run(std::vector<double> piece, std::optional<std::vector<double>>& numbers) const;

 private:
  Pool& pool_;
  int number_;
};

}  // namespace remote

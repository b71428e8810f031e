#pragma once
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "jobs/slices.h"
#include "remote/message.h"

namespace remote {

/// A job in the instance that computes it: computes a piece and writes the answer.
using Task = std::function<jobs::Slices(std::vector<double> piece, std::vector<double>& answer)>;

/// An instance of the program without a window, which computes for another one (Pool): one piece
/// after the other, in slices, between which it receives requests to stop.
class Worker {
 public:
  explicit Worker(std::function<void(const Message&)> answer) : answer_(std::move(answer)) {}

  void receive(Message message);
  /// Works for this time, or until there is nothing to do. Returns whether there is more.
  bool work(double seconds);

 private:
  void advance();

  std::function<void(const Message&)> answer_;
  std::map<int, Task> jobs_;  // empty: it cannot compute this job
  std::deque<Message> pieces_;
  std::vector<double> found_;
  std::optional<jobs::Slices> running_;  // computes the first piece; destroyed before its data
  double seconds_ = 0;                   // time that it has taken
};

}  // namespace remote

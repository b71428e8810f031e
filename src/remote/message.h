#pragma once
#include <Eigen/Core>
#include <string>
#include <vector>

#include "base/error.h"

namespace remote {

/// A message between two instances of the program: plain data, with exact numbers.
struct Message {
  enum class What {
    // Messages to a computing instance:
    Job,    ///< job, kind, text, numbers; worker.cpp lists the kinds
    Piece,  ///< job, piece, numbers: to be computed after earlier pieces
    Stop,   ///< job: to be dropped with all of its pieces
    // Messages back:
    Answer,   ///< piece, numbers
    Failure,  ///< piece, text: the error in a sentence
    Refusal   ///< piece: the requester must compute it itself
  };
  What what = What::Job;
  int job = 0, piece = 0;
  std::string kind = {}, text = {};
  std::vector<double> numbers = {};
  double seconds = 0;  ///< time spent on the piece
};

/// Appends its arguments, numbers and vectors, to the numbers of a message.
struct NumberWriter {
  std::vector<double> numbers;

  template <class... Values>
  void operator()(const Values&... values) {
    (put(values), ...);
  }
  template <class Number>
  void put(Number value) {
    numbers.push_back(static_cast<double>(value));
  }
  void put(const Eigen::Vector3d& v) { numbers.insert(numbers.end(), v.begin(), v.end()); }
};

/// Reads a message's numbers one by one; throws base::Error at their end.
class NumberReader {
 public:
  explicit NumberReader(const std::vector<double>& numbers) : numbers_(numbers) {}

  template <class... Values>
  void operator()(Values&... values) {
    (take(values), ...);
  }
  template <class Number = double>
  Number next() {
    if (!more()) throw base::Error("the message ends too early");
    return static_cast<Number>(numbers_[at_++]);
  }
  bool more() const { return at_ < numbers_.size(); }

 private:
  template <class Number>
  void take(Number& value) {
    value = next<Number>();
  }
  void take(Eigen::Vector3d& v) { (*this)(v.x(), v.y(), v.z()); }

  const std::vector<double>& numbers_;
  size_t at_ = 0;
};

}  // namespace remote

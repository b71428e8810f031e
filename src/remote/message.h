#pragma once
#include <string>
#include <vector>

namespace remote {

/// A message between two instances of the program: plain data, numbers bit for bit.
struct Message {
  enum class What {
    // Messages to a computing instance:
    Job,    ///< job, kind, text, numbers; worker.cpp lists the kinds
    Piece,  ///< job, piece, numbers: to be computed after earlier pieces
    Stop,   ///< job: to be dropped with all of its pieces
    // Messages back:
    Answer,   ///< piece, numbers
    Failure,  ///< piece, text: the error in a sentence
    Refusal   ///< piece: the requester has to compute it
  };
  What what = What::Job;
  int job = 0, piece = 0;
  std::string kind = {}, text = {};
  std::vector<double> numbers = {};
  double seconds = 0;  ///< time that the piece has taken
};

}  // namespace remote

#pragma once
#include <string>
#include <vector>

namespace remote {

/// A message between two instances of the program: plain data, numbers bit for bit.
struct Message {
  enum class What {
    // to one that computes
    Job,    ///< job, kind, text, numbers: of a kind that worker.cpp lists
    Piece,  ///< job, piece, numbers: is to be computed, after those that came before
    Stop,   ///< job: is forgotten, with all of its pieces
    // and back
    Answer,   ///< piece, numbers
    Failure,  ///< piece, text: what is wrong, a sentence
    Refusal   ///< piece: the requester has to compute it
  };
  What what = What::Job;
  int job = 0, piece = 0;
  std::string kind = {}, text = {};
  std::vector<double> numbers = {};
  double seconds = 0;  ///< time that the piece has taken
};

}  // namespace remote

#pragma once
#include <cstdint>
#include <deque>
#include <vector>

#include "app/options.h"
#include "monkey/event.h"
#include "support/random.h"

namespace monkey {

/// With what the program is begun.
app::Options random_start(uint64_t seed);

/// What the user does next: clicks, drags, keys, words, files, sizes; on what can be clicked rather
/// than beside it. What it means to do and how long that takes depends on the seed alone; where it
/// clicks, on what is there.
class Chooser {
 public:
  explicit Chooser(uint64_t seed) : seed_(seed), random_(seed) {}

  /// What is done before this frame; once a frame.
  std::vector<Event> next(int frame);

 private:
  template <class... Numbers>
  void plan(int after, const char* verb, Numbers... numbers) {
    planned_.push_back({now_ + after, verb, {static_cast<double>(numbers)...}});
  }
  void begin();
  void aim();
  void press_here();
  void tap(int after, int key, char letter, int mods, int held = 1);
  void type(int after, const std::string& text);
  void press_shortcut();
  struct Point {
    double x, y;
  };
  Point somewhere();
  double sometimes(double chance, double value) { return random_.chance(chance) ? value : 0; }
  int mods();

  uint64_t seed_, actions_ = 0;
  test::Random random_;
  std::deque<Event> planned_;
  int now_ = 0, free_ = 0;  // frames; from the second on there is nothing to do
  int tries_ = 0;           // at finding something to click on
};

}  // namespace monkey

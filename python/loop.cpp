// What python/speed.py compares with: so many steps of a scene, in nanoseconds each.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "formats/assets.h"
#include "formats/scene/scene_file.h"
#include "sim/simulation.h"

int main(int count, char** words) {
  if (count != 3) return 2;
  const auto scene = formats::load(formats::find_scene(words[1]));
  const int steps = std::atoi(words[2]);
  sim::Simulation simulation(scene);
  simulation.apply(sim::Command(sim::ChooseMethod{"dls"}));
  for (int i = 0; i < steps / 10; ++i) simulation.step();
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < steps; ++i) simulation.step();
  const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - begin;
  std::printf("%.1f\n", took.count() / steps);
}

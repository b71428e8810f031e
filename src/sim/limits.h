#pragma once
#include <span>
#include <string>
#include <string_view>

#include "ik/obstacle.h"
#include "sim/kept_path.h"

namespace sim {

/// What a scene may hold, wherever it comes from: a file, a session, a person. What is accepted
/// here can be written and read again.

constexpr size_t max_obstacles = 100, max_name = 100;
constexpr double least_size = 1e-9;  ///< of an obstacle: a radius or side
constexpr double max_time = 1e12;    ///< units of time, and how far an angle may turn (rad)

/// Whether it can name something: 1 to max_name letters, all of them printable.
bool is_name(std::string_view text);
std::string name_rule();  ///< that, for a sentence: "1 to 100 letters, none of them ..."

/// Throw ik::Error: what is wrong, what was expected.
void check(const ik::Obstacle& obstacle);
void check(const KeptPath& path);
/// Throws ik::Error if another has its name; `but` is left out.
void check_names(std::span<const ik::Obstacle> others, const ik::Obstacle& obstacle,
                 const ik::Obstacle* but = nullptr);
void check_names(std::span<const KeptPath> others, const KeptPath& path);

}  // namespace sim

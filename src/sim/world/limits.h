#pragma once
#include <span>
#include <string>
#include <string_view>

#include "ik/model/obstacle.h"
#include "sim/world/recorded_path.h"

namespace sim {

// Limits of what a scene may hold, from any source; within them it can be written and read back.

constexpr size_t max_obstacles = 100, max_name = 100;
constexpr double least_size = 1e-9;  ///< of an obstacle: a radius or side
constexpr double max_time = 1e12;    ///< units of time; also the largest angle, rad

/// Returns whether it can name something: 1 to max_name letters, all of them printable.
bool is_name(std::string_view text);
std::string name_rule();  ///< this rule in words: "1 to 100 letters, none of them ..."

/// Throw base::Error if a value is not allowed: what is wrong, what was expected.
void check(const ik::Obstacle& obstacle);
void check(const RecordedPath& path);
/// Throw base::Error if another one, except `but`, has its name.
void check_names(std::span<const ik::Obstacle> others, const ik::Obstacle& obstacle,
                 const ik::Obstacle* but = nullptr);
void check_names(std::span<const RecordedPath> others, const RecordedPath& path);

}  // namespace sim

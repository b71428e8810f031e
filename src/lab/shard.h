#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "sweep/sampler.h"

namespace lab {

/// Reads a shard: "2/5" is the second of five; "auto" is the task of the job array of Slurm, Grid
/// Engine, PBS or LSF, as environment variables say. Throws base::Error.
sweep::Part parse_shard(const std::string& text);

/// Merges several parts of a map, of solves or of a choice into the file that a single computation
/// would have written. Throws base::Error with file and line if one of them is neither, is damaged
/// or truncated, or if they are of different maps or studies, contradict each other, or lack cells.
std::string merged(const std::vector<std::filesystem::path>& files);

constexpr const char* shard_help =
    "Computes part I of N, or the one that belongs to this task of a job array of Slurm, Grid "
    "Engine, PBS or LSF; ikscope-lab merge merges their files";

}  // namespace lab

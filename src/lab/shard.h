#pragma once
#include <string>

#include "sweep/sampler.h"

namespace lab {

/// Reads a shard: "2/5" is the second of five; "auto" is the task of the job array of Slurm, Grid
/// Engine, PBS or LSF, as environment variables say. Throws base::Error.
sweep::Part parse_shard(const std::string& text);

constexpr const char* shard_help =
    "Computes part I of N, or the one that belongs to this task of a job array of Slurm, Grid "
    "Engine, PBS or LSF; ikscope-lab merge merges their files";

}  // namespace lab

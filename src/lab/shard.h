#pragma once
#include <cmath>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "sweep/sampler.h"

namespace lab {

/// Reads a shard: "2/5" is the second of five; "auto" is the task of the job array of Slurm, Grid
/// Engine, PBS or LSF, as environment variables say. Throws base::Error.
sweep::Shard parse_shard(const std::string& text);
/// Returns the shard of the option --shard; empty: everything. Throws base::Error also if a shard
/// has no file to go to. `does` says in that error what --shard does: "computes a part".
sweep::Shard read_shard(const std::string& shard, const std::string& csv, std::string_view does);

/// Removes the first column from a row, and returns it.
std::string_view remove_first_column(std::string_view& row);
/// Reads a finite number of a row or a head, whole if there is a largest one; `whole` begins to say
/// what is expected. Throws base::Error without file and line.
double read_number(std::string_view text, std::string_view title, double least = 0,
                   double most = INFINITY, std::string_view whole = "a whole number from ");

/// Merges several parts of a map, of solves or of a choice into the file that a single computation
/// would have written. Throws base::Error with file and line if one of them is neither, is damaged
/// or truncated, or if they are of different maps or studies, contradict each other, or lack cells.
std::string merge_files(const std::vector<std::filesystem::path>& files);

constexpr const char* shard_help =
    "Computes part I of N, or the one that belongs to this task of a job array of Slurm, Grid "
    "Engine, PBS or LSF; ikscope-lab merge merges their files";

}  // namespace lab

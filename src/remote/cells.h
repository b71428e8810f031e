#pragma once
#include <memory>
#include <string_view>

#include "remote/pool.h"
#include "remote/worker.h"
#include "sweep/cell_runner.h"

namespace remote {

/// Cells of maps that are computed by other instances of the program. Without a pool, or for a
/// scene that is not in one text, here.
sweep::CellsOf cells_by(Pool* pool);

inline constexpr std::string_view cells_kind = "cells";
/// Throws base::Error if the message is no map, or not the same one when it is read.
std::unique_ptr<Task> make_cells_task(const Message& job);

}  // namespace remote

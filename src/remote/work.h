#pragma once
#include "remote/pool.h"
#include "remote/worker.h"
#include "sweep/cell_runner.h"
#include "view/pictures/reach_picture.h"

namespace remote {

/// Returns a function that computes the cells of maps in other instances of the program. Without a
/// pool, or for a scene that does not fit into one text, it computes them in this one.
sweep::CellComputerFactory cells_by(Pool* pool);

inline constexpr const char* cells_kind = "cells";
/// Throws base::Error if the message is not a map or would not be the same map here.
Task make_cells_task(const Message& job);

/// Searches workspaces in other instances of the program; without a pool, in this one.
view::SearchWorkspace search_by(Pool* pool);

inline constexpr const char* reach_kind = "reach";
Task make_reach_task(const Message& job);  ///< throws base::Error

}  // namespace remote

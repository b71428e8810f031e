#pragma once
#include <string_view>

#include "remote/pool.h"
#include "remote/worker.h"
#include "view/pictures/reach_picture.h"

namespace remote {

/// Searches workspaces in other instances of the program; without a pool, in this one.
view::SearchWorkspace search_by(Pool* pool);

inline constexpr std::string_view reach_kind = "reach";
Task make_reach_task(const Message& job);  ///< throws base::Error

}  // namespace remote

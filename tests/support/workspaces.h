#pragma once
#include "ik/analysis/workspace.h"

namespace test {

/// Returns what the search for a workspace's boundary finds.
inline ik::WorkspaceBoundary workspace_boundary(const ik::Skeleton& skeleton, int i, bool limits) {
  ik::WorkspaceSearch search(skeleton, i, limits);
  while (search.advance()) continue;
  return search.boundary();
}

}  // namespace test

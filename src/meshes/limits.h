#pragma once

namespace meshes {

/// Limits the memory of this process, and lets it end quietly if a file crashes it. On Windows it
/// also lets standard streams carry bytes.
void set_limits();

/// Gives the next file as much processor time as the first one had; afterwards the system ends the
/// process.
void begin_time();

/// Returns whether the process holds more memory than may remain after reading a file.
bool holds_much();

}  // namespace meshes

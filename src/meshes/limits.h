#pragma once

namespace meshes {

/// Limits this process's memory, and lets it crash quietly. On Windows its streams carry bytes.
void set_limits();

/// Gives the next file its own processor time, after which the system ends the process.
void begin_time();

/// Returns whether the process holds more memory than may remain after reading a file.
bool holds_much();

}  // namespace meshes

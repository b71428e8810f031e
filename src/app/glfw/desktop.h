#pragma once
#include <filesystem>
#include <string>

namespace app {

/// Prepares the process for graphics drivers; call it before a window is opened.
void prepare_desktop();

/// Reports why the program ends, in a message of the desktop if nobody can see stderr.
void report_end(const std::string& why);

/// Returns whether the desktop is set to avoid animations.
bool is_calm_desktop();

/// Calls a function, which ends the program, when the open window has lost its display.
void when_display_is_lost(void (*end)());

/// Returns whether the user can start a program of that name.
bool is_installed(const std::string& program);

/// Shows a folder in the desktop's file manager; returns false if there is none.
bool show_folder(const std::filesystem::path& folder);

}  // namespace app

#pragma once
#include <nlohmann/json.hpp>
#include <string_view>

#include "app/app.h"

namespace app {

/// Returns what is on the screen in words, for screen readers (web/mirror.js): JSON with scene, its
/// place, method, run, steps and paused; and, where there are any, scenes, start or lesson,
/// numbers, message and diagnosis.
nlohmann::ordered_json mirrored(const ui::Context& context, const ui::State& state);
/// Returns a lesson's step, its question or task and the progress; `touched` as for ui::with_keys.
nlohmann::ordered_json mirrored(const lessons::Course& course, bool touched);

/// Does what a button there asks for: "pause", "remedy", "browse", "start", "play", "open" (the
/// lesson of that index), "answer", "step" (to that one of the lesson), "do", "repeat" or "leave".
void act(App& program, std::string_view what, int argument);

}  // namespace app

#include "app/glfw/speaker.h"

namespace app {

Speaker::~Speaker() = default;
bool Speaker::play(const ui::Tone&) { return false; }  // Debian has no SDL for MinGW-w64

}  // namespace app

#pragma once
#include <functional>
#include <string>

namespace monkey {

/// Input in the place of GLFW's mouse, keyboard, gamepad and clock: the program asks GLFW, and
/// gets what was done here. The window and its pictures are real. What happens in a frame is known
/// to the last bit, and time does not depend on the machine.
namespace input {

void move(double x, double y);
void button(int number, bool down, int mods);
void scroll(double x, double y);
/// letter: what the key writes without Shift, or 0. mods as GLFW's.
void key(int key, char letter, bool down, bool repeat, int mods);
void character(unsigned code);
void drop(const std::string& file);
void clipboard(const std::string& text);
void resize(int width, int height);
void minimise(bool minimised);
/// Sticks and triggers, -1 to 1; off: there is no gamepad.
void gamepad(bool there, float x = 0, float y = 0, float turn = 0, float trigger = 0);

/// How much later the next frames are, each; a sixtieth of a second at first.
void pace(double seconds);

/// Called once a frame, before it.
extern std::function<void()> on_frame;
/// Called with each title that the window is given.
extern std::function<void(const std::string&)> on_title;

}  // namespace input

/// Mods.
constexpr int shift = 1, ctrl = 2, alt = 4;

}  // namespace monkey

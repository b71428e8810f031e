#include "monkey/chooser.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

#include "formats/assets.h"
#include "formats/suggest.h"
#include "ik/methods/method.h"
#include "monkey/input.h"
#include "monkey/user_files.h"
#include "ui/input/keys.h"
#include "ui/options/options.h"

namespace monkey {
namespace {

constexpr int frames_of_click = 14, most_tries = 6;
constexpr int first_printable = 32, last_printable = 96;  // of GLFW's codes

template <class List>
const auto& any(const List& list, test::Random& random) {
  return list[static_cast<size_t>(random.index(static_cast<int>(list.size())))];
}

/// A value of a parameter as somebody may type it: its ends, beyond them, anything.
std::string value_of(const base::Parameter& parameter, test::Random& random) {
  if (!parameter.choices.empty()) return std::string(any(parameter.choices, random));
  switch (random.index(4)) {
    case 0:
      return formats::shortest(parameter.min);
    case 1:
      return formats::shortest(parameter.max);
    case 2:
      return formats::shortest(random.uniform(parameter.min, parameter.max));
    default:
      return hard_text(random.index(40));
  }
}

/// From the least that a window may have to a whole screen; mostly small, which is drawn sooner.
app::Size random_size(test::Random& random) {
  constexpr app::Size least{480, 320}, most{1920, 1080};
  const double share = random.chance(0.2) ? 0 : std::pow(random.uniform(0, 1), 2.5);
  const auto side = [&](int low, int high) {
    const double wide = random.uniform(0.6, 1.4) * share;
    return std::clamp(low + static_cast<int>(wide * (high - low)), low, high);
  };
  return {side(least.width, most.width), side(least.height, most.height)};
}

}  // namespace

app::Options random_start(uint64_t seed) {
  test::Random random(seed * 2 + 1);
  app::Options options;
  options.size = random_size(random);
  options.start = random.chance(0.3);
  if (random.chance(0.25)) {
    options.lesson = any(formats::lesson_names(), random);
    return options;
  }
  if (random.chance(0.1)) {
    options.run.play = user_files::file(random.index(user_files::files));
    return options;
  }
  options.run.scene = random.chance(0.2) ? user_files::file(random.index(user_files::files))
                                         : any(formats::scene_names(), random);
  const ik::MethodInfo& method = *any(ik::methods(), random);
  if (random.chance(0.7)) options.run.method = method.name;
  if (random.chance(0.3)) {
    const base::Parameter& parameter = any(method.parameters(), random);
    options.run.set.push_back(std::string(parameter.key) + "=" + value_of(parameter, random));
  }
  if (random.chance(0.5)) options.window["ui_scale"] = std::to_string(random.uniform(0.5, 3));
  constexpr std::array msaa{"auto", "0", "2"};
  if (random.chance(0.3)) options.window["msaa"] = any(msaa, random);
  return options;
}

std::vector<Event> Chooser::next(int frame) {
  now_ = frame;
  if (tries_ > 0) aim();
  if (frame >= free_ && planned_.empty()) begin();
  std::vector<Event> due;
  for (auto event = planned_.begin(); event != planned_.end();)
    if (event->frame <= frame) {
      due.push_back(*event);
      due.back().frame = frame;
      event = planned_.erase(event);
    } else {
      ++event;
    }
  return due;
}

/// In a window of Dear ImGui's, mostly; else anywhere.
Chooser::Point Chooser::somewhere() {
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  const double where = random_.uniform(0, 1), x = random_.uniform(0, 1), y = random_.uniform(0, 1);
  const int which = random_.index(1 << 20);
  ImRect area({0, 0}, g.IO.DisplaySize);
  std::vector<const ImGuiWindow*> there;
  for (const ImGuiWindow* window : g.Windows)
    if (window->WasActive && !window->Hidden && window->OuterRectClipped.GetWidth() > 1 &&
        window->OuterRectClipped.GetHeight() > 1)
      there.push_back(window);
  if (where < 0.85 && !there.empty())
    area = there[static_cast<size_t>(which) % there.size()]->OuterRectClipped;
  return {std::floor(area.Min.x + x * area.GetWidth()),
          std::floor(area.Min.y + y * area.GetHeight())};
}

int Chooser::mods() {
  return (random_.chance(0.12) ? ctrl : 0) | (random_.chance(0.08) ? shift : 0) |
         (random_.chance(0.03) ? alt : 0);
}

/// Moves about until there is something under the mouse, then clicks on it.
void Chooser::aim() {
  if (ImGui::GetCurrentContext()->HoveredId != 0 || --tries_ == 0) {
    tries_ = 0;
    press_here();
    return;
  }
  const Point there = somewhere();
  plan(0, "move", there.x, there.y);
}

void Chooser::press_here() {
  const int with = mods();
  const double kind = random_.uniform(0, 1);
  const int number = kind < 0.88 ? 0 : kind < 0.96 ? 1 : 2;
  const int clicks = random_.chance(0.12) ? 2 : 1;
  for (int i = 0; i < clicks; ++i) {
    plan(2 * i, "button", number, 1, with);
    plan(2 * i + 1, "button", number, 0, with);
  }
  // what is clicked on with Ctrl, or twice, can mostly be typed into
  if ((with & ctrl) != 0 || clicks == 2 || random_.chance(0.05)) {
    type(2 * clicks, hard_text(random_.index(40)));
    tap(2 * clicks + 5, random_.chance(0.8) ? ui::key::enter : ui::key::escape, 0, 0);
  }
}

void Chooser::tap(int after, int key, char letter, int with, int held) {
  plan(after, "key", key, letter, 1, 0, with);
  for (int i = 1; i < held; ++i) plan(after + i, "key", key, letter, 1, 1, with);
  plan(after + held, "key", key, letter, 0, 0, 0);
}

void Chooser::type(int after, const std::string& text) {
  constexpr size_t most = 20;
  for (size_t i = 0; i < std::min(text.size(), most); ++i)
    plan(after + static_cast<int>(i) / 5, "character", static_cast<unsigned char>(text[i]));
}

void Chooser::press_shortcut() {
  using enum ui::Action;
  const ui::Shortcut& shortcut = any(ui::shortcuts(), random_);
  // these take long, end the program, or make the window as large as the screen
  const bool rare = shortcut.action == Quit || shortcut.action == Screenshot ||
                    shortcut.action == Record || shortcut.action == FullScreen;
  const bool skip = rare && random_.chance(shortcut.action == Quit ? 0.99 : 0.9);
  const ui::Chord chord = any(shortcut.chords, random_);
  const int held = random_.chance(0.2) ? 2 + random_.index(20) : 1;
  if (skip) return;
  const int with = (chord.ctrl ? ctrl : 0) | (chord.shift ? shift : 0) | (chord.alt ? alt : 0);
  const char letter = chord.key < 128 ? static_cast<char>(std::tolower(chord.key)) : char{0};
  tap(0, chord.key, letter, with, held);
  if (shortcut.action == Record) tap(4 + random_.index(4), chord.key, letter, with);
}

void Chooser::begin() {
  random_ = test::Random(seed_ * 1'000'003 + ++actions_);
  const double which = random_.uniform(0, 1);
  int frames = 2;
  if (which < 0.42) {  // a click
    tries_ = most_tries;
    const Point there = somewhere();
    plan(0, "move", there.x, there.y);
    frames = frames_of_click;
  } else if (which < 0.57) {  // from here to there
    const Point from = somewhere(), to = somewhere();
    const int steps = 2 + random_.index(10), with = mods();
    const int number = random_.chance(0.75) ? 0 : 1 + random_.index(2);
    const double far = random_.chance(0.15) ? 10 : 1;
    plan(0, "move", from.x, from.y);
    plan(1, "button", number, 1, with);
    for (int i = 1; i <= steps; ++i) {
      const double t = far * i / steps;
      plan(1 + i, "move", from.x + t * (to.x - from.x), from.y + t * (to.y - from.y));
    }
    plan(2 + steps, "button", number, 0, with);
    frames = 3 + steps;
  } else if (which < 0.77) {
    press_shortcut();
    frames = 3;
  } else if (which < 0.82) {
    const Point there = somewhere();
    plan(0, "move", there.x, there.y);
    for (int i = 1 + random_.index(5); i > 0; --i)
      plan(i, "scroll", sometimes(0.1, random_.uniform(-3, 3)), random_.uniform(-3, 3));
    frames = 6;
  } else if (which < 0.85) {  // any key
    const int key = random_.chance(0.5)
                        ? first_printable + random_.index(last_printable - first_printable + 1)
                        : ui::key::escape + random_.index(94);
    const char letter = key <= last_printable ? static_cast<char>(std::tolower(key)) : char{0};
    tap(0, key, letter, random_.index(8), 1 + random_.index(3));
  } else if (which < 0.88) {
    type(0, hard_text(random_.index(40)));
    tap(5, ui::key::enter, 0, 0);
    frames = 7;
  } else if (which < 0.90) {  // paste
    plan(0, "clipboard", random_.index(40));
    tap(0, 'A', 'a', ctrl);
    tap(2, 'V', 'v', ctrl);
    tap(4, ui::key::enter, 0, 0);
    frames = 6;
  } else if (which < 0.925) {
    const app::Size size = random_size(random_);
    plan(0, "resize", size.width, size.height);
  } else if (which < 0.965) {
    plan(0, "drop",
         random_.chance(0.2) ? user_files::first_saved + random_.index(100)
                             : random_.index(user_files::files));
  } else if (which < 0.97) {
    plan(0, "minimise", 1);
    plan(4, "minimise", 0);
    frames = 6;
  } else if (which < 0.98) {
    plan(0, "gamepad", 1, random_.uniform(-1, 1), random_.uniform(-1, 1), random_.uniform(-1, 1),
         random_.uniform(-1, 1));
    plan(15, "gamepad", 0, 0, 0, 0, 0);
    frames = 16;
  } else {
    frames = random_.index(40);
  }
  free_ = now_ + frames;
}

}  // namespace monkey

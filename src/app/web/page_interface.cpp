#include <emscripten.h>
#include <imgui_internal.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "app/app.h"
#include "app/web/messages.h"
#include "app/web/mirror.h"
#include "app/web/page.h"
#include "base/digits.h"
#include "base/error.h"
#include "formats/map_csv.h"
#include "formats/session_file.h"
#include "ui/input/keys.h"
#include "ui/plots/recent_metrics.h"

namespace app {
namespace {

Platform* page = nullptr;      // the program's platform
std::unique_ptr<App> program;  // it never ends; the browser closes the page
std::string answer_;           // the text that the last function returned

const char* give(std::string text) { return (answer_ = std::move(text)).c_str(); }

/// Returns the front window at a point, or null if only the body is there.
const ImGuiWindow* window_at(ImVec2 at) {
  const ImVector<ImGuiWindow*>& all = ImGui::GetCurrentContext()->Windows;  // the last is in front
  for (int i = all.Size - 1; i >= 0; --i)
    if (all[i]->WasActive && !all[i]->Hidden && !(all[i]->Flags & ImGuiWindowFlags_NoMouseInputs) &&
        all[i]->OuterRectClipped.Contains(at))
      return all[i];
  return nullptr;
}

const ImGuiInputTextState* text_field() {
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  const bool typing = g.ActiveId != 0 && g.ActiveId == g.InputTextState.ID;
  return typing ? &g.InputTextState : nullptr;
}

std::string text_in_field() {
  const ImGuiInputTextState* field = text_field();
  if (!field) return {};
  std::string text(4 * static_cast<size_t>(field->CurLenW) + 1, '\0');
  text.resize(
      static_cast<size_t>(ImTextStrToUtf8(text.data(), static_cast<int>(text.size()),
                                          field->TextW.Data, field->TextW.Data + field->CurLenW)));
  return text;
}

/// Performs a call. Returns an error as one sentence, or an empty text on success.
const char* attempt(const auto& work) {
  try {
    work();
    return give("");
  } catch (const std::exception& error) {
    return give(page->reworded(error.what()));
  }
}

using nlohmann::ordered_json;

const char* give_json(const ordered_json& json) {  // names in files may be invalid UTF-8
  return give(json.dump(-1, ' ', false, ordered_json::error_handler_t::replace));
}

ordered_json values_of(const base::Settings& settings) {
  ordered_json values = ordered_json::object();
  for (const base::Parameter& one : settings.table()) {
    const std::string key(one.key);
    if (one.choices.empty() && settings[one] != one.special_value)
      values[key] = settings[one];
    else
      values[key] = settings.text(one.key);
  }
  return values;
}

ordered_json state_of_run(const sim::Session& session, const sim::Run& run, bool selected) {
  const sim::Simulation& simulation = session.simulation();
  ordered_json errors = ordered_json::object(), numbers = ordered_json::object();
  for (int i = 0; i < simulation.skeleton().effectors(); ++i)
    errors[simulation.skeleton().effector(i).name] = run.errors()[i];
  static ui::RecentMetricsOfRuns recent;
  static const sim::Session* measured = nullptr;
  if (std::exchange(measured, &session) != &session) recent = {};
  recent.follow(session, page->now());
  for (const sim::Metric* metric : ui::recent_metrics(simulation))
    numbers[std::string(metric->key)] = recent.of(run.serial).values.*(metric->value);
  return {{"run", run.serial},
          {"selected", selected},
          {"muted", run.muted},
          {"method", run.solver().method().name},
          {"parameters", values_of(run.settings())},
          {"error", run.total_error()},
          {"errors", errors},
          {"numbers", numbers}};
}

std::string link() {
  try {
    return program->links().link();
  } catch (const base::Error&) {
    return {};
  }
}

ordered_json state() {
  const sim::Session& session = program->session();
  const sim::Simulation& simulation = session.simulation();
  ordered_json runs = ordered_json::array();
  for (const sim::Run& run : simulation.runs())
    runs.push_back(state_of_run(session, run, &run == &simulation.run()));
  const int64_t steps = session.timeline().now();
  ordered_json json = {{"scene", simulation.scene().name},
                       {"steps", steps},
                       {"seconds", static_cast<double>(steps) / sim::Clock::steps_per_second},
                       {"paused", session.clock().paused},
                       {"speed", session.clock().speed},
                       {"world", values_of(simulation.world())},
                       {"runs", runs},
                       {"view", values_of(program->options())},
                       {"link", link()}};
  const ui::Context& context = program->context();
  if (context.course) json["lesson"] = mirrored(*context.course, context.touch);
  return json;
}

ordered_json thetas(bool all) {
  const sim::Simulation& simulation = program->session().simulation();
  const auto theta = [](const sim::Run& run) {
    const Eigen::VectorXd& values = run.solver().pose().theta;
    return std::vector<double>(values.begin(), values.end());
  };
  if (!all) return theta(simulation.run());
  ordered_json poses = ordered_json::array();
  for (const sim::Run& run : simulation.runs()) poses.push_back(theta(run));
  return poses;
}

ordered_json maps(bool tables) {
  ordered_json all = ordered_json::array();
  const ui::Context& context = program->context();
  for (const sweep::Status::MapStatus& one : context.maps->maps)
    all.push_back(
        {{"method", one.method},
         {"done", one.done},
         {"of", one.result.cells.size()},
         {"refusal", one.refusal},
         {"table",
          tables && one.result.grid.scene ? formats::map_csv(one.result, context.scene) : ""}});
  return all;
}

}  // namespace

void begin_page(const Options& options) {
  program = std::make_unique<App>(options, [](Size size, bool hidden) {
    auto made = open_page(size, hidden);
    page = made.get();
    return made;
  });
}

}  // namespace app

using app::page, app::program;

// The functions that the script calls (web/page.js). Coordinates are pixels of the canvas.
extern "C" {

/// Returns false when the program has ended.
EMSCRIPTEN_KEEPALIVE bool page_frame() { return program && program->frame(); }
EMSCRIPTEN_KEEPALIVE void page_move(float x, float y) { page->imgui->input.move(x, y); }
EMSCRIPTEN_KEEPALIVE void page_leave() { page->imgui->input.leave(); }
EMSCRIPTEN_KEEPALIVE void page_button(int button, bool down) {
  page->imgui->input.button(button, down);
}
EMSCRIPTEN_KEEPALIVE void page_wheel(float x, float y) { page->imgui->input.wheel(x, y); }
EMSCRIPTEN_KEEPALIVE void page_key(int code, int writes, bool down, bool repeat, bool ctrl,
                                   bool shift, bool alt) {
  page->imgui->input.key({.code = code,
                          .writes = writes,
                          .down = down,
                          .repeat = repeat,
                          .ctrl = ctrl,
                          .shift = shift,
                          .alt = alt});
}
EMSCRIPTEN_KEEPALIVE void page_letter(unsigned code) { page->imgui->input.letter(code); }
/// Returns whether the key is left to the browser.
EMSCRIPTEN_KEEPALIVE bool page_leaves(int writes, bool ctrl, bool shift) {
  return ui::is_browser_key({writes, ctrl, shift});
}
EMSCRIPTEN_KEEPALIVE void page_focus(bool has) { ImGui::GetIO().AddFocusEvent(has); }
/// Opens a dropped file, which is in the page's memory.
EMSCRIPTEN_KEEPALIVE void page_open(const char* file) { page->on_drop(file); }
/// Takes a worker's message, which is in Module.page.message.
EMSCRIPTEN_KEEPALIVE void page_worker_said(int worker) {
  page->remote_pool()->receive(worker, app::received());
}
/// `what` is a sentence.
EMSCRIPTEN_KEEPALIVE void page_worker_failed(int worker, const char* what) {
  page->remote_pool()->failed(worker, what);
}

// The script calls these once there is a program. Returned texts are UTF-8 and valid until the next
// call.

/// Returns the hash of what is shown; empty if no link can show it.
EMSCRIPTEN_KEEPALIVE const char* page_link() { return app::give(app::link()); }
/// Returns a number that grows when page_link() may change.
EMSCRIPTEN_KEEPALIVE double page_changes() { return double(program->links().change_count()); }
EMSCRIPTEN_KEEPALIVE double page_steps() { return double(program->session().timeline().now()); }
/// Returns whether steps are computed up to the moment of a link.
EMSCRIPTEN_KEEPALIVE bool page_is_fast_forwarding() {
  return program->links().is_fast_forwarding();
}
/// Returns whether these steps or maps are computed.
EMSCRIPTEN_KEEPALIVE bool page_works() {
  const sweep::Status& maps = *program->context().maps;
  return program->links().is_fast_forwarding() || maps.is_busy || maps.is_outdated;
}
/// Stops time, in a figure that nobody has used yet.
EMSCRIPTEN_KEEPALIVE void page_rest(bool rests) {
  if (program) program->freeze_time(rests);
}
EMSCRIPTEN_KEEPALIVE bool page_paused() { return program->session().clock().paused; }
/// Returns whether a control is marked.
EMSCRIPTEN_KEEPALIVE bool page_marks() { return program->ui().state().panel_stops.on(); }
/// Returns JSON (docs/embedding.md).
EMSCRIPTEN_KEEPALIVE const char* page_state() { return app::give_json(app::state()); }
/// Returns JSON: the joints of all runs, or of the selected one.
EMSCRIPTEN_KEEPALIVE const char* page_thetas(bool all) { return app::give_json(app::thetas(all)); }
/// Returns JSON for tests: the progress of maps, and their CSV tables.
EMSCRIPTEN_KEEPALIVE const char* page_maps(bool tables) {
  return app::give_json(app::maps(tables));
}

// These return an error, or an empty text once it is done.

EMSCRIPTEN_KEEPALIVE const char* page_set(const char* key, const char* value) {
  return app::attempt([&] { program->links().set(key, value); });
}
/// Opens a link, a scene or a session.
EMSCRIPTEN_KEEPALIVE const char* page_open_text(const char* text) {
  return app::attempt([&] { program->links().open_text(text); });
}
/// Plays [[command]] tables.
EMSCRIPTEN_KEEPALIVE const char* page_do(const char* commands) {
  return app::attempt([&] { program->play(formats::parse_commands(commands, "the command")); });
}
/// Answers a question; 1 is the first answer.
EMSCRIPTEN_KEEPALIVE const char* page_reply(double number) {
  return app::attempt([&] { program->answer(number); });
}

/// Returns 1 if a text field has the keys, 2 if a field for numbers has them.
EMSCRIPTEN_KEEPALIVE int page_wants_text() {
  if (!app::text_field()) return 0;
  const std::string text = app::text_in_field();
  std::string_view rest = text;
  return base::take_number(rest) ? 2 : 1;
}
EMSCRIPTEN_KEEPALIVE const char* page_field() { return app::give(app::text_in_field()); }
/// Replaces the text of the field.
EMSCRIPTEN_KEEPALIVE void page_type(const char* text) {
  if (!app::text_field()) return;
  ImGui::GetCurrentContext()->InputTextState.ClearText();
  ImGui::GetIO().ClearInputCharacters();  // of a text that came in the same frame
  ImGui::GetIO().AddInputCharactersUTF8(text);
}
/// Returns 1 over the body's view, 2 over an area that scrolls.
EMSCRIPTEN_KEEPALIVE int page_at(float x, float y) {
  constexpr int view = 1, scrolls = 2;
  const ImGuiWindow* window = app::window_at({x, y});
  if (!window) return view;
  for (; window; window = window->ParentWindow)
    if (window->ScrollMax.y > 0 && !(window->Flags & ImGuiWindowFlags_NoScrollWithMouse))
      return scrolls;
  return 0;
}
/// Scrolls what is under the mouse, by a finger's motion.
EMSCRIPTEN_KEEPALIVE void page_scroll(float x, float y) {
  const float notch = 5 * ImGui::GetFontSize();  // as Dear ImGui scrolls
  page->imgui->input.wheel(x / notch, y / notch);
}
/// Saves settings before the page closes.
EMSCRIPTEN_KEEPALIVE void page_keep() {
  app::attempt([] { program->save_settings(); });
}
/// Returns an unsaved body as TOML, or an empty text.
EMSCRIPTEN_KEEPALIVE const char* page_draft() { return app::give(program->unsaved_body()); }
/// Returns what is on the screen for screen readers (mirror.h).
EMSCRIPTEN_KEEPALIVE const char* page_text() {
  return app::give_json(app::mirrored(program->context(), program->ui().state()));
}
/// Presses a button of page_text().
EMSCRIPTEN_KEEPALIVE void page_act(const char* what, int argument) {
  app::act(*program, what, argument);
}
}

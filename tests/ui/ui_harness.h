#pragma once
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "drawn_text.h"
#include "item_rect.h"
#include "sim/session.h"
#include "support/bodies.h"
#include "ui/input/build_actions.h"
#include "ui/options/options.h"
#include "ui/panel.h"
#include "ui/ui.h"

namespace test {

inline const ImRect everywhere{-FLT_MAX, -FLT_MAX, FLT_MAX, FLT_MAX};
inline const ImVec2 tall{1280, 2600};  ///< enough for every row

/// Returns the id of a row of a list, below which its items are found.
inline std::string row_id(int row) { return {reinterpret_cast<const char*>(&row), sizeof row}; }

/// Returns the fonts of a scale, which tests share: filling an atlas takes longer than most of
/// them.
inline ImFontAtlas* shared_fonts(float scale) {
  static std::map<float, ImFontAtlas> atlases;
  return &atlases[scale];
}

/// The interface on a display that is not there, with a hand that clicks and types.
class UiHarness {
 public:
  explicit UiHarness(ImVec2 size = {1280, 800}, std::shared_ptr<const sim::Scene> scene = y_scene())
      : session(std::make_unique<sim::Session>(sim::Simulation(std::move(scene)))),
        options(ui::options::table()),
        imgui_(ImGui::CreateContext(shared_fonts(1))) {
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = size;
    io.DeltaTime = 1.f / 60;
    for (int key = 0; key < ImGuiKey_COUNT; ++key) io.KeyMap[key] = key;
    scenes = {
        {"double-y", "Four effectors"}, {"single-arm", "One effector"}, {"y", "Two effectors"}};
    context.options = &options;
    context.scenes = scenes;
    context.scene = "y";
    context.requests = &requests;
    context.listing = &listing;
    set_scale(1);
    frames(2);
  }
  ~UiHarness() { ImGui::DestroyContext(imgui_); }
  UiHarness(const UiHarness&) = delete;
  UiHarness& operator=(const UiHarness&) = delete;

  bool set_scale(float scale) {
    ImGui::GetIO().Fonts = shared_fonts(scale);
    return ui.set_scale(scale);
  }
  void frame(double seconds = 0) {
    if (session) session->advance(seconds);
    context.session = session.get();
    context.course = course ? &*course : nullptr;
    draw();
    ImGui::GetIO().MouseWheel = 0;
    execute_requests();
  }
  /// What was asked for is noted, and done as far as there is something to do it with.
  void execute_requests() {
    requests.execute(
        [this](ui::Request& request) { std::visit([this](auto& one) { execute(one); }, request); });
  }
  void frames(int count, double seconds = 0) {
    for (int i = 0; i < count; ++i) frame(seconds);
  }
  void run(int steps) {
    for (int i = 0; i < steps; ++i) session->advance(1 / sim::Clock::steps_per_second);
  }

  void choose(std::string_view method) {
    session->post(sim::ChooseMethod{std::string(method)});
    frames(3);
  }

  void move(ImVec2 to) {
    ImGui::GetIO().MousePos = to;
    frames(2);
  }
  void press(bool down, int button = 0) {
    ImGui::GetIO().MouseDown[button] = down;
    frame();
  }
  void click(ImVec2 at) {
    move(at);
    press(true);
    press(false);
    frame();
  }
  void right_click(ImVec2 at) {
    move(at);
    press(true, 1);
    press(false, 1);
    frames(2);
  }
  void double_click(ImVec2 at) {
    move(at);
    for (bool down : {true, false, true, false}) press(down);
    frames(30, 0);  // so that the next click is no third
  }
  void drag(ImVec2 from, ImVec2 to) {
    move(from);
    press(true);
    for (int i = 1; i <= 4; ++i) {
      const float t = static_cast<float>(i) / 4;
      ImGui::GetIO().MousePos = {from.x + t * (to.x - from.x), from.y + t * (to.y - from.y)};
      frame();
    }
    press(false);
    frame();
  }
  void wheel(ImVec2 at, float notches) {
    move(at);
    ImGui::GetIO().MouseWheel = notches;
    frames(2);
  }
  void type(std::string_view text) {
    for (char c : text) {
      ImGui::GetIO().AddInputCharacter(static_cast<unsigned>(c));
      frame();
    }
  }
  void tap(ImGuiKey key) {
    ImGui::GetIO().KeysDown[key] = true;
    frame();
    ImGui::GetIO().KeysDown[key] = false;
    frames(2);
  }
  bool key(ui::Chord chord, bool repeat = false) {
    const bool done = ui.key(chord, repeat, context);
    execute_requests();
    frames(2);
    return done;
  }

  /// The texts that the next frame draws.
  std::vector<DrawnText> drawn(double seconds = 0) {
    take_drawn_texts();
    frame(seconds);
    return take_drawn_texts();
  }
  /// Whether the next frame draws a text that contains this one.
  bool says(std::string_view text) {
    return std::ranges::any_of(
        drawn(), [&](const DrawnText& one) { return one.text.find(text) != one.text.npos; });
  }

  void set(const std::vector<ui::SetOption>& values) {
    for (const ui::SetOption& one : values) options.set(one.option->key, one.value);
  }
  void add_runs(std::initializer_list<const char*> methods) {
    for (const char* method : methods) {
      session->post(sim::AddRun{});
      session->post(sim::ChooseMethod{method});
    }
  }
  ui::Panel panel() { return {context, const_cast<ui::State&>(ui.state())}; }

  /// A body that is being built, with what of it is selected.
  void build(sim::build::Draft one) {
    set(ui::options_showing("build"));
    draft = std::move(one);
    show_draft();
    frames(3);
  }
  void show_draft() {
    session = std::make_unique<sim::Session>(
        sim::Simulation(std::make_shared<const sim::Scene>(draft->scene)));
    context.session = session.get();
    context.building.draft = &*draft;
    context.selected = ui::selection_of(draft->chosen);
  }

  /// One that is shown, if there are several.
  ImGuiWindow* window(std::string_view name) const {
    ImGuiWindow* found = nullptr;
    for (ImGuiWindow* one : imgui_->Windows)
      if (std::string_view(one->Name).find(name) != std::string_view::npos &&
          (!found || (one->WasActive && !found->WasActive)))
        found = one;
    return found;
  }
  bool shown(std::string_view name) const {
    const ImGuiWindow* one = window(name);
    return one && one->WasActive;
  }
  bool tooltip_shown() const { return shown("##Tooltip"); }

  ImGuiID id(std::string_view window_name, const std::vector<std::string>& ids) const {
    const ImGuiWindow* in = window(window_name);
    ImGuiID id = in ? in->ID : 0;
    for (const std::string& part : ids) id = ImHashStr(part.c_str(), part.size(), id);
    return id;
  }

  /// Feels a window with the mouse, row by row: hit(id, point) for what is there, until it says so.
  /// Points outside of `within` are left out.
  template <class Hit>
  void feel(std::string_view window_name, ImVec2 stride, Hit hit,
            const ImRect& within = everywhere) {
    const ImGuiWindow* in = window(window_name);
    if (!in) return;
    const ImVec2 a = in->Pos, size = in->Size;
    for (float y = a.y + 2; y < a.y + size.y; y += stride.y) {
      for (float x = a.x + size.x - 4; x > a.x; x -= stride.x) {
        if (!within.Contains(ImVec2(x, y))) continue;
        ImGui::GetIO().MousePos = {x, y};
        draw();
        if (imgui_->HoveredId != 0 && hit(imgui_->HoveredId, ImVec2(x, y))) return;
      }
    }
  }

  /// Where an item was drawn, and a pixel more.
  std::optional<ImRect> item_rect(std::string_view window_name, ImGuiID item) {
    ImGuiWindow* in = window(window_name);
    if (!in) return {};
    std::optional<ImRect> drawn = test::item_rect(in, item, [this] { draw(); });
    if (drawn) drawn->Expand(1);
    return drawn;
  }

  /// Somewhere on the item with these ids in a window, where the mouse reaches it.
  std::optional<ImVec2> find(std::string_view window_name, const std::vector<std::string>& ids,
                             ImVec2 stride = {12, 6}) {
    return find_id(window_name, id(window_name, ids), stride);
  }
  std::optional<ImVec2> find_id(std::string_view window_name, ImGuiID wanted,
                                ImVec2 stride = {12, 6}) {
    const auto drawn = item_rect(window_name, wanted);
    return drawn ? felt(window_name, wanted, stride, *drawn) : std::nullopt;
  }
  /// The same for items that cannot have the focus, as those of menus: felt for everywhere.
  std::optional<ImVec2> find_by_mouse(std::string_view window_name,
                                      const std::vector<std::string>& ids,
                                      ImVec2 stride = {12, 6}) {
    return felt(window_name, id(window_name, ids), stride, everywhere);
  }
  std::optional<ImVec2> felt(std::string_view window_name, ImGuiID wanted, ImVec2 stride,
                             const ImRect& within) {
    std::optional<ImVec2> found;
    feel(
        window_name, stride,
        [&](ImGuiID there, ImVec2 point) {
          if (there == wanted) found = point;
          return found.has_value();
        },
        within);
    return found;
  }

  /// Clicks the item with these ids. Returns whether it was found.
  bool click_on(std::string_view window_name, const std::vector<std::string>& ids,
                ImVec2 stride = {12, 6}) {
    return click_at(find(window_name, ids, stride));
  }
  bool click_by_mouse(std::string_view window_name, const std::vector<std::string>& ids,
                      ImVec2 stride = {12, 6}) {
    return click_at(find_by_mouse(window_name, ids, stride));
  }
  bool click_at(std::optional<ImVec2> at) {
    if (at) click(*at);
    return at.has_value();
  }

  /// With the button that a figure has there, and the list that it opens. False without them.
  bool save_as(const char* kind, std::string_view window_name, std::vector<std::string> ids = {}) {
    ids.emplace_back("export");
    return click_on(window_name, ids) && click_on("##Popup", {kind});
  }

  template <class Command>
  const Command* last() const {
    return posted.empty() ? nullptr : std::get_if<Command>(&posted.back());
  }

  std::unique_ptr<sim::Session> session;
  base::Settings options;
  std::vector<ui::SceneEntry> scenes;
  ui::Context context;
  std::vector<sim::Command> posted;
  std::vector<std::string> opened;
  std::vector<ui::SaveAs> saved;
  ui::FileListing listing;
  std::map<std::string, std::vector<ui::SceneEntry>> disk;  ///< "/a/": what is in it
  std::vector<ui::Action> acted;
  std::optional<lessons::Course> course;
  std::vector<std::string> lessons_opened;
  std::vector<int> gone_to, answers, steps_opened;
  std::vector<ik::Obstacle::Shape> added;
  std::vector<ui::SaveTable> tables;
  std::vector<ui::SaveFigure> figures;
  std::vector<std::string> films, folders;
  std::vector<ui::FilmCaption> film_captions;  ///< of the last one
  int map_tables = 0;
  std::optional<sim::build::Draft> draft;  ///< that is being built
  std::vector<std::string> changes;        ///< of it,
  std::vector<ui::Build> built;            ///< and what else was asked for
  std::vector<ui::Solve> searched;
  std::vector<ui::Choose> chosen;
  ui::Requests requests;

 private:
  void draw() {
    ImGui::NewFrame();
    ui.draw(context);
    ImGui::Render();
  }
  void execute(sim::Command& command) {
    posted.push_back(command);
    if (session) session->post(std::move(command));
  }
  void execute(ui::SetOption& one) { options.set(one.option->key, one.value); }
  void execute(ui::Open& one) { opened.push_back(one.name); }
  void execute(ui::Browse&) {}
  void execute(ui::UseTargets&) {}
  void execute(ui::TurnUpright&) {}
  void execute(ui::ListFiles& one) {
    const size_t name = one.typed.rfind('/') + 1;
    const auto folder = disk.find(one.typed.substr(0, name));
    listing.typed = one.typed;
    listing.name = one.typed.substr(name);
    listing.folder = folder == disk.end() ? "" : folder->first;
    listing.entries = folder == disk.end() ? std::vector<ui::SceneEntry>() : folder->second;
    listing.problem = folder == disk.end() ? "There is no such folder." : "";
    listing.exists = std::ranges::count(listing.entries, one.typed, &ui::SceneEntry::path) > 0;
  }
  void execute(ui::SaveAs& one) { saved.push_back(one); }
  void execute(ui::OpenLesson& one) {
    lessons_opened.push_back(one.name);
    steps_opened.push_back(one.step);
  }
  void execute(ui::GoToStep& one) { course->go_to(gone_to.emplace_back(one.step)); }
  void execute(ui::Answer& one) { course->answer(answers.emplace_back(one.choice)); }
  void execute(ui::Select& one) { context.selected = one.selection; }
  void execute(ui::AddObstacle& one) { added.push_back(one.shape); }
  void execute(ui::SaveTable& one) { tables.push_back(std::move(one)); }
  void execute(ui::SaveMapTable&) { ++map_tables; }
  void execute(ui::SaveFigure& one) { figures.push_back(std::move(one)); }
  void execute(ui::StartFilm& one) {
    films.push_back(one.title);
    film_captions = one.captions;
  }
  void execute(ui::OpenFolder& one) { folders.push_back(one.file); }
  void execute(ui::Perform& one) { acted.push_back(one.action); }
  void execute(ui::ChangeBody& one) {
    draft = one.change(*draft);
    changes.push_back(one.label);
    show_draft();
  }
  void execute(ui::Build& one) { built.push_back(one); }
  void execute(ui::Solve& one) { searched.push_back(one); }
  void execute(ui::Choose& one) { chosen.push_back(one); }
  void execute(ui::PressKey& one) { ui.key(one.chord, one.repeat, context); }

  ImGuiContext* imgui_;

 public:
  ui::Ui ui;
};

}  // namespace test

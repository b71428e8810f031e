#include "ui/ui.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ui/kit/highlight.h"
#include "ui/kit/scale.h"
#include "ui/options/options.h"
#include "ui/panels/frame/frame.h"
#include "ui/panels/map/parts.h"
#include "ui/stage.h"

namespace ui {
namespace {

/// A fixed area of the layout on the window's own background (Palette::panel), which costs a
/// software renderer far less than blending a rectangle over it.
constexpr ImGuiWindowFlags fixed_window =
    ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
    ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
    ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoBackground;
constexpr ImGuiWindowFlags unscrolled = fixed_window | ImGuiWindowFlags_NoScrollbar;

void all_controls(const Panel& panel) {
  std::vector<std::string_view> names;
  for (const PanelInfo* one : panels(PanelInfo::Region::Controls)) names.push_back(one->name);
  const bool fewer = needs_only_some(panel, names);
  for (const PanelInfo* one : panels(PanelInfo::Region::Controls)) {
    if (fewer && !is_needed(panel, one->part_of.empty() ? one->name : one->part_of)) continue;
    const Highlight lit(panel, one->name);  // frames the first of several parts
    one->draw(panel);
  }
  if (fewer) more_button(panel, "All controls");
  fade_at_foot(panel.look);
}

void controls(const Panel& panel) {
  const bool with_clock = panel.state.layout.controls.x == 0;  // otherwise the lesson is there
  constexpr float low = 22;  // em; in a lower area, the clock scrolls
  const bool scrolled = with_clock && panel.state.layout.controls.height < low * panel.em() &&
                        (panel.look.fingers || !panel.state.layout.time.empty());
  const float bottom_margin =
      with_clock && !scrolled ? clock_panel_height(panel) + ImGui::GetStyle().WindowPadding.y : 0;
  ImGui::BeginChild("settings", {0, -bottom_margin});
  all_controls(panel);
  if (scrolled) clock_panel(panel);
  ImGui::EndChild();
  if (scrolled) return;
  const ImVec2 at = with_clock ? ImGui::GetCursorScreenPos() : ImGui::GetWindowPos();
  const float pad = ImGui::GetStyle().WindowPadding.x;
  fill({at.x - pad, at.y}, {ImGui::GetContentRegionAvail().x + 3 * pad, hairline(panel.look)},
       panel.look.palette->border, 0);
  if (!with_clock) return;
  ImGui::Dummy({0, 0});
  clock_panel(panel);
}

constexpr std::pair<Overlay, void (*)(const Panel&)> dialogs[] = {
    {Overlay::Picker, picker_panel},   {Overlay::Save, save_panel}, {Overlay::Help, help_panel},
    {Overlay::About, about_panel},     {Overlay::QrCode, qr_panel}, {Overlay::Film, film_panel},
    {Overlay::Targets, targets_dialog}};

/// Draws the tabs of controls and column where they share one area.
void tabs(const Panel& panel) {
  const PanelInfo* column = column_shown(panel.context);
  if (!column) return;
  const std::string_view names[] = {"Controls", column->title};
  const int chosen = choose(panel.look, "tabs", names, panel.state.second_tab ? 1 : 0,
                            ImGui::GetContentRegionAvail().x);
  if (chosen >= 0) panel.state.second_tab = chosen == 1;
}

/// Resets the plots for a new scene. After a restart or a step back in time, they follow the newest
/// data.
void follow_scene(const Context& context, State& state) {
  if (!context.session) return;
  const sim::Simulation& simulation = context.session->simulation();
  const int64_t now = context.session->timeline().now();
  if (state.scene != simulation.scene_ptr()) {
    for (PlotState& plot : state.plots) plot.reset();
    state.joints = state.stiffness = state.rest = {};
    state.position_rows.clear();
    state.read_method = nullptr;
    state.read_verdict.reset();
    state.rate = {};
    state.large_run = -1;
    if (state.scene) {
      if (state.shows_start()) state.overlay = Overlay::None;
      const MapChoice& maps = state.map.choice;  // but for the ranges, which the scene has
      state.map.choose({maps.keys, maps.solve_keys, {}, maps.methods});
    }
  }
  if (state.scene != simulation.scene_ptr() || now < state.steps ||
      simulation.steps() < state.since_restart) {
    state.time.live = true;
    state.recent.update_time = -1;
  }
  if (!state.scene) state.plots[3].log = state.plots[3].log_by_default = true;  // σ spans decades
  if (auto wanted = std::exchange(state.wanted_map, {})) state.map.choose(std::move(*wanted));
  if (const auto wanted = std::exchange(state.wanted_plots, {})) {
    for (size_t i = 0; i < wanted->size(); ++i) state.plots[i].apply((*wanted)[i]);
    if (!state.read_method) state.wanted_readings = wanted->back();
  }
  state.scene = simulation.scene_ptr();
  state.steps = now;
  state.since_restart = simulation.steps();
  state.rate.update(state.steps, ImGui::GetTime());
  state.time.span = (*context.options)[options::plot_window()];
  state.time.begin_frame(static_cast<double>(state.steps) / sim::Clock::steps_per_second);
}

/// Restores the view after a comparison, unless the user has chosen another one.
void follow_comparison(const Context& context, State& state) {
  std::optional<Comparison>& one = state.comparison;
  if (!one || !context.session) return;
  if (context.session->simulation().runs().size() > 1) {
    one->begun = true;
  } else if (one->begun) {
    if ((*context.options)[options::compare_view()] == 1)
      context.set(options::compare_view(), one->view_before);
    one.reset();
  }
}

/// Swallows a double click whose first click changed the screen.
void guard_double_click(const Context& context, State& state) {
  constexpr double settled = 0.35;  // s; Dear ImGui's double click is faster
  const Screen now{context.course ? &context.course->lesson() : nullptr,
                   context.course ? context.course->index() : -1, state.lesson.page, state.overlay};
  if (now != state.screen) state.screen_since = ImGui::GetTime();
  state.screen = now;
  ImGuiIO& io = ImGui::GetIO();
  if (io.MouseClickedCount[0] < 2 || ImGui::GetTime() - state.screen_since > settled) return;
  io.MouseClicked[0] = io.MouseDoubleClicked[0] = false;
  io.MouseClickedCount[0] = 0;
}

/// Returns the part of the stage's head beside the method's name, for the pressed key and messages.
Rect beside_title(const Panel& panel) {
  const Rect title = panel.context.session ? method_title(panel) : Rect{};
  if (title.empty()) return {};
  const Rect& body = panel.state.layout.body;
  const float left = title.x + title.width;
  const float right =
      body.x + body.width - (panel.context.filming() ? film_mark_width(panel.look) : 0);
  return {left, body.y, right - left, stage_head * panel.em()};
}

/// The pressed key's badge is at the bottom of the body, or beside the method's name on the stage.
Rect badge_rect(const Panel& panel) {
  if (panel.state.overlaid() && !panel.state.shows_start()) return {};
  const Rect& body = panel.state.layout.body;
  Rect badge = panel.state.input_display.badge(panel.look, body);
  if (badge.empty()) return {};
  if (const Rect head = beside_title(panel); !head.empty())
    badge = panel.state.input_display.badge(panel.look, head);
  else if (panel.context.session)
    badge = above(badge, legend_rects(panel), 0.3f * panel.em());
  for (const Rect& one : windows_over_layout())
    if (overlap(one, badge)) return {};
  return badge;
}

/// Returns the free part of a head in the grid, of the one that has most beside its title.
Rect beside_titles(const Panel& panel) {
  constexpr float head_of_view = 2.1f;  // em
  Rect most;
  for (const View& view : panel.state.views) {
    Rect head{view.rect.x, view.rect.y, view.rect.width, head_of_view * panel.em()};
    for (const Rect& over : windows_over_layout())
      if (overlap(over, head)) {
        head.width = head.x + head.width - (over.x + over.width);
        head.x = over.x + over.width;
      }
    if (head.width > most.width) most = head;
  }
  return most;
}

/// Messages are at the bottom of the body; on the stage beside the method's name, once the key has
/// faded; in a grid beside the menus or the name of a view, since the bodies are to be read.
void draw_toasts(const Panel& panel) {
  if (panel.state.toasts.empty()) return;
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const bool dialog = panel.state.overlaid() && !panel.state.shows_start();
  const Rect whole{0, 0, display.x, display.y};
  const Rect& body = panel.state.layout.body;
  std::vector<Toasts::Area> areas{{body}, {whole}};
  if (dialog) {
    areas = {{whole}};
  } else if (panel.state.views.size() > 1) {
    areas.insert(areas.begin(), {beside_titles(panel), true});
    if (!panel.state.layout.menu.empty())
      areas.insert(areas.begin(), {panel.state.beside_menus, true});
  } else if (const Rect head = beside_title(panel); !head.empty()) {
    if (!panel.state.badge.empty()) return;
    areas.insert(areas.begin(), {head, true});
  } else if (is_presenting(panel.context)) {
    const float top = stage_head * panel.em();
    const float height = panel.state.toasts.room_of_newest(panel.look, body.width, body.height);
    areas.insert(areas.begin(), Toasts::Area{Rect{body.x, body.y + top, body.width, height}});
  }
  std::vector<Rect> in_the_way = windows_over_layout();
  in_the_way.push_back(panel.state.badge);
  if (panel.context.session && !dialog)
    for (const Rect& one : legend_rects(panel)) in_the_way.push_back(one);
  std::string clicked =
      panel.state.toasts.draw(panel.look, areas, in_the_way, ImGui::GetIO().DeltaTime);
  if (!clicked.empty()) panel.context.request(OpenFolder{std::move(clicked)});
}

/// The key that opened a menu, a dialog or the start screen closes it.
bool is_for_what_lies_above(Chord chord, const Hit& hit, const State& state) {
  if (chord.ctrl) return false;
  if (is_popup_open()) return true;
  const bool closes =
      hit.shortcut &&
      ((state.shows_start() && hit.shortcut->action == Action::ShowStart) ||
       (state.overlay == Overlay::Help && hit.shortcut->action == Action::ToggleHelp));
  return state.overlaid() && !closes;
}

}  // namespace

void RateMeter::update(int64_t steps, double now) {
  if (since_ >= 0 && now - since_ < 0.5) return;
  if (since_ >= 0) rate_ = static_cast<double>(std::abs(steps - steps_)) / (now - since_);
  since_ = now;
  steps_ = steps;
}

bool Ui::set_scale(float scale, float enlarged) {
  if (!std::isfinite(scale)) scale = 1;
  scale = enlarged * std::clamp(scale, least_scale, most_presented);
  if (state_.look.fonts.body && scale == state_.scale) return false;
  state_.scale = scale;
  state_.look.fonts = build_fonts(scale);
  apply_theme(state_.look);
  return true;
}

std::optional<view::Slice> Ui::slice(const Context& context) const {
  return map_slice(context, state_.map);
}

std::vector<view::GhostPose> Ui::ghost_poses(const Context& context) const {
  constexpr int most_solutions = 8;  // are seen; more would hide each other
  constexpr float pale = 0.3f, clear = 0.8f;
  const view::Palette& palette = *state_.look.palette;
  const sim::why::Verdict* verdict = state_.shows_found_pose ? state_.read_verdict.get() : nullptr;
  if (verdict && verdict->pose) return {{*verdict->pose, palette.accent}};
  std::vector<view::GhostPose> all;
  const sim::Solving* solving = context.search.solving;
  if (!solving) return all;
  const auto& found = solving->solutions();
  for (int i = 0; i < static_cast<int>(found.size()); ++i)
    if (i < most_solutions || i == state_.solution)
      all.push_back({found[static_cast<size_t>(i)].theta, view::series_color(palette, i),
                     i == state_.solution ? clear : pale});
  if (!solving->done()) all.push_back({solving->theta(), palette.accent});
  return all;
}

PlotChoices Ui::plot_choices() const {
  PlotChoices choices;
  std::ranges::transform(state_.plots, choices.begin(), &PlotState::choice);
  return choices;
}

void Ui::follow_theme(const base::Settings& settings, bool fingers) {
  if (!state_.look.fonts.body) set_scale(1);
  const view::Palette& palette = options::palette(settings);
  if (&palette == state_.look.palette && fingers == state_.look.fingers) return;
  state_.look.palette = &palette;
  state_.look.fingers = fingers;
  apply_theme(state_.look);
}

void Ui::draw(const Context& context, const Ui& window, const PanelInfo* alone,
              const FilmText& film) {
  follow_theme(*context.options);
  follow_scene(context, state_);
  state_.plots = window.state_.plots;
  state_.time = window.state_.time;
  state_.time.next_hover = state_.time.hover = std::numeric_limits<double>::quiet_NaN();
  state_.map.choice = window.state_.map.choice;
  state_.explain.curves = window.state_.explain.curves;
  state_.explain.log = window.state_.explain.log;
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  const Panel panel{context, state_};
  state_.map.request.reset();
  state_.layout = {};
  state_.layout.number_columns = 3;
  state_.layout.number_rows = 2;
  if (alone && context.session && (!alone->available || alone->available(context)))
    draw_frameless_window(alone->name.data(), {0, 0, size.x, size.y - film.bottom_margin},
                          ImGui::GetStyle().WindowPadding, unscrolled, [&] { alone->draw(panel); });
  draw_film_text(state_.look, film, size);
}

void Ui::draw(const Context& context) {
  const base::Settings& settings = *context.options;
  follow_theme(settings, context.fingers);
  state_.look.reduced_motion = context.reduced_motion;
  constexpr double moving = 1.5;  // s; a mouse that rests longer shows no tooltips on the stage
  const ImVec2 by = ImGui::GetIO().MouseDelta;
  if (by.x != 0 || by.y != 0) state_.mouse_moved = ImGui::GetTime();
  state_.look.hides_tooltips =
      is_presenting(context) && ImGui::GetTime() - state_.mouse_moved > moving;
  follow_scene(context, state_);
  follow_comparison(context, state_);
  guard_double_click(context, state_);
  state_.popup_keys.begin_frame();

  const bool presenter = settings.flag(options::presenter());
  const Panel panel{context, state_};
  follow_lesson(panel);
  arrange_all(panel);
  const Layout& layout = state_.layout;
  if (layout.menu.empty() && layout.body.empty()) return;

  constexpr ImGuiWindowFlags still = unscrolled | ImGuiWindowFlags_NoScrollWithMouse;
  const ImVec2 usual = ImGui::GetStyle().WindowPadding, none(0, 0);  // padding
  const float unit = em(state_.look);
  draw_frameless_window("menu", layout.menu, none, unscrolled | ImGuiWindowFlags_MenuBar,
                        [&] { menu_bar(panel); });
  state_.panel_stops.begin_panels(state_.popup_keys.was_open() || state_.overlaid());
  state_.look.stops = state_.shows_start() ? nullptr : &state_.panel_stops;
  draw_frameless_window("lesson", layout.lesson, none, still, [&] { lesson_panel(panel); });
  state_.look.stops = nullptr;
  draw_frameless_window("start", layout.start, {2 * unit, 1.8f * unit}, still,
                        [&] { start_panel(panel); });
  state_.explain.next_spot = {};
  state_.look.stops = state_.shows_start() ? nullptr : &state_.panel_stops;
  if (!state_.panel_stops.begins()) state_.panel_stops.begin_here();  // not at the lesson's buttons
  draw_frameless_window("tabs", layout.tabs, {0.8f * unit, 0.4f * unit}, still,
                        [&] { tabs(panel); });
  draw_frameless_window("controls", layout.controls, usual, still, [&] { controls(panel); });
  view_titles(panel);
  profile_panel(panel);
  if (context.session) {
    past_hint(panel);
    recorded_legend(panel);
  }
  if (context.session && !state_.shows_start()) overlay_legend(panel);
  state_.shows_found_pose &= !layout.diagnosis.empty();  // else its list is not drawn
  for (size_t further = 0; const PanelInfo* one : panels(PanelInfo::Region::Below)) {
    const Rect& area = one->area ? layout.*(one->area) : layout.further[further++];
    draw_frameless_window(one->name.data(), area, one->padded ? usual : none, unscrolled, [&] {
      one->draw(panel);
      highlight_window(panel, one->name);
    });
  }
  state_.map.request.reset();
  state_.map.picture = {};
  if (const PanelInfo* column = column_shown(panel.context))
    draw_frameless_window(column->name.data(), layout.plots, usual, fixed_window, [&] {
      if (!presenter) column_head(panel);  // hidden on the stage
      column->draw(panel);
      highlight_window(panel, column->name);  // a lesson may point at the whole column
    });
  state_.explain.spot = state_.explain.next_spot;
  if (context.is_fast_forwarding) {  // the axes fit the moment of the link, not those before it
    for (PlotState& plot : state_.plots)
      if (!plot.y_zoomed) plot.y = {};
    state_.explain.sigma = state_.explain.gain = {};
  }
  state_.look.stops = nullptr;
  if (state_.shows_start()) state_.panel_stops.leave();
  state_.panel_stops.end_panels();

  if (!state_.overlaid() || state_.shows_start()) state_.overlay_age = 0;
  for (const auto& [overlay, draw_dialog] : dialogs)
    if (state_.overlay == overlay) draw_dialog(panel);
  const bool pointer =
      (presenter && !context.embedded_figure) || settings.flag(options::show_pointer());
  state_.badge = pointer ? badge_rect(panel) : Rect{};
  draw_toasts(panel);
  if (context.filming()) {
    const Rect& body = layout.body;  // its top where the menu is hidden
    const Rect top{body.x, body.y, body.width, 1.9f * unit};
    draw_film_mark(state_.look, context.film_seconds, layout.menu.empty() ? top : layout.menu);
  }
  if (pointer) state_.input_display.draw(state_.look, state_.badge, ImGui::GetIO().DeltaTime);
  state_.popup_keys.end_frame();
}

void Ui::ask_where(Action what, const std::string& file, const Context& context) {
  show(state_, Overlay::Save);
  state_.save.what = what;
  fill_in_path(context, state_.save, file);
  state_.save.names = true;
}

bool Ui::key(Chord chord, bool repeat, const Context& context) {
  const Hit hit = find_shortcut(chord);
  const bool types = chord.key < key::f1;  // function keys type nothing
  if (types && (is_typing() || is_for_what_lies_above(chord, hit, state_))) return false;
  constexpr int of_controls[] = {key::tab,  key::left,  key::right,        key::up,
                                 key::down, key::enter, key::keypad_enter, key::escape};
  if (state_.panel_stops.on() && !chord.ctrl && !chord.alt &&
      std::ranges::find(of_controls, chord.key) != std::end(of_controls))
    return false;  // a control of the panels is marked
  if (chord == Chord{key::escape} && context.options->flag(options::presenter()) &&
      !context.embedded_figure) {
    perform(Action::Presenter, 0, context, state_);
    return true;
  }
  if (chord == Chord{key::escape} && context.building.edits()) {
    context.request(Select{});
    return true;
  }
  if (turns_pages(context) && (chord == Chord{key::page_down} || chord == Chord{key::page_up})) {
    if (!repeat)  // a held key turns only one page
      perform(chord.key == key::page_down ? Action::NextStep : Action::PreviousStep, 0, context,
              state_);
    return true;
  }
  const bool slides = is_presenting(context) && context.selected.target() < 0 && hit.shortcut &&
                      hit.shortcut->action == Action::Guide;  // the large slider shows it
  if (!slides) state_.input_display.press(chord);
  if (!hit.shortcut || (repeat && !hit.shortcut->repeats())) return false;
  perform(hit.shortcut->action, hit.argument, context, state_);
  return true;
}

}  // namespace ui

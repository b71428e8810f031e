#include <algorithm>
#include <cfloat>

#include "base/text.h"
#include "ik/methods/method.h"
#include "ui/film_text.h"
#include "ui/kit/format.h"
#include "ui/options/options.h"
#include "ui/panels/frame/frame.h"
#include "view/camera.h"

namespace ui {
namespace {

void item(const Panel& panel, std::string_view label, Action action, bool enabled = true,
          bool on = false, int argument = 0) {
  if (ImGui::MenuItem(std::string(label).c_str(), panel.key(action, argument).c_str(), on, enabled))
    panel.perform(action, argument);
}

/// An action's key stands at the choice that it leads to, `next`.
void choice_items(const Panel& panel, const base::Parameter& option, const char* after = "",
                  size_t next = SIZE_MAX, Action action = {}) {
  for (size_t i = 0; i < option.choices.size(); ++i) {
    const std::string label = base::capitalized(option.choices[i]) + after;
    const auto value = static_cast<double>(i);
    if (ImGui::MenuItem(label.c_str(), i == next ? panel.key(action).c_str() : nullptr,
                        panel.options()[option] == value))
      panel.context.set(option, value);
  }
}

template <class Items>
void submenu(const char* label, Items items, bool enabled = true) {
  if (!ImGui::BeginMenu(label, enabled)) return;
  items();
  ImGui::EndMenu();
}

void toggle(const Panel& panel, const base::Parameter& option, std::optional<Action> action = {}) {
  const std::string key = action ? panel.key(*action) : "";
  if (ImGui::MenuItem(std::string(option.symbol).c_str(), key.c_str(),
                      panel.options().flag(option)))
    panel.context.toggle(option);
}

void export_menu(const Panel& panel) {
  item(panel, "Picture of the window", Action::Screenshot);
  item(panel, "Picture of the 3D view", Action::ViewPicture, panel.context.session != nullptr);
  const base::Parameter& scale = options::picture_scale();
  submenu(std::string(scale.symbol).c_str(), [&] { choice_items(panel, scale, "×"); });
  toggle(panel, options::picture_transparent());
  if (!panel.context.session) return;
  ImGui::Separator();
  for (const PanelInfo* one : panels())
    for (const Figure& figure : one->figures) {
      const std::string title = figure.title(panel, figure.argument);
      if (title.empty() || !ImGui::BeginMenu(title.c_str())) continue;
      for (const FileKindInfo& file : file_kinds)
        if (ImGui::MenuItem(file.label, file.content)) export_figure(panel, figure, file.kind);
      ImGui::EndMenu();
    }
}

void file_menu(const Panel& panel) {
  item(panel, "Start screen", Action::ShowStart);
  item(panel, "Open…", Action::OpenPicker);
  item(panel, "New body", Action::NewBody, panel.context.session != nullptr);
  item(panel, "Save scene", Action::SaveScene, panel.context.session != nullptr);
  item(panel, "Save scene as…", Action::SaveSceneAs, panel.context.session != nullptr);
  item(panel, "Save session", Action::SaveSession, panel.context.session != nullptr);
  item(panel, "Copy link", Action::CopyLink, panel.context.session != nullptr);
  item(panel, "Link as a QR code", Action::ShowQrCode, panel.context.session != nullptr);
  submenu(
      "Copy settings as",
      [&] {
        for (int form = 0; const std::string_view title : panel.context.copied_forms)
          item(panel, title, Action::CopySettings, true, false, form++);
      },
      panel.context.session && !panel.context.copied_forms.empty());
  submenu("Export", [&] { export_menu(panel); });
  if (panel.context.filming())
    item(panel, "Stop the film", Action::Record);
  else
    item(panel, "Film…", Action::Film, panel.context.session != nullptr);
  if (!panel.context.can_close) return;
  ImGui::Separator();
  item(panel, "Quit", Action::Quit);
}

void panel_item(const Panel& panel, const std::string& label, std::string_view name, bool enabled) {
  const auto is_it = [&](const PanelInfo* one) { return one->name == name; };
  const auto found = std::ranges::find_if(panels(), is_it);
  item(panel, label, Action::TogglePanel, enabled, is_shown(panel.options(), **found),
       static_cast<int>(found - panels().begin()));
}

void edit_menu(const Panel& panel) {
  const bool session = panel.context.session != nullptr;
  const Building& building = panel.context.building;
  const auto entry = [&](std::string label, const std::string& change, Action action) {
    if (!change.empty()) label += ": " + change;
    item(panel, label, action, !change.empty());
  };
  if (building.edits()) {
    entry("Undo", building.undo_label, Action::Undo);
    entry("Redo", building.redo_label, Action::Redo);
  } else {
    const auto text_of = [](const sim::Effect& change) {
      return change.empty() ? std::string() : sim::text(change);
    };
    entry("Undo", session ? text_of(panel.simulation().undo_effect()) : "", Action::Undo);
    entry("Redo", session ? text_of(panel.simulation().redo_effect()) : "", Action::Redo);
  }
  ImGui::Separator();
  item(panel, "Targets…", Action::ChooseTargets, session);
  ImGui::Separator();
  const size_t runs = session ? panel.simulation().runs().size() : 0;
  const view::Selection& selected = panel.context.selected;
  const bool part = building.edits() && (selected.joint() >= 0 || selected.effector() >= 0);
  item(panel, part ? "Duplicate the selected part" : "Add a run", Action::AddRun,
       part || (runs > 0 && runs < sim::max_runs));
  item(panel, "Compare methods 1 to 4", Action::CompareMethods, runs > 0);
  panel_item(panel, "Choose a method", "choose", runs > 0);
  item(panel, "Remove the selected run", Action::RemoveRun, runs > 1);
  item(panel, part ? "Mirror the selected part" : "Mute the selected run", Action::MuteRun,
       part || runs > 1);
}

void time_menu(const Panel& panel) {
  const bool session = panel.context.session != nullptr;
  item(panel, session && panel.clock().paused ? "Play" : "Pause", Action::TogglePause, session);
  const bool moves = session && !panel.context.building.edits();
  item(panel, "One step", Action::SingleStep, moves);
  item(panel, "One step back", Action::StepBack, moves);
  item(panel, session && panel.clock().backwards ? "Forwards" : "Backwards", Action::Backwards,
       moves);
  ImGui::Separator();
  item(panel, "Go to the earliest moment", Action::ToEarliest, session);
  item(panel, "Go to the present", Action::ToPresent, session);
  ImGui::Separator();
  item(panel, "Restart", Action::Restart, moves);
}

void method_menu(const Panel& panel) {
  const ik::MethodInfo* at_work = panel.context.session ? &panel.method() : nullptr;
  for (int index = 0; const ik::MethodInfo* method : ik::methods()) {
    const bool able = at_work && method->suits(panel.skeleton());
    item(panel, method->title, Action::ChooseMethod, able, method == at_work, index++);
  }
  ImGui::Separator();
  panel_item(panel, "Choose: rank all methods", "choose", at_work != nullptr);
  item(panel, "Reset all parameters", Action::ResetParameters, at_work != nullptr);
}

void scale_menu(const Panel& panel) {
  const base::Parameter& option = options::ui_scale();
  const double wanted = panel.options()[option];
  if (ImGui::MenuItem("Monitor default", panel.key(Action::ScaleReset).c_str(),
                      wanted == option.special_value))
    panel.perform(Action::ScaleReset);
  ImGui::Separator();
  for (double scale : {0.5, 0.75, 1., 1.25, 1.5, 2., 2.5, 3.}) {
    const std::string label = fixed(100 * scale, 0) + " %";
    if (ImGui::MenuItem(label.c_str(), nullptr, wanted == scale)) panel.context.set(option, scale);
  }
}

void shown_menu(const Panel& panel) {
  toggle(panel, options::show_axes(), Action::ToggleAxes);
  toggle(panel, options::show_trails(), Action::ToggleTrails);
  for (const base::Parameter* option :
       {&options::show_target_lines(), &options::show_target_paths(), &options::show_gizmo(),
        &options::show_ground(), &options::show_shadow()})
    toggle(panel, *option);
  if (panel.simulation().scene().recording) toggle(panel, options::show_recording());
}

void panels_menu(const Panel& panel) {
  toggle(panel, options::show_controls(), Action::ToggleControls);
  for (size_t i = 0; i < panels().size(); ++i) {
    const PanelInfo& one = *panels()[i];
    const int index = static_cast<int>(i);
    if (one.region() != PanelInfo::Region::Controls)
      item(panel, one.title, Action::TogglePanel, true, is_shown(panel.options(), one), index);
  }
}

void view_menu(const Panel& panel) {
  item(panel, "Home view", Action::HomeView);
  item(panel, "Frame body", Action::FrameBody);
  submenu("Look from", [&] {
    for (int index = 0; const view::Side& side : view::sides)
      item(panel, side.name, Action::LookFrom, true, false, index++);
    ImGui::Separator();
    item(panel, "Next side", Action::NextSide);
  });
  const base::Settings& now = panel.options();
  item(panel, "Orthographic", Action::ToggleProjection, true, now[options::projection()] != 0);
  ImGui::Separator();
  const base::Parameter& look = options::body_look();
  const size_t next_look = (static_cast<size_t>(now[look]) + 1) % look.choices.size();
  submenu(
      "Draw the body as", [&] { choice_items(panel, look, "", next_look, Action::NextLook); },
      panel.context.session && !panel.simulation().scene().solids.empty());
  submenu("Show in the view", [&] { shown_menu(panel); });
  ImGui::Separator();
  submenu("Panels", [&] { panels_menu(panel); });
  submenu("Explanatory overlays", [&] {
    for (const OverlayInfo& one : overlays()) toggle(panel, *one.option);
  });
  item(panel, "Several runs in a grid", Action::ToggleGrid, true,
       now[options::compare_view()] != 0);
  ImGui::Separator();
  const size_t next_theme = options::palette(now).dark ? 1 : 0;
  submenu("Theme",
          [&] { choice_items(panel, options::theme(), "", next_theme, Action::ToggleTheme); });
  submenu("UI scale", [&] { scale_menu(panel); });
  ImGui::Separator();
  toggle(panel, options::presenter(), Action::Presenter);
  toggle(panel, options::show_pointer());
  toggle(panel, options::show_profile(), Action::ToggleProfile);
  item(panel, "Full screen", Action::FullScreen);
}

void lesson_menu(const Panel& panel) {
  for (const LessonEntry& lesson : panel.context.lessons)
    if (ImGui::MenuItem(lesson.title.c_str(), nullptr, lesson.completed))
      panel.context.request(OpenLesson{lesson.name});
  ImGui::Separator();
  const lessons::Course* course = panel.context.course;
  submenu("Step", [&] {
    item(panel, "Next step", Action::NextStep, course != nullptr);
    item(panel, "Previous step", Action::PreviousStep, course && !course->is_first());
    item(panel, "Restart this step", Action::RepeatStep, course != nullptr);
    item(panel, "Do the task for me", Action::DoTask,
         course && course->step().task && !course->step().task->solution.empty());
  });
  item(panel, "Leave the lesson", Action::LeaveLesson, course != nullptr);
  item(panel, "Hand in", Action::HandIn, course != nullptr);
  tooltip(panel.look, "Saves your answers, and how you did the tasks, as a file for your lecturer");
  item(panel, "Make a lesson from this session", Action::MakeLesson,
       panel.context.session != nullptr);
  tooltip(panel.look, "Saves a lesson to be edited, with a step for each thing that you changed");
}

/// Draws a remark on why a requested panel is not shown.
void remark(const Panel& panel) {
  const Layout& layout = panel.state.layout;
  Rect& free = panel.state.beside_menus;
  free = {ImGui::GetCursorScreenPos().x, layout.menu.y, 0, layout.menu.height};
  free.width = layout.menu.x + layout.menu.width - free.x -
               (panel.context.filming() ? film_mark_width(panel.look) : 0);
  const char* remark = nullptr;
  if (!layout.tabs.empty()) return;
  if (layout.controls.empty() && panel.options().flag(options::show_controls()))
    remark = "The window is too small for the controls";
  else if (layout.plots.empty() && panel.options().flag(options::show_plots()))
    remark = "The window is too narrow for the plots";
  if (!remark || panel.state.shows_start()) return;
  const float width = text_size(panel.fonts.small, remark).x + panel.em();
  if (width > free.width) return;
  free.width -= width;
  ImGui::SetCursorScreenPos({free.x + free.width, ImGui::GetCursorScreenPos().y});
  text(panel.fonts.small, panel.palette.text_dim, remark);
}

/// Draws a menu. If it is higher than the space below the bar it scrolls, since over the bar the
/// second click of a double click would choose an entry.
void menu(const Panel& panel, const char* name, void (*items)(const Panel&)) {
  const Rect& bar = panel.state.layout.menu;
  ImGui::SetNextWindowSizeConstraints(
      {0, 0}, {FLT_MAX, std::max(1.f, ImGui::GetIO().DisplaySize.y - bar.y - bar.height -
                                          2 * ImGui::GetStyle().DisplaySafeAreaPadding.y)});
  if (!ImGui::BeginMenu(name)) return;
  {
    const TextStyle style(panel.fonts.body);
    items(panel);
  }
  ImGui::EndMenu();
}

void help_menu(const Panel& panel) {
  item(panel, "Keys", Action::ToggleHelp);
  item(panel, "About", Action::About);
}

}  // namespace

void menu_bar(const Panel& panel) {
  const float unit = panel.em(), wide = panel.state.layout.menu.width / unit;
  const StyleVar padding(ImGuiStyleVar_WindowPadding, {0.6f * unit, 0.5f * unit});
  constexpr float narrow = 28, narrowest = 23;  // em: on phones, all menus must fit
  const float apart = wide < narrow ? 0.45f : 0.9f;
  constexpr float low = 34;  // em: below this, lines are closer, so that the longest menus fit
  const float lines = panel.look.fingers                          ? finger_height - 1
                      : ImGui::GetIO().DisplaySize.y < low * unit ? 0.2f
                                                                  : 0.45f;
  const StyleVar spacing(ImGuiStyleVar_ItemSpacing, {apart * unit, lines * unit});
  const TextStyle style(wide < narrowest ? panel.fonts.small : panel.fonts.body);
  if (ImGui::BeginMenuBar()) {
    menu(panel, "File", file_menu);
    menu(panel, "Edit", edit_menu);
    menu(panel, "Time", time_menu);
    menu(panel, "Method", method_menu);
    menu(panel, "View", view_menu);
    menu(panel, "Lessons", lesson_menu);
    menu(panel, "Help", help_menu);
    remark(panel);
    ImGui::EndMenuBar();
  }
}

}  // namespace ui

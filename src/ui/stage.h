#pragma once
#include "ui/panel.h"

namespace ui {

// Presentation mode: the body, one panel of the right column, one large slider.

bool is_presenting(const Context& context);
/// em: the strip at the top of the body for the method's name and the pressed key.
constexpr float stage_head = 5.2f;
/// Returns whether there is something to plot: one of the choices of options::stage_plot().
bool has_plot(const Context& context, int plot);
/// Page Up and Page Down, the keys of a presenter, go from step to step of a lesson.
bool turns_pages(const Context& context);
/// Returns the panel in the right column, in presentation mode or not; null: none.
const PanelInfo* column_shown(const Context& context);
/// On the stage, a panel's key shows it large, or no longer; of plots one after the other.
void show_on_stage(const Context& context, const PanelInfo& panel);
/// Returns the options that make a panel of the right column, or a part of one, large on the stage.
std::vector<SetOption> options_presenting(std::string_view spot);
/// Returns whether there is a large slider: in a lesson only if its step is about a parameter.
bool has_control(const Context& context);
/// Returns the parameter of the large slider: the one chosen there or changed last (in a lesson
/// since its step began), if the method has it; else the one of the lesson's task, else the first
/// of the method's own.
const base::Parameter& stage_parameter(const Panel& panel);

}  // namespace ui

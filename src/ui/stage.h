#pragma once
#include "ui/panel.h"

namespace ui {

// Presentation mode: the body, one panel of the right column, one large slider.

bool on_stage(const Context& context);
/// Whether there is something to plot: one of the choices of options::stage_plot().
bool has_plot(const Context& context, int plot);
/// Whether Page Up and Page Down, the keys of a presenter, go from step to step of a lesson.
bool turns_pages(const Context& context);
/// The panel in the right column, on the stage or not; null: none.
const PanelInfo* column_shown(const Panel& panel);
/// What a panel's key does on the stage: it is the large thing there, or no longer. Of the plots
/// one is shown after the other.
void show_on_stage(const Context& context, const PanelInfo& panel);
/// The values of options with which a panel, or a part of one, is the large thing there; none if it
/// is no panel of the right column.
std::vector<OptionValue> presents(std::string_view spot);
/// What the large slider changes: the parameter that the lesson's task is done with, else the one
/// last touched, if the method has it, else the first of its own.
const base::Parameter& stage_parameter(const Panel& panel);

/// The scale of the interface in presentation mode, of which the smallest letters are 1/36 of the
/// window's height unless the user has chosen another scale.
float presented_scale(float scale, bool automatic, float window_height);

}  // namespace ui

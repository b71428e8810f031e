#pragma once

#include "ui/context.h"
#include "ui/input/keys.h"
#include "ui/state.h"

namespace ui {

/// Returns the selection as a part of the body that is being built.
sim::build::Item selected_item(const Context& context);
sim::build::Item item_of(const view::Selection& selection);
view::Selection selection_of(sim::build::Item item);

inline constexpr const char* no_building = "Building is not available in presentation mode.";

/// Performs actions of building, and others whose keys build meanwhile; false for the rest.
bool build(Action action, const Context& context, State& state);

// These are actions of the panel as well as of keys:
void extend_selected(const Context& context);
void duplicate_selected(const Context& context);
void mirror_selected(const Context& context, int across);
void remove_selected(const Context& context, bool branch);

}  // namespace ui

#include "ui/panels/panels.h"

namespace ui {

void Panel::parameter(const ik::Parameter& declared, double standard, const RowText& text) const {
  const double value = simulation().value(declared.key);
  const RowEdit edit = state.rows.draw(look, declared, value, standard, text);
  const std::string key(declared.key);
  if (edit.kind == RowEdit::Kind::Set) context.post(sim::SetParameter{key, edit.value});
  if (edit.kind == RowEdit::Kind::Reset) context.post(sim::ResetParameter{key});
  if (edit.kind == RowEdit::Kind::Refused) state.toasts.add(edit.message, Toasts::Kind::Error);
}

void Panel::option(const ik::Parameter& declared) const {
  const RowEdit edit = state.rows.draw(look, declared, options()[declared], declared.standard);
  if (edit.kind == RowEdit::Kind::Set) context.set_option(declared.key, edit.value);
  if (edit.kind == RowEdit::Kind::Reset) context.set_option(declared.key, declared.standard);
  if (edit.kind == RowEdit::Kind::Refused) state.toasts.add(edit.message, Toasts::Kind::Error);
}

}  // namespace ui

#include "ui/key_text.h"

#include "ik/methods/method.h"
#include "ui/keys.h"

namespace ui {
namespace {

/// Of an action or a method; empty if there is none of that name.
std::string key_named(std::string_view name) {
  for (const Shortcut& shortcut : shortcuts())
    if (shortcut.name == name) return std::string(shortcut.shown);
  int place = 0;
  for (const ik::MethodInfo* method : ik::methods()) {
    if (method->name == name) return shown_key(Action::ChooseMethod, place);
    ++place;
  }
  return {};
}

}  // namespace

std::string with_keys(std::string_view text, bool touched) {
  constexpr std::string_view before = " (", after = ")";
  std::string said;
  while (!text.empty()) {
    const size_t open = text.find('{'), close = text.find('}', open);
    if (close == text.npos) break;
    const std::string_view name = text.substr(open + 1, close - open - 1);
    const std::string key = key_named(name);
    const std::string_view left = text.substr(0, open), right = text.substr(close + 1);
    if (touched && !key.empty() && left.ends_with(before) && right.starts_with(after)) {
      said += left.substr(0, left.size() - before.size());
      text = right.substr(after.size());
      continue;
    }
    said += left;
    said += key.empty() ? std::string(text.substr(open, close - open + 1)) : key;
    text = right;
  }
  return said.append(text);
}

}  // namespace ui

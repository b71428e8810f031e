#pragma once
#include <string>
#include <string_view>

namespace ui {

/// A lesson's text with keys for names in braces: "{restart}" becomes "R", a method's name the key
/// that chooses it. Other braces stay. Touched: for who has no keyboard; what stands in brackets,
/// "Restart ({restart})", is left out.
std::string with_keys(std::string_view text, bool touched);

}  // namespace ui

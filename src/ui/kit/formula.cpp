#include "ui/kit/formula.h"

#include "base/numbers.h"
#include "base/text.h"
#include "ik/analysis/directions.h"
#include "ui/kit/format.h"

namespace ui {
namespace {

using ik::Solver;

std::string size(Eigen::Index rows, Eigen::Index columns) {
  return base::format("{} × {}", rows, columns);
}
std::string square_size(const Solver& s) { return size(s.J().rows(), s.J().rows()); }
std::string transposed_size(const Solver& s) { return size(s.J().cols(), s.J().rows()); }
std::string angle(double radians) { return significant(base::degrees * radians, 3) + "°"; }

std::string step_value(const Solver& s) {
  const std::string asked = angle(s.requested_dq().cwiseAbs().maxCoeff());
  const std::string made = angle(s.dtheta().cwiseAbs().maxCoeff());
  if (made == asked) return "largest " + asked;
  return base::format("largest {}, {} after clamp and limits", asked, made);
}

std::string error_value(const Solver& s) {
  std::string text = "|e| = " + significant(s.e().norm(), 3);
  const ik::Skeleton& skeleton = s.skeleton();
  for (int i = 0; i < std::min(skeleton.effectors(), 6); ++i)
    text += base::format("\n{} {}", skeleton.effector(i).name,
                         significant(ik::block_norm(skeleton, s.e(), i), 3));
  return text;
}

ik::Directions directions(const Solver& s) {
  ik::Directions d(s.skeleton());
  d.update(s);
  return d;
}

std::string J_value(const Solver& s) {
  const ik::Directions d = directions(s);
  const std::string all = size(s.J().rows(), s.J().cols());
  if (d.rank() == 0) return all;
  return base::format("{}, σ from {} to {}", all, significant(d[s.rank() - 1].sigma, 2),
                      significant(d[0].sigma, 3));
}

std::string all_sigmas(const Solver& s) {
  const ik::Directions d = directions(s);
  std::string text;
  for (int i = 0; i < s.rank(); ++i) text += (i ? "  " : "") + significant(d[i].sigma, 2);
  return text;
}

std::string with_unit(const Solver& s, double value, std::string_view unit) {
  return base::format("{} {}", significant(value, 3), base::with_name(unit, s.skeleton().unit()));
}
std::string last_sigma(const Solver& s) {
  const ik::Directions d = directions(s);
  return d.rank() ? with_unit(s, d[s.rank() - 1].sigma, "unit/rad") : "";
}
std::string alpha_value(const Solver& s) { return with_unit(s, s.gain(0, 1), "rad²/unit²"); }

/// A symbol of docs/mathematics.md §1, or one made from these.
struct General {
  std::string_view letter, meaning;
  std::string (*value)(const Solver&) = nullptr;
};
constexpr General general[] = {
    {"Δθ", "the step: the change of the joint coordinates", step_value},
    {"Δθⱼ", "the step of joint j", step_value},
    {"J Δθ − e", "the residual: the error left by the step, to first order",
     [](const Solver& s) { return significant((s.e() - s.J() * s.requested_dq()).norm(), 3); }},
    {"θ", "the joint coordinates",
     [](const Solver& s) { return base::format("{} joint coordinates", s.skeleton().joints()); }},
    {"JJᵀ", "J times its transpose", square_size},
    {"JJᵀe", "the effectors' displacement for the step Jᵀe"},
    {"J⁺", "the pseudoinverse of J", transposed_size},
    {"Jᵀ", "the transpose of J", transposed_size},
    {"J", "the Jacobian: effector displacement per joint displacement", J_value},
    {"I", "the identity", square_size},
    {"e", "the error: target minus effector positions, after D_max", error_value},
    {"σᵢ", "the singular values of J", all_sigmas},
    {"σ₁", "the largest singular value",
     [](const Solver& s) { return with_unit(s, directions(s)[0].sigma, "unit/rad"); }},
    {"σ_min", "the smallest singular value", last_sigma},
    {"uᵢ", "left singular vector of σᵢ: a direction of the effectors"},
    {"uᵢᵀe", "the component of e along uᵢ"},
    {"vᵢ", "right singular vector of σᵢ: a direction of the joints"},
    {"Σ", "sum over i"},
    {"α", "length of the step along Jᵀe", alpha_value},
    {"tᵢ", "target of effector i"},
    {"sᵢ", "position of effector i"},
};

bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// Returns whether the letters at `at` form a symbol rather than a part of a word.
bool stands_alone(std::string_view formula, size_t at, size_t length) {
  const auto within_word = [&](size_t i) {
    return i > 0 && i < formula.size() && letter(formula[i - 1]) && letter(formula[i]);
  };
  return !within_word(at) && !within_word(at + length);
}

}  // namespace

std::vector<Token> formula_tokens(std::string_view formula, const ik::MethodInfo& method) {
  std::vector<Token> tokens;
  size_t plain = 0;  // start of the text between symbols
  const auto end_plain = [&](size_t at) {
    if (at > plain) tokens.push_back({.text = formula.substr(plain, at - plain)});
  };
  for (size_t at = 0; at < formula.size();) {
    Token best;
    const auto offer = [&](std::string_view text, Token token) {
      if (text.size() <= best.text.size() || !formula.substr(at).starts_with(text) ||
          !stands_alone(formula, at, text.size()))
        return;
      best = std::move(token);
      best.text = formula.substr(at, text.size());
    };
    for (const ik::Symbol& one : method.symbols)
      offer(one.letter, {.meaning = std::string(one.meaning)});
    for (size_t i = 0; i < method.readings.size(); ++i)
      offer(method.readings[i].name, {.meaning = std::string(method.readings[i].explanation),
                                      .reading = static_cast<int>(i)});
    for (const base::Parameter& one : method.parameters())
      for (const std::string& text : {std::string(one.symbol), subscript(one.symbol)})
        if (one.symbol != "J" && one.symbol != "N" && !one.symbol.empty())
          offer(text, {.meaning = std::string(one.explanation), .parameter = &one});
    for (const General& one : general)
      offer(one.letter, {.meaning = std::string(one.meaning), .value = one.value});
    if (best.text.empty()) {
      ++at;
      continue;
    }
    end_plain(at);
    tokens.push_back(best);
    at += best.text.size();
    plain = at;
  }
  end_plain(formula.size());
  return tokens;
}

std::string token_value(const Token& token, const ik::Solver& solver) {
  if (token.reading >= 0) {
    const auto i = static_cast<size_t>(token.reading);
    const std::string_view unit = solver.method().readings[i].unit;
    const double value = solver.readings()[i];
    return unit.empty() ? significant(value, 3) : with_unit(solver, value, unit);
  }
  if (token.parameter) {
    const std::string set = value_text(*token.parameter, solver.settings()[*token.parameter]);
    return set == "auto" && token.text == "α" ? alpha_value(solver) + ", chosen automatically"
                                              : set;
  }
  return token.value ? token.value(solver) : std::string();
}

}  // namespace ui

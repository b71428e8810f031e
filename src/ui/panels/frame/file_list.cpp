#include "ui/panels/frame/file_list.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/kit/widgets.h"

namespace ui {

namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// Returns the number of initial letters that both have in common.
size_t agreement(std::string_view a, std::string_view b) {
  return static_cast<size_t>(std::ranges::mismatch(a, b, {}, lower, lower).in1 - a.begin());
}

/// Returns the longest common beginning of all rows; of a single row, all of it.
std::string agreed(std::string_view typed, const std::vector<FileRow>& rows) {
  std::string all = completed(typed, *rows.front().entry);
  for (const FileRow& row : rows) all.resize(agreement(all, completed(typed, *row.entry)));
  return all;
}

struct Typing {
  const PathField& path;
  const std::vector<FileRow>& rows;
  bool used_tab = false;
};

void replace(ImGuiInputTextCallbackData& field, const std::string& text) {
  field.DeleteChars(0, field.BufTextLen);
  field.InsertChars(0, text.c_str());
}

void select_name(ImGuiInputTextCallbackData& field) {
  const std::string_view typed(field.Buf, static_cast<size_t>(field.BufTextLen));
  const size_t name = typed.rfind('/') + 1, end = std::min(typed.rfind('.'), typed.size());
  if (end <= name) return;
  field.SelectionStart = static_cast<int>(name);
  field.CursorPos = field.SelectionEnd = static_cast<int>(end);
}

/// Lets an absolute path replace the folder before it, and an ending the one after it.
void merge(ImGuiInputTextCallbackData& field) {
  const std::string_view typed(field.Buf, static_cast<size_t>(field.BufTextLen));
  constexpr std::string_view ending = ".toml";
  if (typed.ends_with(std::string(ending) + std::string(ending)))
    field.DeleteChars(field.BufTextLen - static_cast<int>(ending.size()),
                      static_cast<int>(ending.size()));
  if (!typed.starts_with('/') && !typed.starts_with('~')) return;  // a link may have "//"
  for (const char* root : {"//", "/~/"})
    if (const size_t at = typed.rfind(root); at != typed.npos)
      return field.DeleteChars(0, static_cast<int>(at) + 1);
}

int on_typing(ImGuiInputTextCallbackData* field) {
  Typing& typing = *static_cast<Typing*>(field->UserData);
  if (field->EventFlag == ImGuiInputTextFlags_CallbackCompletion) {
    const std::string_view typed(field->Buf, static_cast<size_t>(field->BufTextLen));
    if (!is_path(typed) || typing.rows.empty()) return 0;
    const int chosen = typing.path.chosen;
    std::string full = typing.rows.size() > 1 && chosen > 0
                           ? completed(typed, *typing.rows[static_cast<size_t>(chosen)].entry)
                           : agreed(typed, typing.rows);
    typing.used_tab = full.size() > typed.size() || typing.rows.size() > 1;
    if (full.size() > typed.size()) replace(*field, full);
  } else if (!typing.path.pending_text.empty()) {
    if (typing.path.pending_text != field->Buf) replace(*field, typing.path.pending_text);
    field->CursorPos = field->SelectionStart = field->SelectionEnd = field->BufTextLen;
    if (typing.path.names) select_name(*field);
  } else {
    merge(*field);
  }
  return 0;
}

void highlighted(const Look& look, ImFont* font, ImVec2 at, const std::string& s,
                 const std::vector<int>& matched, const glm::vec4& ink) {
  for (size_t i = 0, end = 0; i < s.size(); i = end) {
    for (end = i + 1; end < s.size() && (s[end] & 0xC0) == 0x80;) ++end;  // UTF-8
    const bool hit = std::ranges::any_of(matched, [&](int byte) {
      return byte >= static_cast<int>(i) && byte < static_cast<int>(end);
    });
    const char *piece = s.data() + i, *next = s.data() + end;
    draw_text(font, at, hit ? look.palette->accent : ink, {piece, next});
    at.x += font->CalcTextSizeA(font->FontSize, FLT_MAX, 0, piece, next).x;
  }
}

void draw_folder(const Look& look, ImVec2 at, ImVec2 size) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImU32 ink = color(look.palette->text_dim);
  const float high = std::round(0.6f * size.y), wide = std::round(1.3f * high);
  const ImVec2 from{std::round(at.x + 0.5f * (size.x - wide)),
                    std::round(at.y + 0.5f * (size.y - high))};
  const float round = 0.12f * high;
  fill(from, {0.45f * wide, 0.5f * high}, ink, round);
  list.AddRectFilled({from.x, from.y + 0.18f * high}, {from.x + wide, from.y + high}, ink, round);
}

void draw_picture(const Panel& panel, const SceneEntry& entry, const Preview* preview, ImVec2 at,
                  ImVec2 size) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 end{at.x + size.x, at.y + size.y};
  if (entry.folder) return draw_folder(panel.look, at, size);
  const float rounding = ImGui::GetStyle().FrameRounding;
  list.AddRectFilled(at, end, color(panel.palette.window), rounding);
  if (preview && preview->picture)
    list.AddImageRounded(preview->picture, at, end, {0, 0}, {1, 1}, IM_COL32_WHITE, rounding);
}

/// The sentence below a name, and whether it reports an error.
struct Sentence {
  std::string text;
  bool wrong = false;
};

Sentence sentence_of(const SceneEntry& entry, const Preview* preview) {
  if (entry.path.empty() || entry.folder) return {entry.description};
  if (!preview) return {entry.description.empty() ? "…" : entry.description};
  if (entry.description.empty() || preview->wrong) return {preview->sentence, preview->wrong};
  return {entry.description + ": " + preview->sentence, preview->wrong};
}

bool file_row(const Panel& panel, const FileRow& row, bool chosen) {
  const Look& look = panel.look;
  const view::Palette& p = *look.palette;
  const SceneEntry& entry = *row.entry;
  const float unit = panel.em(), pad = std::round(0.5f * unit);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImVec2 picture{0, 0};
  if (panel.context.preview) picture = {std::round(4.1f * unit), std::round(2.3f * unit)};
  const float from = at.x + pad + (picture.x > 0 ? picture.x + pad : 0);
  const float width = ImGui::GetContentRegionAvail().x, room = at.x + width - from - pad;
  ImFont* small = look.fonts.small;
  const bool in_sight = ImGui::IsRectVisible({width, 2 * pad + picture.y});
  const float ratio = ImGui::GetIO().DisplayFramebufferScale.x;
  const Preview* preview =
      in_sight && picture.x > 0 && !entry.folder
          ? panel.context.preview(entry.location(), static_cast<int>(ratio * picture.x),
                                  static_cast<int>(ratio * picture.y))
          : nullptr;
  Sentence sentence = sentence_of(entry, preview);
  const bool of_program = entry.path.empty();  // only texts known at once may wrap
  if (!of_program) sentence.text = shortened(small, std::move(sentence.text), room);
  const ImVec2 wrapped =
      small->CalcTextSizeA(small->FontSize, FLT_MAX, room, sentence.text.c_str());
  const float text = 1.15f * unit + (sentence.text.empty() ? 0 : wrapped.y);
  const float height = std::round(2 * pad + std::max(text, picture.y));

  const std::string id = row.heading ? row.heading + entry.location() : entry.location();
  const bool clicked = click_area(id, at, {width, height});
  const bool hovered = ImGui::IsItemHovered();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (chosen || hovered) fill(at, {width, height}, chosen ? p.hovered : p.raised);
  if (picture.x > 0) draw_picture(panel, entry, preview, {at.x + pad, at.y + pad}, picture);
  static const std::vector<int> none;
  const bool open_now = entry.location() == panel.context.scene;
  const std::string remark = open_now ? "open" : entry.changed;
  const float right = text_size(small, remark).x;
  highlighted(look, look.fonts.strong, {from, at.y + pad},
              shortened(look.fonts.strong, entry.name, room - right - pad),
              row.by_name ? row.matched : none, p.text);
  draw_text(small, {at.x + width - pad - right, at.y + pad}, p.text_dim, remark);
  const ImVec2 below{from, at.y + pad + 1.15f * unit};
  if (wrapped.y < 1.5f * small->FontSize)
    highlighted(look, small, below, sentence.text, row.by_name ? none : row.matched,
                sentence.wrong ? p.alarm : p.text_dim);
  else
    list.AddText(small, small->FontSize, below, color(p.text_dim), sentence.text.c_str(), nullptr,
                 room);
  return clicked;
}

/// Moves the choice by the arrow keys. From no choice, ↓ leads to the first row and ↑ to the last.
int move(int chosen, int count) {
  if (count == 0) return PathField::none;
  chosen = std::min(chosen, count - 1);
  if (key_pressed(ImGuiKey_DownArrow, true)) chosen = (chosen + 1) % count;
  if (key_pressed(ImGuiKey_UpArrow, true)) chosen = (std::max(chosen, 0) + count - 1) % count;
  return chosen;
}

constexpr int hit = 10, run_bonus = 15, word_bonus = 10, first_bonus = 6, gap_cost = 1;
constexpr int none = -1'000'000;

bool letter_or_digit(char c) {
  c = lower(c);
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c & 0x80);
}

int bonus_at(std::string_view text, size_t i) {
  if (i == 0) return word_bonus + first_bonus;
  return letter_or_digit(text[i]) && !letter_or_digit(text[i - 1]) ? word_bonus : 0;
}

}  // namespace

const FileListing& listing_of(const Panel& panel) {
  static const FileListing empty;
  return panel.context.listing ? *panel.context.listing : empty;
}

bool is_path(std::string_view typed) {
  return typed.starts_with('~') || typed.find_first_of("/.") != typed.npos;
}

std::optional<SceneEntry> folder_above(const FileListing& listing) {
  if (listing.folder.size() < 2) return {};
  const size_t slash = listing.folder.rfind('/', listing.folder.size() - 2);
  return SceneEntry{"..", "The folder above", listing.folder.substr(0, slash + 1), {}, true};
}

std::string completed(std::string_view typed, const SceneEntry& entry) {
  const size_t slash = typed.rfind('/');
  std::string all(slash == typed.npos ? "" : typed.substr(0, slash + 1));
  return all + entry.name + (entry.folder ? "/" : "");
}

std::vector<FileRow> rows_of(const FileListing& listing) {
  std::vector<FileRow> rows;
  for (const SceneEntry& entry : listing.entries) {
    const size_t letters = agreement(listing.name, entry.name);
    if (letters < listing.name.size()) continue;
    FileRow row{&entry};
    for (size_t i = 0; i < letters; ++i) row.matched.push_back(static_cast<int>(i));
    rows.push_back(std::move(row));
  }
  return rows;
}

Typed path_field(const Panel& panel, PathField& field, const char* hint,
                 const std::vector<FileRow>& rows, bool known) {
  const std::string before = field.typed;
  if (!field.pending_text.empty() && !field.active) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(-1);
  const float pad = 0.7f * panel.em(), high = pressed_height(panel.look, 2);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(pad, 0.5f * (high - panel.em())));
  const float room = ImGui::GetContentRegionAvail().x - 2 * pad;
  if (text_size(panel.fonts.body, hint).x > room) hint = "A name, a path, or a link";
  Typing typing{field, rows};
  ImGui::PushAllowKeyboardFocus(false);  // TabStops handles Tab instead of Dear ImGui
  const bool entered = ImGui::InputTextWithHint("##typed", hint, field.typed, sizeof field.typed,
                                                ImGuiInputTextFlags_EnterReturnsTrue |
                                                    ImGuiInputTextFlags_CallbackCompletion |
                                                    ImGuiInputTextFlags_CallbackAlways,
                                                on_typing, &typing);
  ImGui::PopAllowKeyboardFocus();
  ImGui::PopStyleVar();
  panel.state.stops.add(panel.look, TabStops::Kind::Field, typing.used_tab);
  const bool was_active = field.active;
  field.active = ImGui::IsItemActive();
  if (was_active && field.active) {
    field.pending_text.clear();
    field.names = false;
  }
  if (entered) field.entered = true;
  if (field.typed != before) return Typed::Changed;
  return known && std::exchange(field.entered, false) ? Typed::Entered : Typed::Nothing;
}

const SceneEntry* file_list(const Panel& panel, PathField& field, const std::vector<FileRow>& rows,
                            float foot) {
  const int before = field.chosen;
  field.chosen = move(before, static_cast<int>(rows.size()));
  const SceneEntry* clicked = nullptr;
  ImGui::BeginChild("list", {0, -foot});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, std::round(0.1f * panel.em())));
  for (size_t i = 0; i < rows.size(); ++i) {
    const bool chosen = static_cast<int>(i) == field.chosen;
    if (rows[i].heading) {
      ImGui::Dummy({0, i == 0 ? 0 : 0.4f * panel.em()});
      note(panel.look, rows[i].heading);
      ImGui::Dummy({0, 0.1f * panel.em()});
    }
    if (file_row(panel, rows[i], chosen)) clicked = rows[i].entry;
    if (chosen && field.chosen != before) ImGui::SetScrollHereY();
  }
  ImGui::PopStyleVar();
  fade_at_foot(panel.look);
  ImGui::EndChild();
  return clicked;
}

std::optional<FuzzyMatch> fuzzy_match(std::string_view typed, std::string_view text) {
  std::string pattern;
  for (char c : typed)
    if (c != ' ') pattern += lower(c);
  const size_t m = pattern.size(), n = text.size();
  if (m == 0) return FuzzyMatch{};
  if (m > n) return std::nullopt;

  // best[i][j]: score with pattern[i] on text[j]; from[i][j]: where pattern[i-1] was.
  std::vector<int> best(m * n, none), from(m * n, -1);
  for (size_t i = 0; i < m; ++i)
    for (size_t j = i; j < n; ++j) {
      if (lower(text[j]) != pattern[i]) continue;
      int& score = best[i * n + j];
      const int here = hit + bonus_at(text, j);
      if (i == 0) score = here - gap_cost * static_cast<int>(std::min<size_t>(j, 8));
      for (size_t k = 0; i > 0 && k < j; ++k) {
        const int before = best[(i - 1) * n + k];
        if (before == none) continue;
        int one = before + here - gap_cost * static_cast<int>(j - 1 - k);
        if (k + 1 == j) one = std::max(one, before + hit + run_bonus);
        if (one < score) continue;
        score = one;
        from[i * n + j] = static_cast<int>(k);
      }
    }
  const auto last = best.begin() + static_cast<std::ptrdiff_t>((m - 1) * n);
  const auto top = std::max_element(last, last + static_cast<std::ptrdiff_t>(n));
  if (*top == none) return std::nullopt;
  const int length_cost = static_cast<int>(std::min<size_t>(n, 40)) / 2;  // short texts first
  FuzzyMatch match{*top - length_cost, std::vector<int>(m)};
  int j = static_cast<int>(top - last);
  for (size_t i = m; i-- > 0; j = from[i * n + static_cast<size_t>(j)]) match.positions[i] = j;
  return match;
}

}  // namespace ui

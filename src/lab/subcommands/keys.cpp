// ikscope-lab keys: prints the tables of keys of documents about files from their declarations.

#include <algorithm>
#include <sstream>

#include "base/error.h"
#include "files/output_file.h"
#include "files/read_text.h"
#include "formats/read_lesson.h"
#include "formats/scene/joint_type.h"
#include "lab/passage.h"
#include "lab/subcommand.h"
#include "lab/table.h"

namespace lab {
namespace {

using formats::Fields;

template <class Object>
void declare(Fields& f) {
  Object object{};
  fields(f, object);
}

struct KindOfTable {
  std::string_view name;
  void (*declare)(Fields& f);
};
const KindOfTable kinds_of_table[] = {
    {"scene", declare<sim::Scene>},
    {"[[joint]]", declare<formats::FileJoint>},
    {"[[dh]]", declare<formats::DhRow>},
    {"[base] and [tool]", declare<formats::DhEnd>},
    {"[[loop]]", declare<ik::Loop>},
    {"[[effector]]", declare<formats::FileEffector>},
    {"[[target]]", declare<formats::FileTarget>},
    {"[[obstacle]]", declare<ik::Obstacle>},
    {"[[link]]", declare<sim::Link>},
    {"[[solid]]", declare<sim::Solid>},
    {"[[run]]",
     [](Fields& f) {
       sim::RunSpec run;
       fields(f, run, sim::Scene(), false);
     }},
    {"[[path]]", declare<sim::RecordedPath>},
    {"[[command]]", declare<sim::LoggedCommand>},
    {"film", declare<formats::FilmFile>},
    {"[[cue]]", declare<formats::FileCue>},
    {"lesson", declare<lessons::Lesson>},
    {"[[step]]", declare<lessons::Step>},
    {"[step.question]", declare<lessons::Question>},
    {"[step.task]", declare<lessons::Task>},
    {"[[step.measured]]", declare<Passage>},
};

std::string motions_and_keys() {
  std::string text = "| `motion` | keys | |\n|---|---|---|\n";
  for (const sim::MotionInfo* motion : sim::motions()) {
    const auto key = [](const sim::Field& field) {
      if (field.required) return base::format("`{}`", field.key);
      return base::format("`{}` ({})", field.key,
                          field.kind == sim::Field::Kind::Flag
                              ? formats::as::Flag().text(field.default_value != 0)
                              : formats::number(field.default_value));
    };
    text += base::format("| `{}` | {} | {} |\n", motion->name,
                         base::joined(base::texts_of(motion->fields, key)),
                         markdown_cell(motion->explanation));
  }
  return text;
}

std::string commands_and_keys() {
  std::string text = "| `do` | further keys |\n|---|---|\n";
  for (const auto& [verb, keys] : formats::command_keys())
    text += base::format("| `{}` | {} |\n", verb, keys);
  return text;
}

std::string table_of_keys(std::string_view name, const std::string& document) {
  if (name == "motions") return motions_and_keys();
  if (name == "commands") return commands_and_keys();
  const auto* kind = std::ranges::find(kinds_of_table, name, &KindOfTable::name);
  if (kind == std::end(kinds_of_table))
    throw base::Error("{}: there is no table {}", document, base::in_quotes(name));
  Fields f;
  kind->declare(f);
  std::string text = "| key | value | default | meaning |\n|---|---|---|---|\n";
  for (const Fields::Row& row : f.rows())
    text += base::format("| {} | {} | {} | {} |\n", row.keys, markdown_cell(row.form),
                         markdown_cell(row.standard), markdown_cell(row.meaning));
  return text;
}

/// Prints the table of keys that follows each comment <!-- keys of NAME -->.
void print_keys(const std::string& document) {
  constexpr std::string_view opening = "<!-- keys of ", closing = " -->";
  std::istringstream lines(files::read_text(document, files::document));
  std::string text;
  bool old = false;  // inside of a table that is replaced
  for (std::string line; std::getline(lines, line);) {
    old = old && line.starts_with('|');
    if (old) continue;
    text += line + "\n";
    if (!line.starts_with(opening)) continue;
    const std::string_view name = std::string_view(line).substr(opening.size());
    text += table_of_keys(name.substr(0, name.find(closing)), document);
    old = true;
  }
  files::write_file(document, text);
}

void add_keys_options(cli::CommandLine& line, std::vector<std::string>& documents) {
  line.add_positionals("DOCUMENT", documents, "Markdown files, which are changed");
}

void print_all_keys(const std::vector<std::string>& documents) {
  for (const std::string& document : documents) print_keys(document);
}

}  // namespace

void declare_keys(base::Registry<Subcommand>& subcommands) {
  subcommands.add({"keys", "Prints the tables of keys of files into documents about them.", 7,
                   declared(add_keys_options, print_all_keys)});
}

}  // namespace lab

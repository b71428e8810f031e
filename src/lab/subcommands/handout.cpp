// ikscope-lab handout: a lesson as a sheet for print.

#include <filesystem>
#include <system_error>

#include "base/error.h"
#include "base/text.h"
#include "files/output_file.h"
#include "formats/assets.h"
#include "formats/lesson_file.h"
#include "jobs/process.h"
#include "lab/handout/sheet.h"
#include "lab/subcommand.h"

namespace lab {
namespace {

struct HandoutOptions {
  std::string lesson, file;
  bool answers = false;
};

/// Prints a page of HTML by a program that can, into a file. Throws base::Error if there is none.
void print(const std::string& html, const std::filesystem::path& file) {
  const std::filesystem::path page = file.string() + ".html";
  files::write_file(page, html);
  const std::string in = std::filesystem::absolute(page).string(),
                    out = std::filesystem::absolute(file).string();
  bool printed = false;
  const std::vector<std::string> quietly{"--headless",
                                         "--disable-gpu",
                                         "--no-sandbox",
                                         "--no-pdf-header-footer",
                                         "--print-to-pdf=" + out,
                                         in};
  std::vector<std::vector<std::string>> programs{{"weasyprint", in, out}};
  for (const char* browser : {"chromium", "chromium-browser", "google-chrome"}) {
    programs.push_back({browser});
    programs.back().insert(programs.back().end(), quietly.begin(), quietly.end());
  }
  std::error_code ignored;
  std::filesystem::remove(file, ignored);
  for (const std::vector<std::string>& words : programs) {
    try {
      printed = jobs::Process(words).wait() == 0 && std::filesystem::exists(file);
    } catch (const std::system_error&) {
      continue;  // it is not installed
    }
    if (printed) break;
  }
  std::filesystem::remove(page, ignored);
  if (!printed)
    throw base::Error(
        file.string() +
        " cannot be made: neither weasyprint nor chromium is installed. Install one, or "
        "write FILE.html and print it in a browser.");
}

void write_handout(const HandoutOptions& options) {
  if (options.file.empty())
    throw base::Error("handout needs a lesson and a file, such as handout damping damping.html");
  const bool pdf = options.file.ends_with(".pdf");
  if (!pdf && !options.file.ends_with(".html"))
    throw base::Error(base::in_quotes(options.file) +
                      " is neither a page nor a PDF file; expected FILE.html or FILE.pdf");
  const std::string html =
      sheet(formats::load_lesson(formats::find_lesson(options.lesson)), options.answers);
  pdf ? print(html, options.file) : files::write_file(options.file, html);
}

void add_handout_options(cli::CommandLine& line, HandoutOptions& options) {
  line.word("LESSON", options.lesson, "Its name or file");
  line.word("FILE", options.file, "The sheet: FILE.html, or FILE.pdf by weasyprint or chromium");
  line.flag("--answers", options.answers, "With the answers, and a way to do each task");
}

}  // namespace

void declare_handout(base::Registry<Subcommand>& subcommands) {
  subcommands.add({"handout", "Writes a lesson as a sheet for print, with room for answers.", 8,
                   declared(add_handout_options, write_handout)});
}

}  // namespace lab

#include "app/searcher.h"

#include <cmath>

#include "ui/options/options.h"

namespace app {
namespace {

constexpr double at_most = 100;  // updates a frame

bool damps_by_error(const base::Settings& options) {
  return options[ui::options::solve_damping()] == 0;
}

}  // namespace

void Searcher::begin() {
  solving_.emplace(parts_.session().simulation(), damps_by_error(parts_.options()));
  due_ = 0;
}

void Searcher::follow(bool wanted, double seconds) {
  if (!wanted) {
    solving_.reset();
    runs_ = true;
  } else if (!solving_ ||
             !solving_->is_about(parts_.session().simulation(), damps_by_error(parts_.options()))) {
    begin();
  }
  if (solving_ && runs_) {
    due_ = std::min(due_ + ui::options::solve_rate(parts_.options()) * seconds, at_most);
    const double whole = std::floor(due_);
    due_ -= whole;
    solving_->advance(static_cast<int>(whole));
  }
  parts_.context.search = {.solving = solving_ ? &*solving_ : nullptr,
                           .runs = solving_ && runs_ && !solving_->done()};
}

void Searcher::execute(ui::Solve request) {
  if (!solving_) return;
  runs_ = request == ui::Solve::Run || (request == ui::Solve::Anew && runs_);
  if (request == ui::Solve::Anew) begin();
  if (request == ui::Solve::Step) solving_->advance();
}

}  // namespace app

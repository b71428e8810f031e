#include "ui/requests.h"

#include <utility>

namespace ui {

Request::Request(const Request& other) = default;
Request::Request(Request&& other) noexcept = default;
Request& Request::operator=(const Request& other) = default;
Request& Request::operator=(Request&& other) noexcept = default;
Request::~Request() = default;

void Requests::add(Request request) {
  const auto at = executing_ ? queue_.begin() + added_++ : queue_.end();
  queue_.insert(at, std::move(request));
}

void Requests::execute(const std::function<void(Request&)>& execute) {
  executing_ = true;
  while (!queue_.empty()) {
    Request request = std::move(queue_.front());
    queue_.pop_front();
    added_ = 0;
    execute(request);
  }
  executing_ = false;
}

void Requests::forget_commands() {
  std::erase_if(queue_, [](const Request& one) {
    return std::holds_alternative<sim::Command>(one) || std::holds_alternative<Select>(one) ||
           std::holds_alternative<AddObstacle>(one);
  });
  added_ = 0;
}

}  // namespace ui

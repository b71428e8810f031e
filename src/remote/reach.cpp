#include "remote/work.h"

#include <utility>

#include "remote/message.h"

namespace remote {
namespace {

/// Writes or reads everything about a joint that a workspace depends on: its limits and coupling
/// too. The body may be one that no scene can hold.
template <class Numbers, class Joint>
void exchange_joint(Numbers& numbers, Joint& joint) {
  numbers(joint.parent, joint.type, joint.position, joint.axis, joint.lower, joint.upper,
          joint.rest, joint.start, joint.mimic.leader, joint.mimic.multiplier, joint.mimic.offset);
}

std::vector<double> numbers_of(const ik::Skeleton& body, int effector, bool limits) {
  NumberWriter write;
  write(effector, limits, body.joints());
  for (int j = 0; j < body.joints(); ++j) exchange_joint(write, body.joint(j));
  for (int i = 0; i < body.effectors(); ++i)
    write(body.effector(i).joint, body.effector(i).position);
  return std::move(write.numbers);
}

struct Reach {
  std::shared_ptr<const ik::Skeleton> body;
  int effector;
  bool limits;
};

Reach reach_from(const std::vector<double>& text) {
  NumberReader numbers(text);
  int effector = 0, count = 0;
  bool limits = false;
  numbers(effector, limits, count);
  std::vector<ik::Joint> joints;
  for (; count > 0; --count) exchange_joint(numbers, joints.emplace_back());
  std::vector<ik::Effector> effectors;
  while (numbers.more()) {
    ik::Effector& one = effectors.emplace_back();
    numbers(one.joint, one.position);
  }
  if (effector < 0 || effector >= static_cast<int>(effectors.size()))
    throw base::Error("the body has no such effector");
  return {std::make_shared<ik::Skeleton>(std::move(joints), std::move(effectors)), effector,
          limits};
}

jobs::Slices answered(Reach reach, std::vector<double>& answer) {
  ik::WorkspaceBoundary found;
  jobs::Slices search =
      view::search_workspace_here(reach.body, reach.effector, reach.limits, found);
  while (search.advance()) co_await search.paused();
  answer.assign(found.points.data(), found.points.data() + found.points.size());
}

/// Searches with a job of one piece.
jobs::Slices searched_by(Pool* pool, std::shared_ptr<const ik::Skeleton> body, int effector,
                         bool limits, ik::WorkspaceBoundary& found) {
  const Job job(*pool, {.kind = reach_kind, .numbers = numbers_of(*body, effector, limits)});
  std::optional<std::vector<double>> numbers;
  jobs::Slices asked = job.run({}, numbers);
  while (asked.advance()) co_await asked.paused();
  if (numbers) {
    found.points = Eigen::Map<const Eigen::Matrix3Xd>(
        numbers->data(), 3, static_cast<Eigen::Index>(numbers->size() / 3));
    co_return;
  }
  jobs::Slices search = view::search_workspace_here(std::move(body), effector, limits, found);
  while (search.advance()) co_await search.paused();
}

}  // namespace

view::SearchWorkspace search_by(Pool* pool) {
  return [pool](std::shared_ptr<const ik::Skeleton> body, int effector, bool limits,
                ik::WorkspaceBoundary& found) {
    if (!pool || !pool->usable())
      return view::search_workspace_here(std::move(body), effector, limits, found);
    return searched_by(pool, std::move(body), effector, limits, found);
  };
}

Task make_reach_task(const Message& job) {
  return [reach = reach_from(job.numbers)](const auto&, std::vector<double>& answer) {
    return answered(reach, answer);
  };
}

}  // namespace remote

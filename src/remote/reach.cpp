#include "remote/reach.h"

#include <utility>

#include "remote/number_reader.h"

namespace remote {
namespace {

/// Returns everything about a body that a workspace depends on: its joints with their limits and
/// couplings, and its effectors. The body may be one that no scene can hold.
std::vector<double> numbers_of(const ik::Skeleton& body, int effector, bool limits) {
  std::vector<double> numbers{static_cast<double>(effector), limits ? 1.0 : 0.0,
                              static_cast<double>(body.joints())};
  for (int j = 0; j < body.joints(); ++j) {
    const ik::Joint& joint = body.joint(j);
    const auto &p = joint.position, &v = joint.axis;
    numbers.insert(numbers.end(), {static_cast<double>(joint.parent),
                                   joint.type == ik::JointType::Revolute ? 1.0 : 0.0, p.x(), p.y(),
                                   p.z(), v.x(), v.y(), v.z(), joint.lower, joint.upper, joint.rest,
                                   joint.start, static_cast<double>(joint.mimic.leader),
                                   joint.mimic.multiplier, joint.mimic.offset});
  }
  for (int i = 0; i < body.effectors(); ++i) {
    const ik::Effector& one = body.effector(i);
    const auto& p = one.position;
    numbers.insert(numbers.end(), {static_cast<double>(one.joint), p.x(), p.y(), p.z()});
  }
  return numbers;
}

struct Reach {
  std::shared_ptr<const ik::Skeleton> body;
  int effector;
  bool limits;
};

Reach reach_from(const std::vector<double>& text) {
  NumberReader numbers(text);
  const int effector = numbers.whole<int>();
  const bool limits = numbers.next() != 0;
  std::vector<ik::Joint> joints;
  for (int left = numbers.whole<int>(); left > 0; --left) {
    ik::Joint& joint = joints.emplace_back();
    joint.parent = numbers.whole<int>();
    joint.type = numbers.next() != 0 ? ik::JointType::Revolute : ik::JointType::Prismatic;
    joint.position = numbers.vector();
    joint.axis = numbers.vector();
    for (double* value : {&joint.lower, &joint.upper, &joint.rest, &joint.start})
      *value = numbers.next();
    joint.mimic.leader = numbers.whole<int>();
    joint.mimic.multiplier = numbers.next();
    joint.mimic.offset = numbers.next();
  }
  std::vector<ik::Effector> effectors;
  while (numbers.more()) {
    ik::Effector& one = effectors.emplace_back();
    one.joint = numbers.whole<int>();
    one.position = numbers.vector();
  }
  if (effector < 0 || effector >= static_cast<int>(effectors.size()))
    throw base::Error("the body has no such effector");
  return {std::make_shared<ik::Skeleton>(std::move(joints), std::move(effectors)), effector,
          limits};
}

class ReachTask final : public Task {
 public:
  explicit ReachTask(Reach reach) : reach_(std::move(reach)) {}

  jobs::Slices run(std::vector<double>, std::vector<double>& answer) const override {
    ik::WorkspaceBoundary found;
    jobs::Slices search = view::searched_here(reach_.body, reach_.effector, reach_.limits, found);
    while (search.advance()) co_await search.paused();
    answer.assign(found.points.data(), found.points.data() + found.points.size());
  }

 private:
  Reach reach_;
};

/// Searches with a job of one piece.
jobs::Slices searched_by(Pool* pool, std::shared_ptr<const ik::Skeleton> body, int effector,
                         bool limits, ik::WorkspaceBoundary& found) {
  const Job job(*pool, std::string(reach_kind), "", numbers_of(*body, effector, limits));
  std::optional<std::vector<double>> numbers;
  jobs::Slices asked = job.run({}, numbers);
  while (asked.advance()) co_await asked.paused();
  if (numbers) {
    found.points = Eigen::Map<const Eigen::Matrix3Xd>(
        numbers->data(), 3, static_cast<Eigen::Index>(numbers->size() / 3));
    co_return;
  }
  jobs::Slices search = view::searched_here(std::move(body), effector, limits, found);
  while (search.advance()) co_await search.paused();
}

}  // namespace

view::SearchWorkspace search_by(Pool* pool) {
  return [pool](std::shared_ptr<const ik::Skeleton> body, int effector, bool limits,
                ik::WorkspaceBoundary& found) {
    if (!pool || !pool->usable())
      return view::searched_here(std::move(body), effector, limits, found);
    return searched_by(pool, std::move(body), effector, limits, found);
  };
}

std::unique_ptr<Task> make_reach_task(const Message& job) {
  return std::make_unique<ReachTask>(reach_from(job.numbers));
}

}  // namespace remote

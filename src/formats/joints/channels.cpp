// Slides along the world's axes and turns about them in any order, R = R1 R2 R3: motion capture.

#include <algorithm>

#include "formats/scene/joint_type.h"
#include "formats/suggest.h"

namespace formats {
namespace {

const std::vector<std::string> channel_names = {"Xposition", "Yposition", "Zposition",
                                                "Xrotation", "Yrotation", "Zrotation"};

/// Returns whether a channel slides, and the axis along or about which it moves.
ik::JointType type_of(const std::string& channel) {
  return channel.ends_with("position") ? ik::JointType::Prismatic : ik::JointType::Revolute;
}
Eigen::Vector3d axis_of(const std::string& channel) {
  return Eigen::Vector3d::Unit(channel[0] - 'X');
}

/// Returns "Zrotation" for "LeftArm.Zrotation" or "LeftArm.Zrotation 2"; empty if it is no channel.
std::string channel_of(const ik::Joint& joint) {
  const size_t length = joint.compound.size();
  if (length == 0 || joint.name.size() < length + 10 ||
      joint.name.compare(0, length, joint.compound) != 0 || joint.name[length] != '.')
    return {};
  const std::string name = joint.name.substr(length + 1, 9);
  const bool known = contains(channel_names, name);
  return known && joint.type == type_of(name) && joint.axis == axis_of(name) ? name : std::string();
}

/// Returns the channels of a compound joint; empty if it has other coordinates or limits.
std::vector<std::string> channels_of(const ik::Skeleton& body, int first) {
  std::vector<std::string> channels;
  for (int j = first; j <= body.whole_joint(first).last; ++j) {
    channels.push_back(channel_of(body.joint(j)));
    if (channels.back().empty() || has_limits(body.joint(j))) return {};
  }
  return channels;
}

/// One to twelve of these names.
struct Channels : as::Texts {
  static constexpr bool decides = true;
  Strings read(const Reader& file, std::string_view key) const {
    constexpr size_t most = 12;
    const Strings channels = file.texts(key);
    if (channels.empty() || channels.size() > most)
      file.fail(key, "joint {} has {} channels; expected 1 to {}", in_quotes(file.text("name")),
                channels.size(), most);
    for (const std::string& channel : channels)
      if (!contains(channel_names, channel))
        file.fail(key, "channel {} is unknown{}; expected {}", in_quotes(channel),
                  did_you_mean(channel, channel_names), list_of(channel_names));
    return channels;
  }
};

/// They end in ".Zrotation", a second one of a kind in ".Zrotation 2".
std::vector<sim::Coordinate> channel_coordinates(const FileJoint& joint, const Reader&) {
  std::vector<sim::Coordinate> coordinates;
  for (const std::string& channel : joint.channels) {
    const auto before = std::count(joint.channels.data(), &channel, channel);
    const std::string ending = before > 0 ? base::format(" {}", before + 1) : "";
    coordinates.push_back(
        {base::format(".{}{}", channel, ending), type_of(channel), axis_of(channel)});
  }
  return coordinates;
}

}  // namespace

void declare_channels(base::Registry<JointType>& types) {
  types.add({
      .name = "channels",
      .rank = 25,
      .fields =
          [](Fields& f, FileJoint& joint) {
            f("channels", joint.channels, {true, "required for `channels`"},
              "of a joint of motion capture: its coordinates, such as `[\"Xposition\", "
              "\"Zrotation\"]`",
              Channels());
            const auto turns = static_cast<size_t>(
                std::ranges::count(joint.channels, ik::JointType::Revolute, type_of));
            pose_fields(f, joint, joint.channels.size() - turns, turns);
          },
      .coordinates = channel_coordinates,
      .own_count = [](const ik::Skeleton& body,
                      int first) { return static_cast<int>(channels_of(body, first).size()); },
      .describe = [](const ik::Skeleton& body, int first,
                     FileJoint& joint) { joint.channels = channels_of(body, first); },
  });
}

}  // namespace formats

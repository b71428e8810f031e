// Slides along the world's axes and turns about them in the order of a list, as the joints of
// motion capture do: R = R1 R2 R3.

#include <algorithm>

#include "formats/scene/joint_type.h"
#include "formats/suggest.h"

namespace formats {
namespace {

const std::vector<std::string> channel_names = {"Xposition", "Yposition", "Zposition",
                                                "Xrotation", "Yrotation", "Zrotation"};

/// Returns "Zrotation" for a coordinate "LeftArm.Zrotation" or "LeftArm.Zrotation2"; empty if it is
/// not a channel.
std::string channel_of(const ik::Joint& joint) {
  const size_t length = joint.compound.size();
  if (length == 0 || joint.name.size() < length + 10 ||
      joint.name.compare(0, length, joint.compound) != 0 || joint.name[length] != '.')
    return {};
  std::string name = joint.name.substr(length + 1, 9);
  const auto found = std::ranges::find(channel_names, name);
  if (found == channel_names.end()) return {};
  const auto place = found - channel_names.begin();
  const auto type = place < 3 ? ik::JointType::Prismatic : ik::JointType::Revolute;
  return joint.type == type && joint.axis == Eigen::Vector3d::Unit(place % 3) ? name
                                                                              : std::string();
}

/// Returns the channels of the compound joint that begins at `first`; empty if it has others or
/// limits.
std::vector<std::string> channels_of(const ik::Skeleton& body, int first) {
  std::vector<std::string> channels;
  const std::string& name = body.joint(first).compound;
  for (int j = first; !name.empty() && j < body.joints() && body.joint(j).compound == name; ++j) {
    channels.push_back(channel_of(body.joint(j)));
    if (channels.back().empty() || limited(body.joint(j))) return {};
  }
  return channels;
}

void read_channels(const Reader& file, const ik::Joint& first, std::vector<ik::Joint>& joints) {
  constexpr size_t most = 12;
  const std::vector<std::string> channels = file.texts("channels");
  if (channels.empty() || channels.size() > most)
    file.fail("channels", "joint " + in_quotes(first.name) + " has " +
                              std::to_string(channels.size()) + " channels; expected 1 to " +
                              std::to_string(most));
  std::vector<sim::Coordinate> parts;
  std::vector<std::string> endings;  // must live until they are added
  endings.reserve(channels.size());
  for (const std::string& channel : channels) {
    const auto found = std::ranges::find(channel_names, channel);
    if (found == channel_names.end())
      file.fail("channels", "channel " + in_quotes(channel) + " is unknown" +
                                did_you_mean(channel, channel_names) + "; expected " +
                                list_of(channel_names));
    const auto before = std::count(channels.data(), &channel, channel);
    endings.push_back("." + channel + (before > 0 ? " " + std::to_string(before + 1) : ""));
    const auto place = found - channel_names.begin();
    parts.push_back({endings.back(), place < 3 ? ik::JointType::Prismatic : ik::JointType::Revolute,
                     Eigen::Vector3d::Unit(place % 3)});
  }
  add_compound(file, first, parts, joints);
}

void write_channels(Writer& out, const ik::Skeleton& body, int first) {
  const std::vector<std::string> channels = channels_of(body, first);
  out("channels", channels);
  write_compound(out, body, first, static_cast<int>(channels.size()));
}

}  // namespace

void declare_channels(base::Registry<JointType>& types) {
  types.add({
      .name = "channels",
      .rank = 25,
      .keys = {"channels", "rest", "start", "rest_deg", "start_deg"},
      .read = read_channels,
      .count = [](const ik::Skeleton& body,
                  int first) { return static_cast<int>(channels_of(body, first).size()); },
      .write = write_channels,
  });
}

}  // namespace formats

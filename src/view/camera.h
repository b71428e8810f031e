#pragma once
#include <array>
#include <glm/glm.hpp>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace view {

struct Ray {
  glm::vec3 origin, direction;  ///< direction: unit

  glm::vec3 at(float distance) const { return origin + distance * direction; }
  /// Returns the signed distance along the ray to the plane through a point; not finite if the ray
  /// is parallel to the plane.
  float distance_to_plane(glm::vec3 point, glm::vec3 normal) const {
    return glm::dot(point - origin, normal) / glm::dot(direction, normal);
  }
};

/// A camera that orbits the point it looks at. Pixels count from the view's top left corner, in any
/// unit that set_size() uses too. +y is up.
class Camera {
 public:
  struct Orbit {
    glm::vec3 target{0.f};
    float distance = 6;
    float yaw = 0;    ///< rad; 0 looks along -z, positive goes to the right
    float pitch = 0;  ///< rad, up from the horizon
    bool operator==(const Orbit&) const = default;
  };
  static constexpr float field_of_view = 0.5f;  ///< rad, along the shorter side of the picture
  static constexpr float home_yaw = 0.42f, home_pitch = 0.24f;
  static constexpr float max_pitch = 1.57079633f;  ///< straight down
  static constexpr float flight_seconds = 0.2f;

  /// When the points framed last are framed again after a change of size.
  enum class Fit { AtOnce, Softly, Later };
  /// Sets the size of the picture, which may be zero, and frames again the points framed last.
  void set_size(glm::vec2 pixels, Fit when = Fit::AtOnce);
  /// Sets the height in pixels at the picture's top that framing leaves free for a title.
  void set_top_margin(float pixels) { top_margin_ = pixels; }

  /// Selects perspective or parallel rays. At the distance of the point looked at, both show the
  /// same size.
  void set_orthographic(bool orthographic);
  bool orthographic() const { return orthographic_; }
  /// Sets the height below which the camera never goes; nothing: no limit.
  void set_floor(std::optional<float> height);

  /// Orbits about the point looked at, or about another point, which keeps its place in the
  /// picture.
  void orbit(glm::vec2 pixels, std::optional<glm::vec3> about = {});
  void pan(glm::vec2 pixels);  ///< moves the point looked at, so that the scene follows the mouse
  void zoom(float notches);    ///< positive: nearer

  /// These fly to where all points just fit into the picture, in the current or the home direction.
  void frame(std::span<const glm::vec3> points) { fly_to(points, now_.yaw, now_.pitch); }
  void home(std::span<const glm::vec3> points) { fly_to(points, home_yaw, home_pitch); }
  /// The same in the direction of yaw and pitch, rad.
  void fly_to(std::span<const glm::vec3> points, float yaw, float pitch);
  /// Moves there at once, within the limits of zoom, pitch and floor; nothing is framed afterwards.
  void jump_to(const Orbit& orbit);
  /// Returns whether it keeps the points framed last in the picture: until pan, zoom or jump_to().
  bool is_framing() const { return stays_framed_; }
  /// Moves at once to where home() would fly.
  void jump_home(std::span<const glm::vec3> points) {
    home(points);
    advance(flight_seconds);
  }
  /// While is_framing(), moves back by at most 3 % a point, and up to three times as far as when it
  /// framed, so that these points are seen as well. After orbit() it waits until one of them is out
  /// of sight, and flies. Call once a frame, not while something is dragged.
  void keep_in_sight(std::span<const glm::vec3> points);
  /// Continues a flight. Returns whether the camera is still flying.
  bool advance(float seconds);

  const Orbit& pose() const { return now_; }
  glm::vec2 size() const { return size_; }
  glm::vec3 eye() const { return now_.target + now_.distance * axes()[2]; }
  glm::mat4 view() const;
  glm::mat4 projection() const;

  Ray ray(glm::vec2 pixel) const;
  /// Returns nothing if the point is behind the eye.
  std::optional<glm::vec2> project(glm::vec3 point) const;
  /// Returns the pixels that one scene unit takes at this point; 0 behind the eye.
  float pixels_per_unit(glm::vec3 point) const;
  /// Returns where the pixel's ray meets the plane through `point` that faces the camera.
  glm::vec3 on_facing_plane(glm::vec2 pixel, glm::vec3 point) const {
    const Ray r = ray(pixel);
    return r.at(r.distance_to_plane(point, axes()[2]));
  }

 private:
  glm::mat3 axes() const;                  // columns: right, up, back
  glm::vec2 half_extent() const;           // of the picture, scene units at distance 1
  float usable_part_above_middle() const;  // below the top margin; 0 to 1
  void fly(const Orbit& to);
  Orbit framing_orbit(float yaw, float pitch) const;
  Orbit orbit_above_floor(float yaw, float pitch) const;
  float min_pitch(const Orbit& orbit) const;
  std::optional<float> depth_scale(float depth) const;
  bool sees(const Orbit& orbit, glm::vec3 point, float room) const;
  void widen_to(glm::vec3 point);
  void refit();
  void stop_framing() {  // since the user moves the camera
    flight_time_ = flight_seconds;
    stays_framed_ = false;
  }

  glm::vec2 size_{1.f};
  float top_margin_ = 0;
  std::vector<glm::vec3> framed_;
  bool stays_framed_ = false, was_orbited_ = false, orthographic_ = false;
  bool resized_ = false;  // since the last framing
  std::optional<float> floor_;
  float framed_distance_ = 6;  // when fly_to() framed the points
  float scene_radius_ = 3;     // radius of what was framed, for zoom limits and clipping planes
  Orbit now_, from_, to_;
  float flight_time_ = flight_seconds;
};

/// A side to look at the body from, by a key of the numeric pad as in Blender.
struct Side {
  std::string_view name;
  float yaw, pitch;  ///< rad, as Camera::Orbit has them
  char digit;        ///< key of the numeric pad
  bool ctrl;
};

inline constexpr float quarter_turn = Camera::max_pitch;
/// The pitch of the isometric view, in which all three axes are equally long.
inline constexpr float isometric_pitch = 0.61547971f;
inline constexpr std::array<Side, 6> sides{
    {{"Front", 0, 0, '1', false},
     {"Right", quarter_turn, 0, '3', false},
     {"Top", 0, quarter_turn, '7', false},
     {"Isometric", quarter_turn / 2, isometric_pitch, '0', false},
     {"Back", 2 * quarter_turn, 0, '1', true},
     {"Left", -quarter_turn, 0, '3', true}}};

}  // namespace view

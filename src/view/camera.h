#pragma once
#include <glm/glm.hpp>
#include <optional>
#include <span>
#include <vector>

namespace view {

struct Ray {
  glm::vec3 origin, direction;  ///< direction: unit
};

/// A camera on a sphere round the point it looks at. Pixels are those of the view, (0, 0) at its
/// top left corner; any unit does as long as set_size() is told the same. +y is up.
class Camera {
 public:
  struct Orbit {
    glm::vec3 target{0.f};
    float distance = 6;
    float yaw = 0;    ///< rad; 0 looks along -z, positive goes to the right
    float pitch = 0;  ///< rad, up from the horizon
  };
  static constexpr float field_of_view = 0.5f;  ///< rad, of the smaller side
  static constexpr float home_yaw = 0.42f, home_pitch = 0.24f;
  static constexpr float max_pitch = 1.54f;
  static constexpr float flight_seconds = 0.2f;

  /// Of nothing too: a minimised window. What was framed last stays framed until it is moved.
  void set_size(glm::vec2 pixels);

  void orbit(glm::vec2 pixels);
  void pan(glm::vec2 pixels);  ///< the point looked at follows the mouse
  void zoom(float notches);    ///< positive: nearer

  /// Flies to where all the points are just seen, from the same side, or from the home side.
  void frame(std::span<const glm::vec3> points);
  void home(std::span<const glm::vec3> points);
  /// The same at once, without the flight.
  void jump_home(std::span<const glm::vec3> points);
  /// Until the user moves the camera: moves back, softly even where a point jumps, so that these
  /// points are seen beside what is framed, up to three times as far away. Call once a frame.
  void keep_in_sight(std::span<const glm::vec3> points);
  /// Continues a flight. Returns whether the camera is still flying.
  bool advance(float seconds);

  const Orbit& pose() const { return now_; }
  glm::vec2 size() const { return size_; }
  glm::vec3 eye() const;
  glm::mat4 view() const;
  glm::mat4 projection() const;

  Ray ray(glm::vec2 pixel) const;
  /// Nothing if the point is behind the eye.
  std::optional<glm::vec2> project(glm::vec3 point) const;
  /// Pixels that one scene unit takes at this point; 0 behind the eye.
  float pixels_per_unit(glm::vec3 point) const;
  /// Where the pixel's ray meets the plane through `point` that faces the camera.
  glm::vec3 on_facing_plane(glm::vec2 pixel, glm::vec3 point) const;

 private:
  glm::mat3 axes() const;         // columns: right, up, back
  glm::vec2 half_extent() const;  // of the picture at distance 1
  void fly_to_see(std::span<const glm::vec3> points, float yaw, float pitch);
  Orbit seeing_framed(float yaw, float pitch) const;
  bool sees(const Orbit& orbit, glm::vec3 point) const;
  void see_more(glm::vec3 point);
  void take_over();  // by the user: ends a flight

  glm::vec2 size_{1.f};
  std::vector<glm::vec3> framed_;
  bool stays_framed_ = false;
  float first_distance_ = 6;  // when it was framed
  float scene_ = 3;           // size of what was framed: limits of the zoom, clipping planes
  Orbit now_, from_, to_;
  float flown_ = flight_seconds;
};

}  // namespace view

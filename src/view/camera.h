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

  glm::vec3 at(float way) const { return origin + way * direction; }
  /// Returns how far it is to the plane through a point; not finite for a ray along the plane.
  float way_to_plane(glm::vec3 point, glm::vec3 normal) const {
    return glm::dot(point - origin, normal) / glm::dot(direction, normal);
  }
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
    bool operator==(const Orbit&) const = default;
  };
  static constexpr float field_of_view = 0.5f;  ///< rad, of the smaller side
  static constexpr float home_yaw = 0.42f, home_pitch = 0.24f;
  static constexpr float max_pitch = 1.57079633f;  ///< straight down
  static constexpr float flight_seconds = 0.2f;

  /// When what was framed last is framed in another size.
  enum class Fit { AtOnce, Softly, Later };
  /// Sets the size of the picture, which may be zero, and keeps framed what was framed last.
  void set_size(glm::vec2 pixels, Fit when = Fit::AtOnce);
  /// Height in pixels, at the top of the picture, in which nothing is framed: a title stands there.
  void set_top(float pixels) { top_ = pixels; }

  /// Perspective, or parallel rays: what is as far away as the point looked at has the same size.
  void set_orthographic(bool orthographic);
  bool orthographic() const { return orthographic_; }
  /// Height below which the camera never is; nothing: anywhere.
  void set_floor(std::optional<float> height);

  /// About the point looked at, or about another, which stays where it is in the picture.
  void orbit(glm::vec2 pixels, std::optional<glm::vec3> about = {});
  void pan(glm::vec2 pixels);  ///< the point looked at follows the mouse
  void zoom(float notches);    ///< positive: nearer

  /// Flies to where all the points are just seen, from the same side, or from the home side.
  void frame(std::span<const glm::vec3> points) { look(points, now_.yaw, now_.pitch); }
  void home(std::span<const glm::vec3> points) { look(points, home_yaw, home_pitch); }
  /// The same from that side.
  void look(std::span<const glm::vec3> points, float yaw, float pitch);
  /// There at once, whatever is seen.
  void place(const Orbit& orbit);
  /// Returns whether what was framed last still is.
  bool frames() const { return stays_framed_; }
  /// The same at once, without the flight.
  void jump_home(std::span<const glm::vec3> points) {
    home(points);
    advance(flight_seconds);
  }
  /// Until the user pans or zooms: moves back, softly even where a point jumps, so that these
  /// points are seen beside what is framed, up to three times as far away. Where the user has
  /// turned the camera it flies once something is out of sight. Call once a frame, not while
  /// something is dragged.
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
  /// Pixels that one scene unit takes at this point; 0 behind the eye.
  float pixels_per_unit(glm::vec3 point) const;
  /// Returns where the pixel's ray meets the plane through `point` that faces the camera.
  glm::vec3 on_facing_plane(glm::vec2 pixel, glm::vec3 point) const {
    const Ray r = ray(pixel);
    return r.at(r.way_to_plane(point, axes()[2]));
  }

 private:
  glm::mat3 axes() const;         // columns: right, up, back
  glm::vec2 half_extent() const;  // of the picture at distance 1
  float part_below_top() const;   // of the half extent above the middle
  void fly(const Orbit& to);
  Orbit seeing_framed(float yaw, float pitch) const;
  Orbit seeing_framed_from(float yaw, float pitch) const;
  float least_pitch(const Orbit& orbit) const;
  std::optional<float> spread(float depth) const;
  bool sees(const Orbit& orbit, glm::vec3 point, float room) const;
  void see_more(glm::vec3 point);
  void fit();
  void take_over() {  // by the user: nothing is framed any more
    flown_ = flight_seconds;
    stays_framed_ = false;
  }

  glm::vec2 size_{1.f};
  float top_ = 0;
  std::vector<glm::vec3> framed_;
  bool stays_framed_ = false, turned_ = false, orthographic_ = false;
  bool resized_ = false;  // and not framed since
  std::optional<float> floor_;
  float first_distance_ = 6;  // when it was framed
  float scene_ = 3;           // size of what was framed: limits of the zoom, clipping planes
  Orbit now_, from_, to_;
  float flown_ = flight_seconds;
};

/// A side to look at the body from, by a key of the numeric pad as in Blender.
struct Side {
  std::string_view name;
  float yaw, pitch;  ///< rad, as Camera::Orbit has them
  char digit;        ///< of the numeric pad
  bool ctrl;
};

inline constexpr float quarter = Camera::max_pitch;
/// The pitch of the isometric view, in which all three axes are equally long.
inline constexpr float isometric_pitch = 0.61547971f;
inline constexpr std::array<Side, 6> sides{{{"Front", 0, 0, '1', false},
                                            {"Right", quarter, 0, '3', false},
                                            {"Top", 0, quarter, '7', false},
                                            {"Isometric", quarter / 2, isometric_pitch, '0', false},
                                            {"Back", 2 * quarter, 0, '1', true},
                                            {"Left", -quarter, 0, '3', true}}};

}  // namespace view

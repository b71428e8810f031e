#pragma once

// Own functions of angles, because those of one system's library differ from another's in the last
// place, and a trajectory is to be the same everywhere.

namespace ik {

/// sine[i], cosine[i] = sin, cos of angle[i], i < size: a few times faster than the library's,
/// because whole registers of angles are done at once. Within 2.5 units in the last place for
/// |angle| below 2^19, beyond which the library's functions are used. Angles finite.
void sincos(const double* angle, double* sine, double* cosine, int size);

struct SineCosine {
  double sine, cosine;
};
SineCosine sincos(double angle);
inline double sin(double angle) { return sincos(angle).sine; }
inline double cos(double angle) { return sincos(angle).cosine; }

/// The angle of (x, y) from the x axis, in [-pi, pi], within 2 units in the last place.
double atan2(double y, double x);
/// Returns an angle in [-pi/2, pi/2] for x in [-1, 1], within 3 units in the last place.
double asin(double x);

}  // namespace ik

#pragma once

namespace ik {

/// sine[i], cosine[i] = sin, cos of angle[i], i < size: a few times faster than the library's,
/// because whole registers of angles are done at once. Within 2.5 units in the last place for
/// |angle| below 2^19, beyond which the library's functions are used. Angles finite.
void sincos(const double* angle, double* sine, double* cosine, int size);

}  // namespace ik

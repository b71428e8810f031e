#pragma once

namespace ik {

class Solver;

/// The aspect of the last update's pose, as far as the sign of det J tells it: 1 or -1; of an arm
/// that moves in a plane J has the rows in that plane. Aspects are the parts of joint space without
/// singular poses; one must be passed on the way from one to another, such as from elbow up to
/// elbow down  (Borrel and Liegeois 1986). 0: J is not square, or singular, or has more than 12
/// columns. Allocates nothing.
int aspect(const Solver& solver);

}  // namespace ik

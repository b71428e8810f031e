#pragma once
#include "ik/model/number.h"

namespace ik {

/// Svd of a Pack, by one-sided Jacobi rotations alone; the singular values are in no order.
class PackSvd {
 public:
  PackSvd(int rows, int columns);

  /// Allocates nothing. J finite. Lanes that are not asked for stay as they are in U.
  void compute(const MatrixOf<Pack>& J, const PackMask& asked = true);

  void reset(const PackMask& where);  ///< forgets earlier calls in these lanes

  int rows() const { return static_cast<int>(U_.rows()); }
  int columns() const { return static_cast<int>(W_.rows()); }
  const VectorOf<Pack>& sigma() const { return sigma_; }
  Pack largest() const { return largest_; }
  const MatrixOf<Pack>& U() const { return U_; }
  const MatrixOf<Pack>& V() const { return W_; }
  Pack noise() const { return noise_; }

  // The same by direction, as Svd has it in groups of directions.
  int groups() const { return rows(); }
  const Pack& u(int r, int i) const { return U_(r, i); }
  const Pack& v(int j, int i) const { return W_(j, i); }
  const Pack& sigma(int i) const { return sigma_[i]; }

 private:
  void orthonormalise(const PackMask& due);
  void sum_norms();
  PackMask sweep(const PackMask& turning, const Pack& zero);

  MatrixOf<Pack> W_, U_;
  VectorOf<Pack> sigma_, norm2_;
  // During a sweep the columns of W and U are `scale_` times what stands there.
  VectorOf<Pack> scale_ = norm2_, inverse_scale_ = norm2_;
  Pack largest_, noise_, age_ = 0;
};

}  // namespace ik

#pragma once
#include <memory>
#include <utility>

namespace base {

/// A pointer that owns its object and, when copied, copies it by T::clone().
template <class T>
class Cloned {
 public:
  Cloned() = default;
  Cloned(std::unique_ptr<T> owned) : owned_(std::move(owned)) {}
  Cloned(const Cloned& other) : owned_(other.owned_ ? other.owned_->clone() : nullptr) {}
  Cloned(Cloned&&) noexcept = default;
  Cloned& operator=(Cloned other) noexcept {
    owned_ = std::move(other.owned_);
    return *this;
  }
  explicit operator bool() const { return owned_ != nullptr; }
  T* operator->() const { return owned_.get(); }
  T& operator*() const { return *owned_; }

 private:
  std::unique_ptr<T> owned_;
};

/// Adds clone() to Derived, so that it can be copied through a pointer to Base.
template <class Base, class Derived>
class Clonable : public Base {
 public:
  std::unique_ptr<Base> clone() const override {
    return std::make_unique<Derived>(static_cast<const Derived&>(*this));
  }
};

}  // namespace base

// A value of any class derived from Base. Copies are deep.
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

namespace stockham::internal {

template <class Base>
class polymorphic {
  public:
    polymorphic() = default;
    template <class Derived, class = std::enable_if_t<std::is_base_of_v<Base, Derived>>>
    polymorphic(Derived value)
        : held_(std::make_unique<Derived>(std::move(value))), copy_([](const Base& held) -> std::unique_ptr<Base> {
              return std::make_unique<Derived>(static_cast<const Derived&>(held));
          }) {}

    polymorphic(const polymorphic& other)
        : held_(other.held_ ? other.copy_(*other.held_) : nullptr), copy_(other.copy_) {}
    polymorphic(polymorphic&&) noexcept = default;
    polymorphic& operator=(const polymorphic& other) {
        if (this != &other) *this = polymorphic(other);
        return *this;
    }
    polymorphic& operator=(polymorphic&&) noexcept = default;
    ~polymorphic() = default;

    const Base& operator*() const { return *held_; }
    const Base* operator->() const { return held_.get(); }
    Base& operator*() { return *held_; }
    Base* operator->() { return held_.get(); }

    /// The value as a Derived; null if it is of another class.
    template <class Derived>
    const Derived* as() const {
        return dynamic_cast<const Derived*>(held_.get());
    }
    template <class Derived>
    Derived* as() {
        return dynamic_cast<Derived*>(held_.get());
    }

    /// The value as the Derived that it is known to be.
    template <class Derived>
    const Derived& to() const {
        return static_cast<const Derived&>(*held_);
    }
    template <class Derived>
    Derived& to() {
        return static_cast<Derived&>(*held_);
    }

  private:
    std::unique_ptr<Base> held_;
    std::unique_ptr<Base> (*copy_)(const Base&) = nullptr;
};

}  // namespace stockham::internal

// A non-owning reference to a callable, without copy or allocation. For parameters only: it must be called
// before the function returns.
#pragma once

#include <concepts>
#include <memory>
#include <type_traits>
#include <utility>

namespace callboard {

template <class Signature>
class FunctionRef;

template <class Result, class... Args>
class FunctionRef<Result(Args...)> {
  public:
    template <class Callable>
        requires(!std::same_as<std::remove_cvref_t<Callable>, FunctionRef> &&
                 std::is_invocable_r_v<Result, Callable&, Args...>)
    FunctionRef(Callable&& callable)  // NOLINT(google-explicit-constructor): implicit on purpose
        : object_(const_cast<void*>(static_cast<const void*>(std::addressof(callable)))),
          call_([](void* object, Args... args) -> Result {
              return (*static_cast<std::add_pointer_t<std::remove_reference_t<Callable>>>(object))(
                  std::forward<Args>(args)...);
          }) {}

    Result operator()(Args... args) const { return call_(object_, std::forward<Args>(args)...); }

  private:
    void* object_;
    Result (*call_)(void*, Args...);
};

}  // namespace callboard

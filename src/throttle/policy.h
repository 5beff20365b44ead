// Every number a client can be throttled by. Routes name policies; they never
// state numbers. The values are those promised to API users.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "base/names.h"

namespace callboard::throttle {

enum class Policy { customer_api, publication };

struct Limits {
    std::optional<int> per_second;
    std::optional<int> concurrent;
};

constexpr Limits limits(Policy policy) {
    switch (policy) {
        case Policy::customer_api: return {.per_second = 10, .concurrent = 8};
        case Policy::publication: return {.per_second = 2};
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

}  // namespace callboard::throttle

template <>
struct callboard::Names<callboard::throttle::Policy> {
    static constexpr std::array kList{
        std::pair{callboard::throttle::Policy::customer_api, std::string_view{"customer_api"}},
        std::pair{callboard::throttle::Policy::publication, std::string_view{"publication"}},
    };
};

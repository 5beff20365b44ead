// The second factor of sign-in: of one user, and whether the company requires it.
#pragma once

#include <optional>
#include <string_view>

#include "base/clock.h"
#include "db/db.h"
#include "edge/call.h"
#include "wire/shape.h"

namespace callboard::api {

struct SecondFactorPolicyInput {
    bool required = false;

    static constexpr std::string_view kName = "SecondFactorPolicyInput";
    static constexpr auto shape() {
        return wire::fields(wire::field("required", &SecondFactorPolicyInput::required));
    }
    static SecondFactorPolicyInput example() { return {.required = true}; }
};

struct SecondFactorPolicyView {
    bool required = false;
    std::optional<Timestamp> required_since;

    static constexpr std::string_view kName = "SecondFactorPolicy";
    static constexpr auto shape() {
        using Self = SecondFactorPolicyView;
        return wire::fields(wire::field("required", &Self::required),
                            wire::field("requiredSince", &Self::required_since));
    }
};

wire::Nothing reset_second_factor(db::Tx& tx, const edge::Call<>& call);
SecondFactorPolicyView get_second_factor_policy(db::Snapshot& snapshot, const edge::Call<>& call);
SecondFactorPolicyView set_second_factor_policy(db::Tx& tx, const edge::Call<SecondFactorPolicyInput>& call);

}  // namespace callboard::api

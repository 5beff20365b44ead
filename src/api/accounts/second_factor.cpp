#include "api/accounts/second_factor.h"

#include "accounts/second_factor.h"
#include "accounts/second_factor_store.h"
#include "accounts/user_access.h"

namespace callboard::api {
namespace {

SecondFactorPolicyView view(db::Snapshot& snapshot) {
    const auto since = accounts::store::second_factor_required_since(snapshot);
    return {.required = since.has_value(), .required_since = since};
}

}  // namespace

wire::Nothing reset_second_factor(db::Tx& tx, const edge::Call<>& call) {
    accounts::reset_second_factor_of(tx, call.actor(), call.path.id<UserId>("userId", "USER_NOT_FOUND"));
    return {};
}

SecondFactorPolicyView get_second_factor_policy(db::Snapshot& snapshot, const edge::Call<>& call) {
    accounts::require_managing_users(call.actor());
    return view(snapshot);
}

SecondFactorPolicyView set_second_factor_policy(db::Tx& tx, const edge::Call<SecondFactorPolicyInput>& call) {
    accounts::set_second_factor_policy(tx, call.actor(), call.body.required);
    return view(tx);
}

}  // namespace callboard::api

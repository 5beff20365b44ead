// The pages of a sign-on that does not succeed: they say what the user can do. The reason, which has no
// secrets, is logged for operators.
#pragma once

#include <string_view>

#include "accounts/company.h"
#include "accounts/sign_on.h"
#include "edge/web.h"
#include "sso/sign_on.h"

namespace callboard::pages {

void log_refusal(const edge::WebCall& call, const accounts::Company& company, std::string_view reason);

edge::WebReply no_sign_on();  // also for an unknown company
edge::WebReply provider_failed(const edge::WebCall& call, const accounts::Company& company,
                               const sso::Failure& failure);
edge::WebReply stale_attempt(const edge::WebCall& call, const accounts::Company& company,
                             std::string_view reason);
edge::WebReply provider_declined(const edge::WebCall& call, const accounts::Company& company,
                                 const sso::Failure& failure);
edge::WebReply user_refused(const edge::WebCall& call, const accounts::Company& company,
                            accounts::SignOnRefusal why);

}  // namespace callboard::pages

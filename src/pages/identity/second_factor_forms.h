// The forms of the second factor, at sign-in and on the page of an account.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "accounts/second_factor.h"
#include "base/secret.h"
#include "edge/web.h"
#include "pages/page_template.h"

namespace callboard::pages {

// Where a form leads, and its anti-forgery token.
struct FormTarget {
    std::string action;
    std::string token;
};

// What is wrong with a code that was not accepted.
Html code_notice(accounts::CodeCheck check);

Html code_form(const FormTarget& target, Html message);
Html offer_form(const FormTarget& target, std::string_view text, Html message);
Html key_form(const FormTarget& target, const Secret& key, std::string_view email, Html message);
Html confirmation_form(const FormTarget& target, Html message);  // after a wrong code, without the key
Html recovery_codes(const std::vector<std::string>& codes, std::string_view next);

}  // namespace callboard::pages

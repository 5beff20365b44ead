// The one way in which a page checks a password: under the limits on guessing, and in the queue of hashes.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/secret.h"
#include "edge/web.h"

namespace callboard::pages {

struct PasswordQuestion {
    std::string_view email;  // whose password is guessed
    Secret guess;
    std::string_view stored_hash;
    std::optional<Secret> new_password;  // hashed, too, if the guess is right
};

struct PasswordAnswer {
    bool right = false;
    std::string new_hash;
};

using AfterCheck = std::move_only_function<edge::WebReply(const PasswordAnswer&,
                                                          edge::PasswordCheck::Afterwards& afterwards)>;

// A page with 429 where too many guesses were wrong; otherwise `then` makes the reply.
edge::ReplyOrCheck check_password(const edge::WebCall& call, const PasswordQuestion& question,
                                  AfterCheck then);

}  // namespace callboard::pages

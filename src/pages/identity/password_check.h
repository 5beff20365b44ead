// The password check of all pages: rate-limited, and computed in the hash queue.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/secret.h"
#include "edge/web.h"

namespace callboard::pages {

struct PasswordQuestion {
    std::string_view email;  // whose password is checked
    Secret guess;
    std::string_view stored_hash;
    std::optional<Secret> new_password;  // also hashed if the guess is right
};

struct PasswordAnswer {
    bool right = false;
    std::string new_hash;
};

using AfterCheck = std::move_only_function<edge::WebReply(const PasswordAnswer&,
                                                          edge::PasswordCheck::AfterReply& after_reply)>;

// Returns a page with 429 if there were too many wrong guesses; otherwise `then` makes the reply.
edge::ReplyOrCheck check_password(const edge::WebCall& call, const PasswordQuestion& question,
                                  AfterCheck then);

}  // namespace callboard::pages

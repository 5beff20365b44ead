// The password check of all pages: rate-limited, and computed in the hash queue.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/digest.h"
#include "base/function_ref.h"
#include "base/secret.h"
#include "edge/address_limits.h"
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

// What guesses of a link are counted by, instead of an account: the link, because many people may have one
// address (a university).
std::string guess_of_link(std::string_view token);

// Begins a guess: returns a page with 429 if there were too many wrong ones. Otherwise the caller decides the
// attempt.
std::optional<edge::WebReply> too_many_guesses(const edge::WebCall& call, std::string_view email,
                                               edge::SignInAttempt& attempt);

// Hashes a new password of somebody who need not know the present one. `failures` is the count of the
// attempt: without it, such hashes would be computed before those of everybody who signs in.
edge::ReplyOrCheck hash_password(const Secret& password, int failures,
                                 std::move_only_function<edge::WebReply(const std::string& hash)> then);

// The limits of wrong passwords, for a guess that needs no hash. It is wrong if the status of the reply is
// 401, 410 or 422.
edge::WebReply limited_guess(const edge::WebCall& call, std::string_view email,
                             FunctionRef<edge::WebReply()> guess);

// A page with 429 if too many codes of single sign-on from this address were refused. `code` counts as
// refused until it is decided, for its network only: many users of a company may come back at the same time.
std::optional<edge::WebReply> too_many_codes(const edge::WebCall& call, const Sha256& state,
                                             edge::SignInAttempt& code);

// A page with 429 if too many links were requested from this address.
std::optional<edge::WebReply> too_many_links(const edge::WebCall& call);

}  // namespace callboard::pages

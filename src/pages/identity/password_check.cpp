#include "pages/identity/password_check.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "accounts/password.h"
#include "base/encoding.h"
#include "pages/identity/layout.h"

namespace callboard::pages {
namespace {

struct Pending {
    accounts::HashJob compare;
    std::optional<accounts::HashJob> make;
    edge::SignInAttempt attempt;

    explicit Pending(const PasswordQuestion& question)
        : compare(accounts::HashJob::for_comparison(question.guess, question.stored_hash)) {
        if (question.new_password) make.emplace(accounts::HashJob::for_new_hash(*question.new_password));
    }

    std::size_t kibibytes() const { return std::max(compare.kibibytes(), make ? make->kibibytes() : 0); }

    void compute(const accounts::HashMemory& memory) noexcept {
        compare.run(memory);
        if (make && compare.matches()) make->run(memory);
    }
};

edge::WebReply too_many_attempts(std::chrono::seconds wait) {
    edge::WebReply reply =
        explain(429, "Too many attempts", "Too many wrong passwords were entered from your network.",
                "Wait a minute, then try again.");
    reply.headers.emplace_back("Retry-After", std::to_string(wait.count()));
    return reply;
}

}  // namespace

edge::ReplyOrCheck check_password(const edge::WebCall& call, const PasswordQuestion& question,
                                  AfterCheck then) {
    auto pending = std::make_shared<Pending>(question);
    const std::string account = is_utf8(question.email) ? fold(question.email) : "";
    if (const auto wait =
            call.services.address_limits.sign_in(account, call.request.client, pending->attempt))
        return too_many_attempts(*wait);
    return edge::PasswordCheck{
        .failures = pending->attempt.count(),
        .kibibytes = pending->kibibytes(),
        .compute = [pending](const accounts::HashMemory& memory) { pending->compute(memory); },
        .then =
            [pending, reply = std::move(then)](edge::PasswordCheck::AfterReply& after_reply) mutable {
                PasswordAnswer answer{.right = pending->compare.matches(), .new_hash = {}};
                if (answer.right) {
                    pending->attempt.succeeded();
                    if (pending->make) answer.new_hash = pending->make->encoded();
                } else {
                    pending->attempt.failed();
                }
                return reply(answer, after_reply);
            }};
}

}  // namespace callboard::pages

#include "pages/identity/password_check.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "accounts/password.h"
#include "base/digest.h"
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

edge::WebReply too_many_attempts(
    std::chrono::seconds wait,
    std::string_view reason = "Too many wrong passwords or links were used from your network.") {
    edge::WebReply reply = explain(429, "Too many attempts", reason, "Wait a minute, then try again.");
    reply.headers.emplace_back("Retry-After", std::to_string(wait.count()));
    return reply;
}

}  // namespace

std::string guess_of_link(std::string_view token) {
    return "link " + to_hex(sha256(token));
}

std::optional<edge::WebReply> too_many_guesses(const edge::WebCall& call, std::string_view email,
                                               edge::SignInAttempt& attempt) {
    const std::string account = is_utf8(email) ? fold(email) : "";
    const auto wait = call.services.address_limits.sign_in(account, call.request.client, attempt);
    if (!wait) return std::nullopt;
    return too_many_attempts(*wait);
}

edge::ReplyOrCheck check_password(const edge::WebCall& call, const PasswordQuestion& question,
                                  AfterCheck then) {
    auto pending = std::make_shared<Pending>(question);
    if (const auto refusal = too_many_guesses(call, question.email, pending->attempt)) return *refusal;
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

edge::ReplyOrCheck hash_password(const Secret& password, int failures,
                                 std::move_only_function<edge::WebReply(const std::string& hash)> then) {
    auto job = std::make_shared<accounts::HashJob>(accounts::HashJob::for_new_hash(password));
    return edge::PasswordCheck{
        .failures = failures,
        .kibibytes = job->kibibytes(),
        .compute = [job](const accounts::HashMemory& memory) { job->run(memory); },
        .then = [job, reply = std::move(then)](
                    edge::PasswordCheck::AfterReply&) mutable { return reply(job->encoded()); }};
}

edge::WebReply limited_guess(const edge::WebCall& call, std::string_view email,
                             FunctionRef<edge::WebReply()> guess) {
    edge::SignInAttempt attempt;
    if (const auto refusal = too_many_guesses(call, email, attempt)) return *refusal;
    edge::WebReply reply = guess();
    if (reply.status == 401 || reply.status == 410 || reply.status == 422) {
        attempt.failed();
    } else {
        attempt.succeeded();
    }
    return reply;
}

std::optional<edge::WebReply> too_many_codes(const edge::WebCall& call, const Sha256& state,
                                             edge::SignInAttempt& code) {
    const auto wait = call.services.address_limits.sign_in(to_hex(state), call.request.client, code);
    if (!wait) return std::nullopt;
    return too_many_attempts(*wait, "Too many sign-ons from your network were not valid.");
}

std::optional<edge::WebReply> too_many_links(const edge::WebCall& call) {
    edge::SignInAttempt attempt;
    const auto wait = call.services.address_limits.sign_in("", call.request.client, attempt);
    if (wait) return too_many_attempts(*wait, "Too many links were requested from your network.");
    attempt.failed();  // counts like a wrong password, whatever the address
    return std::nullopt;
}

}  // namespace callboard::pages

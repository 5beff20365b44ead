#include "pages/candidate/consent_page.h"

#include <string>
#include <utility>

#include "candidates/consent.h"
#include "edge/services.h"
#include "pages/candidate/link_page.h"
#include "pages/identity/layout.h"
#include "pages/identity/password_check.h"

namespace callboard::pages {
namespace {

using candidates::Decision;

edge::WebReply decided(const candidates::ConsentQuestion& question, Html message) {
    const bool accepted = question.decision == Decision::accepted;
    const std::string day = question.decided_at ? day_of(*question.decided_at) : "";
    const std::string text = (accepted ? "You gave your consent to " : "You declined the request of ") +
                             question.company + " on " + day + ".";
    const std::string_view title = accepted ? "You gave your consent" : "You declined";
    return identity_page(title, fill(web_file("candidate/decided.html"), {{"title", title},
                                                                          {"notice", std::move(message)},
                                                                          {"text", text},
                                                                          {"documents", Html{}},
                                                                          {"company", question.company}}));
}

edge::WebReply asked(const candidates::ConsentQuestion& question, std::string_view token) {
    constexpr std::string_view kTitle = "May we keep your data?";
    return identity_page(
        kTitle, fill(web_file("candidate/consent.html"), {{"title", kTitle},
                                                          {"name", question.first_name},
                                                          {"company", question.company},
                                                          {"buttons", buttons({.action = edge::kConsentPath,
                                                                               .token = token,
                                                                               .accept = "I consent",
                                                                               .decline = "I decline"})}}));
}

}  // namespace

edge::WebReply candidate_consent_page(db::Snapshot& snapshot, const edge::WebCall& call) {
    const std::string_view token = token_in_query(call);
    const auto question = candidates::consent_question(snapshot, Secret{std::string{token}});
    if (!question) return link_does_not_work();
    return question->decision ? decided(*question, {}) : asked(*question, token);
}

edge::ReplyOrCheck decide_candidate_consent(db::Db& db, const edge::WebCall& call) {
    return limited_guess(call, guess_of_link(token_in_form(call)), [&] {
        const Secret token{std::string{token_in_form(call)}};
        const auto decision = decision_in_form(call);
        if (!decision) return no_decision();
        const auto [is_first, question] = db.write(std::nullopt, [&](db::Tx& tx) {
            const bool is_decided = candidates::decide_consent(tx, token, *decision, call.author());
            return std::pair{is_decided, candidates::consent_question(tx, token)};
        });
        if (!question || !question->decision) return link_does_not_work();
        return decided(*question, is_first
                                      ? notice(Tone::good, "Thank you, your decision was recorded.")
                                      : notice(Tone::bad, "You had decided before; nothing was changed."));
    });
}

}  // namespace callboard::pages

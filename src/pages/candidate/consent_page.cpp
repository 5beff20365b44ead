#include "pages/candidate/consent_page.h"

#include <string>
#include <utility>

#include "candidates/consent.h"
#include "edge/services.h"
#include "pages/candidate/link_page.h"
#include "pages/careers/texts.h"
#include "pages/identity/layout.h"
#include "pages/identity/password_check.h"

namespace callboard::pages {
namespace {

using candidates::Decision;

edge::WebReply decided(const candidates::ConsentQuestion& question, const CareersWords& words, Html message) {
    const std::string which = question.decision == Decision::accepted ? "consent_given" : "consent_declined";
    const std::string day = question.decided_at ? day_of(*question.decided_at) : "";
    const std::string title = words(which + "_title");
    return identity_page(title,
                         fill(web_file("candidate/decided.html"),
                              {{"title", title},
                               {"notice", std::move(message)},
                               {"text", words(which, {{"company", question.company}, {"date", day}})},
                               {"documents", Html{}},
                               {"change", words("decision_change", {{"company", question.company}})}}),
                         {}, words.language());
}

edge::WebReply asked(const candidates::ConsentQuestion& question, const CareersWords& words,
                     std::string_view token) {
    const std::string title = words("consent_title");
    return identity_page(title,
                         fill(web_file("candidate/consent.html"),
                              {{"title", title},
                               {"hello", words("hello", {{"name", question.first_name}})},
                               {"text", words("consent_text", {{"company", question.company}})},
                               {"buttons", buttons({.action = edge::kConsentPath,
                                                    .token = token,
                                                    .accept = words("consent_yes"),
                                                    .decline = words("consent_no")})},
                               {"hint", words("consent_hint", {{"company", question.company}})}}),
                         {}, words.language());
}

}  // namespace

edge::WebReply candidate_consent_page(db::Snapshot& snapshot, const edge::WebCall& call) {
    const std::string_view token = token_in_query(call);
    const auto question = candidates::consent_question(snapshot, Secret{std::string{token}});
    if (!question) return link_does_not_work(call);
    const CareersWords words{question->language};
    return question->decision ? decided(*question, words, {}) : asked(*question, words, token);
}

edge::ReplyOrCheck decide_candidate_consent(db::Db& db, const edge::WebCall& call) {
    return limited_guess(call, guess_of_link(token_in_form(call)), [&] {
        const Secret token{std::string{token_in_form(call)}};
        const auto decision = decision_in_form(call);
        if (!decision) return no_decision(call);
        const auto [is_first, question] = db.write(std::nullopt, [&](db::Tx& tx) {
            const bool is_decided = candidates::decide_consent(tx, token, *decision, call.author());
            return std::pair{is_decided, candidates::consent_question(tx, token)};
        });
        if (!question || !question->decision) return link_does_not_work(call);
        const CareersWords words{question->language};
        return decided(*question, words,
                       is_first ? notice(Tone::good, words("consent_recorded"))
                                : notice(Tone::bad, words("consent_before")));
    });
}

}  // namespace callboard::pages

#include "pages/candidate/offer_page.h"

#include <string>
#include <utility>

#include "base/error.h"
#include "edge/services.h"
#include "offers/offer_links.h"
#include "pages/candidate/link_page.h"
#include "pages/careers/texts.h"
#include "pages/identity/layout.h"
#include "pages/identity/password_check.h"

namespace callboard::pages {
namespace {

using candidates::Decision;

Html documents(const offers::OfferQuestion& question, const CareersWords& words, std::string_view token) {
    Html all;
    for (const offers::OfferDocument& each : question.documents)
        all.markup +=
            fill(web_file("candidate/document.html"), {{"path", kOfferDocumentPath},
                                                       {"link", token},
                                                       {"id", each.id.text()},
                                                       {"text", words("download", {{"name", each.name}})}})
                .markup;
    return all;
}

edge::WebReply decided(const offers::OfferQuestion& question, const CareersWords& words,
                       std::string_view token, Html message) {
    const std::string which = question.decision == Decision::accepted ? "offer_accepted" : "offer_declined";
    const std::string day = question.decided_at ? day_of(*question.decided_at) : "";
    const std::string title = words(which + "_title");
    return identity_page(
        title,
        fill(web_file("candidate/decided.html"),
             {{"title", title},
              {"notice", std::move(message)},
              {"text",
               words(which, {{"job", question.job_title}, {"company", question.company}, {"date", day}})},
              {"documents", documents(question, words, token)},
              {"change", words("decision_change", {{"company", question.company}})}}),
        {}, words.language());
}

edge::WebReply asked(const offers::OfferQuestion& question, const CareersWords& words,
                     std::string_view token) {
    const std::string title = words("offer_title", {{"company", question.company}});
    return identity_page(
        title,
        fill(web_file("candidate/offer.html"),
             {{"title", title},
              {"hello", words("hello", {{"name", question.first_name}})},
              {"text", words("offer_text", {{"company", question.company}, {"job", question.job_title}})},
              {"letter", question.letter},
              {"documents", documents(question, words, token)},
              {"buttons", buttons({.action = edge::kOfferPath,
                                   .token = token,
                                   .accept = words("offer_yes"),
                                   .decline = words("offer_no")})},
              {"hint", words("offer_hint", {{"company", question.company}})}}),
        {}, words.language());
}

}  // namespace

edge::WebReply candidate_offer_page(db::Snapshot& snapshot, const edge::WebCall& call) {
    const std::string_view token = token_in_query(call);
    const auto question = offers::offer_question(snapshot, Secret{std::string{token}});
    if (!question) return link_does_not_work(call);
    const CareersWords words{question->language};
    return question->decision ? decided(*question, words, token, {}) : asked(*question, words, token);
}

edge::ReplyOrCheck decide_candidate_offer(db::Db& db, const edge::WebCall& call) {
    return limited_guess(call, guess_of_link(token_in_form(call)), [&] {
        const std::string_view text = token_in_form(call);
        const Secret token{std::string{text}};
        const auto decision = decision_in_form(call);
        if (!decision) return no_decision(call);
        const auto [is_first, question] = db.write(std::nullopt, [&](db::Tx& tx) {
            const bool is_decided = offers::decide_offer(tx, token, *decision, call.author());
            return std::pair{is_decided, offers::offer_question(tx, token)};
        });
        if (!question || !question->decision) return link_does_not_work(call);
        const CareersWords words{question->language};
        return decided(*question, words, text,
                       is_first ? notice(Tone::good, words("offer_answered"))
                                : notice(Tone::bad, words("offer_before")));
    });
}

edge::WebReply candidate_offer_document(db::Snapshot& snapshot, const edge::WebCall& call) {
    const Secret token{std::string{token_in_query(call)}};
    const auto id = OfferDocumentId::parse(call.query ? call.query->text("id") : "");
    auto file = id ? offers::offered_document(snapshot, token, *id) : std::nullopt;
    if (!file) throw not_found("DOCUMENT_NOT_FOUND", "the link does not work, or there is no such document");
    return {.content_type = edge::kFile,
            .body = std::move(file->content),
            .headers = {{"Content-Disposition", "attachment; filename=\"" + file->name + "\""}}};
}

}  // namespace callboard::pages

#include "pages/candidate/link_page.h"

#include "edge/route.h"
#include "pages/careers/texts.h"
#include "pages/identity/layout.h"

namespace callboard::pages {

std::string_view token_in_query(const edge::WebCall& call) {
    return call.query ? call.query->text("token") : "";
}

std::string_view token_in_form(const edge::WebCall& call) {
    return call.form ? call.form->text("link") : "";
}

std::optional<candidates::Decision> decision_in_form(const edge::WebCall& call) {
    const std::string_view text = call.form ? call.form->text("decision") : "";
    if (text == "accept") return candidates::Decision::accepted;
    if (text == "decline") return candidates::Decision::declined;
    return std::nullopt;
}

edge::WebReply link_does_not_work(const edge::WebCall& call) {
    const CareersWords words{edge::preferred_language(call.request)};
    return explain(410, words("link_void"), words("decision_void"), words("decision_void_hint"),
                   words.language());
}

edge::WebReply no_decision(const edge::WebCall& call) {
    const CareersWords words{edge::preferred_language(call.request)};
    return explain(400, words("decision_none"), words("decision_none_text"), words("decision_none_hint"),
                   words.language());
}

Html buttons(const Buttons& labels) {
    return fill(web_file("candidate/buttons.html"), {{"action", labels.action},
                                                     {"link", labels.token},
                                                     {"accept", labels.accept},
                                                     {"decline", labels.decline}});
}

std::string day_of(Timestamp time) {
    constexpr std::size_t kDay = std::string_view{"2026-01-31"}.size();
    return to_iso(time).substr(0, kDay) + " (UTC)";
}

}  // namespace callboard::pages

#include "pages/candidate/link_page.h"

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

edge::WebReply link_does_not_work() {
    return explain(
        410, "This link does not work",
        "It is older than 30 days, was replaced by a newer one, or what it asked about has changed.",
        "If you got several mails, use the link of the newest one. Otherwise answer to the company "
        "that wrote to you.");
}

edge::WebReply no_decision() {
    return explain(400, "Nothing was decided", "The form was not complete.",
                   "Open the link of the mail again, and use one of the buttons.");
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

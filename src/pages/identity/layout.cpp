#include "pages/identity/layout.h"

namespace callboard::pages {

edge::WebReply identity_page(std::string_view title, Html content, Html below, std::string_view language) {
    return {.body = fill(web_file("identity/layout.html"), {{"language", language},
                                                            {"title", title},
                                                            {"content", std::move(content)},
                                                            {"below", std::move(below)}})
                        .markup,
            .headers = {}};
}

Html account_links(const Session& session) {
    return fill(web_file("identity/account_links.html"),
                {{"email", session.who.email}, {"token", session.form_token(kSigningOut)}});
}

Html notice(Tone tone, std::string_view text) {
    const bool good = tone == Tone::good;
    return fill(web_file("identity/notice.html"),
                {{"kind", good ? "good" : "bad"}, {"role", good ? "status" : "alert"}, {"text", text}});
}

edge::WebReply explain(int status, std::string_view title, std::string_view text, std::string_view hint,
                       std::string_view language) {
    edge::WebReply reply = identity_page(
        title,
        fill(web_file("identity/explanation.html"), {{"title", title}, {"text", text}, {"hint", hint}}), {},
        language);
    reply.status = status;
    return reply;
}

edge::WebReply form_is_stale() {
    return explain(403, "This form is no longer valid", "It belongs to another session, or has expired.",
                   "Go back, reload the page and try again.");
}

}  // namespace callboard::pages

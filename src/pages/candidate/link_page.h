// What the pages have in common that a link of a mail leads a candidate to. GET changes nothing, so programs
// that look at the links of mails do no harm. The link is in the form, and nobody else knows it: it is also
// the anti-forgery token, and no cookie is needed.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/secret.h"
#include "candidates/link_store.h"
#include "edge/web.h"
#include "pages/page_template.h"

namespace callboard::pages {

// The token of the link: in the query of a GET, in the form of a POST.
std::string_view token_in_query(const edge::WebCall& call);
std::string_view token_in_form(const edge::WebCall& call);

std::optional<candidates::Decision> decision_in_form(const edge::WebCall& call);

// The same for a link that never existed, is too old, was replaced or revoked. In the language of the
// browser.
edge::WebReply link_does_not_work(const edge::WebCall& call);

edge::WebReply no_decision(const edge::WebCall& call);

// The two buttons, with the link. `action` is the path of the page.
struct Buttons {
    std::string_view action;
    std::string_view token;
    std::string accept;
    std::string decline;
};
Html buttons(const Buttons& labels);

// "2026-01-31 (UTC)"
std::string day_of(Timestamp time);

}  // namespace callboard::pages

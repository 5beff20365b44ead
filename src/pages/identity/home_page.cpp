#include "pages/identity/home_page.h"

#include <string>

#include "edge/cookies.h"
#include "pages/console_files.h"
#include "pages/identity/browser.h"
#include "pages/start_page.h"

namespace callboard::pages {
namespace {

edge::WebReply home_with_cookie(db::Snapshot& snapshot, const edge::WebCall& call) {
    if (session_of(snapshot, call)) return edge::redirect(std::string{kConsolePath});
    return {.body = start_page(call.services, call.request).body, .headers = {}};
}

}  // namespace

// Visitors without a cookie get the start page without a query to the database.
edge::Route home(const edge::Columns& columns) {
    edge::Route row = edge::page(columns, "text/html", start_page);
    if (!has_console()) return row;
    row.private_response = true;
    row.start = [without_cookie = row.start,
                 with_cookie =
                     edge::web(columns, "text/html", home_with_cookie).start](edge::RequestContext& context) {
        const auto session = edge::session_in(context.exchange->request, context.services->public_url);
        return session.empty() ? without_cookie(context) : with_cookie(context);
    };
    return row;
}

}  // namespace callboard::pages

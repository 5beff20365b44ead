#include "pages/console/console_page.h"

#include <string>

#include "pages/console_files.h"
#include "pages/identity/browser.h"
#include "pages/identity/sign_in_page.h"

namespace callboard::pages {

edge::WebReply console_page(db::Snapshot& snapshot, const edge::WebCall& call) {
    if (!session_of(snapshot, call)) return send_to_sign_in(call);
    return {.body = std::string{console_shell()}, .headers = {}};
}

}  // namespace callboard::pages

#include "pages/identity/second_factor_forms.h"

#include <utility>

#include "base/totp.h"
#include "pages/identity/layout.h"
#include "pages/identity/qr_code.h"

namespace callboard::pages {

Html code_notice(accounts::CodeCheck check) {
    if (check == accounts::CodeCheck::locked)
        return notice(Tone::bad, "Too many wrong codes. Wait some minutes, then try again.");
    return notice(Tone::bad, "Wrong code.");
}

Html code_form(const FormTarget& target, Html message) {
    return fill(web_file("identity/second_factor.html"),
                {{"notice", std::move(message)}, {"action", target.action}, {"token", target.token}});
}

Html offer_form(const FormTarget& target, std::string_view text, Html message) {
    return fill(
        web_file("identity/second_factor_offer.html"),
        {{"notice", std::move(message)}, {"text", text}, {"action", target.action}, {"token", target.token}});
}

Html key_form(const FormTarget& target, const Secret& key, std::string_view email, Html message) {
    return fill(web_file("identity/second_factor_key.html"),
                {{"notice", std::move(message)},
                 {"code", qr_code(totp_uri(key, "Callboard", email))},
                 {"key", to_base32(key.reveal())},
                 {"action", target.action},
                 {"token", target.token}});
}

Html confirmation_form(const FormTarget& target, Html message) {
    return fill(web_file("identity/second_factor_confirm.html"),
                {{"notice", std::move(message)}, {"action", target.action}, {"token", target.token}});
}

Html recovery_codes(const std::vector<std::string>& codes, std::string_view next) {
    Html items;
    for (const std::string& each : codes) items.markup += "<li><code>" + escaped(each) + "</code></li>\n";
    return fill(web_file("identity/recovery_codes.html"), {{"codes", std::move(items)}, {"next", next}});
}

}  // namespace callboard::pages

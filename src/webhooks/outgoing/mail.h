// Sends mail through a server that the operator names. libcurl speaks SMTP.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/secret.h"

namespace callboard::webhooks {

struct Mail {
    std::string from;
    std::string to;
    std::string subject;
    std::string text;
    Timestamp sent_at;
};

// An e-mail address that every mail server understands: of ASCII, and nothing that needs care in a header.
bool can_be_mailed(std::string_view address);

// Waits for it, up to 20 s. `server` is smtp://[user:password@]host:port or smtps://…; on smtp TLS is used
// when the server offers it, and a password goes over TLS only, unless the server is on this machine. Nothing
// when it was taken; otherwise why not, without secrets.
std::optional<std::string> send_mail(const Secret& server, const Mail& mail);

}  // namespace callboard::webhooks

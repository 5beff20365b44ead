// Sends mail through a server that the operator names. libcurl speaks SMTP.
#pragma once

#include <optional>
#include <string>

#include "base/secret.h"

namespace callboard::webhooks {

struct Mail {
    std::string from;
    std::string to;
    std::string subject;
    std::string text;
};

// Waits for it, up to 20 s. `server` is smtp://[user:password@]host:port or smtps://…; on smtp TLS is used
// when the server offers it. Nothing when it was taken; otherwise why not, without secrets.
std::optional<std::string> send_mail(const Secret& server, const Mail& mail);

}  // namespace callboard::webhooks

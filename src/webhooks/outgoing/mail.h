// Sends mail by SMTP (libcurl) through the operator's mail server.
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

// An ASCII address without characters that need quoting in a header.
bool can_be_mailed(std::string_view address);

// Blocks up to 20 s. `server` is smtp://[user:password@]host:port or smtps://…. With smtp, STARTTLS is used
// if offered, and required for a password unless the server is local. Returns nothing on success, else the
// reason without secrets.
std::optional<std::string> send_mail(const Secret& server, const Mail& mail);

// Connects and signs in as send_mail() does, with the same result, but sends no mail.
std::optional<std::string> check_mail_server(const Secret& server);

}  // namespace callboard::webhooks

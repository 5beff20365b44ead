// Sends mails by SMTP (libcurl) through the operator's mail server.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/curl.h"
#include "base/secret.h"
#include "mail/mime.h"

namespace callboard::mail {

// rejected: for good, such as an address that does not exist; failed: a later attempt may succeed.
enum class SmtpResult { sent, rejected, failed };

struct SmtpOutcome {
    SmtpResult result{};
    std::string reason;  // if it was not sent; without secrets
};

struct MailServer {
    Secret url;                                    // smtp://[user:password@]host:port or smtps://…
    std::optional<std::filesystem::path> ca_file;  // absent: the authorities that this machine trusts
    bool may_be_plain = false;                     // TLS is used if the server offers it, but not required
    std::chrono::milliseconds time_limit{20'000};  // of one mail
};

// A connection that is kept open between mails, and opened again if the server has closed it. Used by one
// thread at a time.
class SmtpConnection {
  public:
    // With smtp://, STARTTLS is required unless the server is on this machine.
    explicit SmtpConnection(const MailServer& server);

    // Blocks up to the time limit. After a failure, the server may have accepted the mail.
    SmtpOutcome send(const Letter& letter);

    // Connects and signs in as send() does, but sends no mail. Nothing on success, else the reason.
    std::optional<std::string> check();

  private:
    void set_options();

    const MailServer server_;
    const CurlEasy easy_;
};

}  // namespace callboard::mail

// A mail as it is queued: what it is about, for whom, and the values of its text, which is made when it is
// sent (mail/mail_text.h).
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "base/names.h"
#include "wire/text_map.h"

namespace callboard::mail {

// Each has a file in src/mail/templates with its name.
enum class Kind {
    invitation,
    password_reset,
    webhook_given_up,
    webhook_suspended,
    webhook_access_revoked,
    consent_request,
    offer,
    application_received
};

enum class Status { pending, sent, failed };

// Mails that a person waits for in front of the screen are sent before all others.
constexpr bool is_urgent(Kind kind) {
    return kind == Kind::password_reset;
}

using Values = wire::TextMap;

struct Mail {
    Kind kind{};
    std::string to;
    std::string language;  // of the reader; that of the company if it is empty or has no texts
    Values values;         // by their names in the template
};

}  // namespace callboard::mail

template <>
struct callboard::Names<callboard::mail::Kind> {
    using enum callboard::mail::Kind;
    static constexpr std::string_view kName = "MailKind";
    static constexpr std::array kList{
        std::pair{invitation, std::string_view{"invitation"}},
        std::pair{password_reset, std::string_view{"password_reset"}},
        std::pair{webhook_given_up, std::string_view{"webhook_given_up"}},
        std::pair{webhook_suspended, std::string_view{"webhook_suspended"}},
        std::pair{webhook_access_revoked, std::string_view{"webhook_access_revoked"}},
        std::pair{consent_request, std::string_view{"consent_request"}},
        std::pair{offer, std::string_view{"offer"}},
        std::pair{application_received, std::string_view{"application_received"}}};
};

template <>
struct callboard::Names<callboard::mail::Status> {
    using enum callboard::mail::Status;
    static constexpr std::string_view kName = "MailStatus";
    static constexpr std::array kList{std::pair{pending, std::string_view{"PENDING"}},
                                      std::pair{sent, std::string_view{"SENT"}},
                                      std::pair{failed, std::string_view{"FAILED"}}};
};

// Messages of the mails in a sandbox.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/id.h"
#include "mail/mail.h"
#include "wire/shape.h"

namespace callboard::sandbox {

// The text of a mail is deleted when it is sent.
struct SandboxMailView {
    MailId id;
    std::string kind;
    std::string to;
    std::string language;
    mail::Status status{};
    Timestamp created_on;
    std::optional<std::string> subject;
    std::optional<std::string> text;
    std::optional<std::string> link;
    std::optional<std::string> failure;

    static constexpr std::string_view kName = "SandboxMail";
    static constexpr auto shape() {
        using Self = SandboxMailView;
        return wire::fields(wire::field("id", &Self::id),
                            wire::field("kind", &Self::kind, {.max_length = 64}),
                            wire::field("to", &Self::to, {.max_length = 320}),
                            wire::field("language", &Self::language, {.max_length = 16}),
                            wire::field("status", &Self::status), wire::field("createdOn", &Self::created_on),
                            wire::field("subject", &Self::subject, {.max_length = 4'000}),
                            wire::field("text", &Self::text, {.max_length = 100'000}),
                            wire::field("link", &Self::link, {.max_length = 4'000}),
                            wire::field("failure", &Self::failure,
                                        {.max_length = 4'000, .about = "Of the last attempt to send it."}));
    }
};

struct SandboxMailsView {
    std::vector<SandboxMailView> mails;

    static constexpr std::string_view kName = "SandboxMails";
    static constexpr auto shape() {
        return wire::fields(wire::field("mails", &SandboxMailsView::mails, {.max_items = 100}));
    }
};

}  // namespace callboard::sandbox

// A mail as bytes (RFC 5322, RFC 2045): headers, the text, and the same as HTML.
#pragma once

#include <string>
#include <string_view>

#include "base/clock.h"
#include "mail/mail_text.h"

namespace callboard::mail {

struct Letter {
    std::string from;
    std::string to;
    // The Message-ID: the same in all attempts, so that a receiver can recognise a repetition.
    std::string id;
    std::string domain;
    Timestamp sent_at;
    MailText content;
};

// An ASCII address without characters that need quoting in a header.
bool can_be_mailed(std::string_view address);

std::string mime(const Letter& letter);

}  // namespace callboard::mail

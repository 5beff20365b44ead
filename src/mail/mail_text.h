// The texts of mails in nine languages: plain text from a template, and the same as HTML.
//
// To add a mail: a member of mail::Kind, and src/mail/templates/<its name>.txt. The unit tests fail until it
// has all languages with the same values.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "mail/mail.h"

namespace callboard::mail {

struct MailText {
    std::string subject;
    std::string text;
    std::string html;
};

// Whether there are texts in this language, or in it without its region.
bool has_texts_in(std::string_view language);

// In the language; or in the language without its region ("fr" for "fr-CA"); or in English. Values are shown
// as text in one line: others may have chosen them. The value "link" becomes a link in HTML.
MailText text_of(const Mail& mail);

// The names of the values in the template.
std::set<std::string, std::less<>> value_names(Kind kind, std::string_view language);

}  // namespace callboard::mail

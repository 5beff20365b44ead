#include "mail/mime.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/encoding.h"

namespace callboard::mail {
namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const Letter kLetter{.from = "callboard@example.test",
                     .to = "ops@example.test",
                     .id = "01890000-0000-7000-8000-000000000001",
                     .domain = "example.test",
                     .sent_at = {1'700'000'000'000},
                     .content = {.subject = "A subscription was suspended",
                                 .text = "First line\n.\nMot\u00f6rhead\n",
                                 .html = "<p>First line</p>\n"}};

// The content of the part with this type.
std::string part_of(const std::string& message, const std::string& type) {
    const auto part = message.find("Content-Type: " + type);
    const auto begin = message.find("\r\n\r\n", part) + 4;
    std::string text = message.substr(begin, message.find("\r\n--", begin) - begin);
    std::erase(text, '\r');
    std::erase(text, '\n');
    return from_base64(text).value();
}

std::string with_subject(std::string subject) {
    Letter letter = kLetter;
    letter.content.subject = std::move(subject);
    return mime(letter);
}

TEST(Mime, HasHeadersAndBothParts) {
    const std::string message = mime(kLetter);
    EXPECT_THAT(message,
                AllOf(StartsWith("Date: Tue, 14 Nov 2023 22:13:20 +0000\r\n"),
                      HasSubstr("\r\nMessage-ID: <01890000-0000-7000-8000-000000000001@example.test>\r\n"),
                      HasSubstr("\r\nFrom: <callboard@example.test>\r\n"),
                      HasSubstr("\r\nTo: <ops@example.test>\r\n"),
                      HasSubstr("\r\nSubject: A subscription was suspended\r\n"),
                      HasSubstr("\r\nAuto-Submitted: auto-generated\r\n")));
    EXPECT_EQ(part_of(message, "text/plain"), kLetter.content.text);
    EXPECT_EQ(part_of(message, "text/html"), kLetter.content.html);
}

TEST(Mime, IsTheSameInEachAttempt) {
    Letter later = kLetter;
    later.sent_at.ms += 60'000;
    const std::string first = mime(kLetter);
    const std::string second = mime(later);
    EXPECT_EQ(first.substr(first.find("Message-ID")), second.substr(second.find("Message-ID")));
}

TEST(Mime, HasShortLines) {
    Letter letter = kLetter;
    letter.content.text = std::string(100'000, '.');
    const std::string message = mime(letter);
    for (std::size_t start = 0; start < message.size();) {
        const std::size_t end = message.find("\r\n", start);
        ASSERT_LE(end - start, 998U);  // RFC 5322
        start = end + 2;
    }
    EXPECT_EQ(part_of(message, "text/plain"), letter.content.text);
}

TEST(Mime, HasASubjectInAnyLanguage) {
    std::string subject;
    for (int i = 0; i < 20; ++i) subject += "Gr\u00fc\u00dfe \u4f60\u597d ";
    subject += "\r\nBcc: <victim@example.test>";

    std::string text = with_subject(subject);
    EXPECT_THAT(text, Not(HasSubstr("Bcc")));
    text = text.substr(text.find("Subject: ") + 9);
    std::string found;
    for (std::size_t start = 0; text.substr(start).starts_with("=?UTF-8?B?");) {
        const std::size_t end = text.find("\r\n", start);
        const std::string word = text.substr(start, end - start);
        EXPECT_LE(word.size(), 75U);
        const auto piece = from_base64(word.substr(10, word.size() - 12));
        ASSERT_TRUE(piece);
        EXPECT_TRUE(is_utf8(*piece));
        found += *piece;
        start = end + 3;  // the next word follows a space
    }
    EXPECT_EQ(found, subject);
}

TEST(Mime, EncodesWhatLooksEncoded) {
    EXPECT_THAT(with_subject("=?UTF-8?Q?hello?="), ContainsRegex("Subject: =.UTF-8.B."));
}

TEST(Mime, AddressesAreWhatEveryServerUnderstands) {
    for (const std::string good : {"ops@example.test", "a.b+c@x", "\"odd\"@example.test", "ops@[192.0.2.1]"})
        EXPECT_TRUE(can_be_mailed(good)) << good;
    for (const std::string bad :
         {"", "ops", "@example.test", "ops@", "\u00fc@example.test", "ops@\u00fc.test",
          "\"a b\"@example.test", "\"<\"@example.test", "ops@example.test\n"})
        EXPECT_FALSE(can_be_mailed(bad)) << bad;
}

}  // namespace
}  // namespace callboard::mail

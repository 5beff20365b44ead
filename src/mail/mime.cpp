#include "mail/mime.h"

#include <algorithm>
#include <cstddef>
#include <ctime>

#include <fmt/chrono.h>

#include "base/email.h"
#include "base/encoding.h"

namespace callboard::mail {
namespace {

constexpr std::size_t kBytesInLine = 57;      // 76 characters of base64 (RFC 2045)
constexpr std::size_t kBytesInWord = 45;      // 72 characters as an encoded word; RFC 2047 allows 75
constexpr std::size_t kLongestSubject = 900;  // bytes, in one line

bool is_printable(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return c >= ' ' && c < '\x7f'; });
}

// Encoded words (RFC 2047).
std::string encoded_words(std::string_view text) {
    std::string words;
    while (!text.empty()) {
        const std::string_view piece = first_characters(text, kBytesInWord);
        if (!words.empty()) words += "\r\n ";
        words += "=?UTF-8?B?" + to_base64(piece) + "?=";
        text.remove_prefix(piece.size());
    }
    return words;
}

std::string subject_line(const std::string& subject) {
    const bool plain = is_printable(subject) && !subject.contains("=?") && subject.size() <= kLongestSubject;
    return "Subject: " + (plain ? subject : encoded_words(subject)) + "\r\n";
}

std::string date_line(Timestamp time) {
    const auto seconds = static_cast<std::time_t>(time.ms / 1000);
    return fmt::format("Date: {:%a, %d %b %Y %H:%M:%S} +0000\r\n", fmt::gmtime(seconds));
}

std::string in_base64_lines(std::string_view bytes) {
    std::string lines;
    for (; !bytes.empty(); bytes.remove_prefix(std::min(kBytesInLine, bytes.size())))
        lines += to_base64(bytes.substr(0, kBytesInLine)) + "\r\n";
    return lines;
}

std::string part(const std::string& boundary, std::string_view type, std::string_view content) {
    return "--" + boundary + "\r\nContent-Type: " + std::string{type} +
           "; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n" + in_base64_lines(content);
}

}  // namespace

bool can_be_mailed(std::string_view address) {
    return is_email(address) && is_printable(address) &&
           address.find_first_of(" <>") == std::string_view::npos;
}

std::string mime(const Letter& letter) {
    const std::string boundary = "=_" + letter.id;  // base64 has no underscore
    return date_line(letter.sent_at) + "Message-ID: <" + letter.id + "@" + letter.domain + ">\r\nFrom: <" +
           letter.from + ">\r\nTo: <" + letter.to + ">\r\n" + subject_line(letter.content.subject) +
           "Auto-Submitted: auto-generated\r\n"
           "MIME-Version: 1.0\r\n"
           "Content-Type: multipart/alternative; boundary=\"" +
           boundary + "\"\r\n\r\n" + part(boundary, "text/plain", letter.content.text) +
           part(boundary, "text/html", letter.content.html) + "--" + boundary + "--\r\n";
}

}  // namespace callboard::mail

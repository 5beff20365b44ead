#include "webhooks/outgoing/mail.h"

#include <algorithm>

#include <fmt/chrono.h>
#include <openssl/crypto.h>

#include "accounts/email.h"
#include "base/encoding.h"
#include "base/network.h"
#include "base/random.h"
#include "webhooks/outgoing/curl.h"

namespace callboard::webhooks {
namespace {

constexpr long kTimeLimitMs = 20'000;
constexpr std::size_t kBytesInLine = 57;      // 76 characters of base64 (RFC 2045)
constexpr std::size_t kBytesInWord = 45;      // 72 characters as an encoded word; RFC 2047 allows 75
constexpr std::size_t kLongestSubject = 900;  // bytes, in one line

bool is_printable(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return c >= ' ' && c < '\x7f'; });
}

// At most the first `most` bytes, cut at a character boundary.
std::string_view whole_characters(std::string_view utf8, std::size_t most) {
    if (utf8.size() <= most) return utf8;
    std::size_t end = most;
    while (end > 0 && (static_cast<unsigned char>(utf8[end]) & 0xc0) == 0x80) --end;
    return utf8.substr(0, end > 0 ? end : most);
}

// Encoded words (RFC 2047).
std::string encoded_words(std::string_view text) {
    std::string words;
    while (!text.empty()) {
        const std::string_view piece = whole_characters(text, kBytesInWord);
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

std::string message_id_line(const std::string& from) {
    const std::string domain = from.substr(from.rfind('@') + 1);
    return "Message-ID: <" + random_text(32, "0123456789abcdefghijklmnopqrstuvwxyz") + "@" + domain + ">\r\n";
}

std::string message(const Mail& mail) {
    std::string text = date_line(mail.sent_at) + message_id_line(mail.from) + "From: <" + mail.from +
                       ">\r\nTo: <" + mail.to + ">\r\n" + subject_line(mail.subject) +
                       "Auto-Submitted: auto-generated\r\n"
                       "MIME-Version: 1.0\r\n"
                       "Content-Type: text/plain; charset=utf-8\r\n"
                       "Content-Transfer-Encoding: base64\r\n\r\n";
    for (std::size_t start = 0; start < mail.text.size(); start += kBytesInLine)
        text += to_base64(std::string_view{mail.text}.substr(start, kBytesInLine)) + "\r\n";
    return text;
}

std::size_t read_next(char* to, std::size_t, std::size_t most, void* rest) {
    auto& left = *static_cast<std::string_view*>(rest);
    const std::size_t size = left.copy(to, most);
    left.remove_prefix(size);
    return size;
}

std::string error_text(CURL* easy, CURLcode outcome) {
    switch (static_cast<int>(outcome)) {
        case CURLE_URL_MALFORMAT:
        case CURLE_UNSUPPORTED_PROTOCOL: return "the URL of the mail server is not smtp:// or smtps://";
        case CURLE_COULDNT_RESOLVE_HOST: return "the host name of the mail server cannot be resolved";
        case CURLE_COULDNT_CONNECT: return "the mail server cannot be reached";
        case CURLE_OPERATION_TIMEDOUT: return "the mail server did not respond within 20 s";
        case CURLE_LOGIN_DENIED: return "the mail server rejected the user name or the password";
        case CURLE_PEER_FAILED_VERIFICATION: return "the certificate of the mail server cannot be trusted";
        case CURLE_SSL_CONNECT_ERROR:
        case CURLE_USE_SSL_FAILED: return "the TLS handshake with the mail server failed";
        default: break;
    }
    long status = 0;
    curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
    if (status >= 400) return "the mail server responded with " + std::to_string(status);
    return "the mail server closed the connection";
}

std::optional<std::string> part(const CurlUrl& url, CURLUPart which) {
    char* text = nullptr;
    if (curl_url_get(url.get(), which, &text, 0) != CURLUE_OK) return std::nullopt;
    return std::string{CurlText{text}.get()};
}

bool is_this_machine(std::string_view host) {
    if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
    const auto address = IpAddress::parse(host);
    return host == "localhost" || (address && address->is_loopback());
}

// Against STARTTLS stripping: an attacker could hide that the server offers TLS and read the password.
bool needs_tls(const std::string& server) {
    const CurlUrl url{curl_url()};
    if (!url || curl_url_set(url.get(), CURLUPART_URL, server.c_str(), 0) != CURLUE_OK) return true;
    const bool signs_in = part(url, CURLUPART_USER) || part(url, CURLUPART_PASSWORD);
    return signs_in && !is_this_machine(part(url, CURLUPART_HOST).value_or(""));
}

void set_server(CURL* easy, const Secret& server) {
    std::string url{server.reveal()};
    curl_easy_setopt(easy, CURLOPT_URL, url.c_str());
    curl_easy_setopt(easy, CURLOPT_USE_SSL,
                     static_cast<long>(needs_tls(url) ? CURLUSESSL_ALL : CURLUSESSL_TRY));
    OPENSSL_cleanse(url.data(), url.size());
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_PROXY, "");
    curl_easy_setopt(easy, CURLOPT_NOPROXY, "*");
    curl_easy_setopt(easy, CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
    curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, kTimeLimitMs);
    curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
}

std::optional<std::string> perform(CURL* easy) {
    const CURLcode outcome = curl_easy_perform(easy);
    if (outcome == CURLE_OK) return std::nullopt;
    return error_text(easy, outcome);
}

}  // namespace

bool can_be_mailed(std::string_view address) {
    return accounts::is_email(address) && is_printable(address) &&
           address.find_first_of(" <>") == std::string_view::npos;
}

std::optional<std::string> send_mail(const Secret& server, const Mail& mail) {
    if (!can_be_mailed(mail.from)) return "the sender is not a valid e-mail address";
    if (!can_be_mailed(mail.to)) return "the recipient is not a valid e-mail address";
    start_curl();
    const CurlEasy easy{curl_easy_init()};
    if (!easy) return "libcurl cannot be used";
    const std::string from = "<" + mail.from + ">";
    std::string to = "<" + mail.to + ">";
    curl_slist recipients{.data = to.data(), .next = nullptr};
    const std::string text = message(mail);
    std::string_view left = text;

    set_server(easy.get(), server);
    curl_easy_setopt(easy.get(), CURLOPT_MAIL_FROM, from.c_str());
    curl_easy_setopt(easy.get(), CURLOPT_MAIL_RCPT, &recipients);
    curl_easy_setopt(easy.get(), CURLOPT_UPLOAD, 1L);
    curl_easy_setopt(easy.get(), CURLOPT_READFUNCTION, read_next);
    curl_easy_setopt(easy.get(), CURLOPT_READDATA, &left);
    return perform(easy.get());
}

std::optional<std::string> check_mail_server(const Secret& server) {
    start_curl();
    const CurlEasy easy{curl_easy_init()};
    if (!easy) return "libcurl cannot be used";
    set_server(easy.get(), server);
    curl_easy_setopt(easy.get(), CURLOPT_CUSTOMREQUEST, "NOOP");
    curl_easy_setopt(easy.get(), CURLOPT_NOBODY, 1L);
    return perform(easy.get());
}

}  // namespace callboard::webhooks

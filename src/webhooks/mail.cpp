#include "webhooks/mail.h"

#include <algorithm>
#include <string_view>

#include <openssl/crypto.h>
#include <openssl/evp.h>

#include "webhooks/curl.h"

namespace callboard::webhooks {
namespace {

constexpr long kTimeLimitMs = 20'000;
constexpr std::size_t kBytesInLine = 57;      // 76 characters of base64
constexpr std::size_t kBytesInWord = 45;      // 72 characters with what stands around them: 75 are allowed
constexpr std::size_t kLongestSubject = 900;  // in one line

bool is_printable(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return c >= ' ' && c < '\x7f'; });
}

// It must not end the line or the brackets it is put into.
bool is_address(std::string_view text) {
    return text.contains('@') && is_printable(text) && text.find_first_of(" <>") == std::string_view::npos;
}

std::string to_base64(std::string_view bytes) {
    std::string text((bytes.size() + 2) / 3 * 4 + 1, '\0');  // and a zero, which is always written
    const int size =
        EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data()),
                        reinterpret_cast<const unsigned char*>(bytes.data()), static_cast<int>(bytes.size()));
    text.resize(static_cast<std::size_t>(size));
    return text;
}

// The first `most` bytes, or fewer, so that no character is cut in two.
std::string_view whole_characters(std::string_view utf8, std::size_t most) {
    if (utf8.size() <= most) return utf8;
    std::size_t end = most;
    while (end > 0 && (static_cast<unsigned char>(utf8[end]) & 0xc0) == 0x80) --end;
    return utf8.substr(0, end > 0 ? end : most);
}

// RFC 2047.
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

// The server that takes it adds when it came.
std::string message(const Mail& mail) {
    std::string text = "From: <" + mail.from + ">\r\nTo: <" + mail.to + ">\r\n" + subject_line(mail.subject) +
                       "Auto-Submitted: auto-generated\r\n"
                       "MIME-Version: 1.0\r\n"
                       "Content-Type: text/plain; charset=utf-8\r\n"
                       "Content-Transfer-Encoding: base64\r\n\r\n";
    for (std::size_t start = 0; start < mail.text.size(); start += kBytesInLine)
        text += to_base64(std::string_view{mail.text}.substr(start, kBytesInLine)) + "\r\n";
    return text;
}

std::size_t read_on(char* to, std::size_t, std::size_t most, void* rest) {
    auto& left = *static_cast<std::string_view*>(rest);
    const std::size_t size = left.copy(to, most);
    left.remove_prefix(size);
    return size;
}

std::string words_for(CURL* easy, CURLcode outcome) {
    switch (static_cast<int>(outcome)) {
        case CURLE_URL_MALFORMAT:
        case CURLE_UNSUPPORTED_PROTOCOL: return "the URL of the mail server is not smtp:// or smtps://";
        case CURLE_COULDNT_RESOLVE_HOST: return "the name of the mail server is unknown";
        case CURLE_COULDNT_CONNECT: return "the mail server cannot be reached";
        case CURLE_OPERATION_TIMEDOUT: return "the mail server did not answer within 20 s";
        case CURLE_LOGIN_DENIED: return "the mail server refused the user name or the password";
        case CURLE_PEER_FAILED_VERIFICATION: return "the certificate of the mail server cannot be trusted";
        case CURLE_SSL_CONNECT_ERROR:
        case CURLE_USE_SSL_FAILED: return "no TLS connection to the mail server could be agreed upon";
        default: break;
    }
    long status = 0;
    curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
    if (status >= 400) return "the mail server refused with " + std::to_string(status);
    return "the mail server broke off";
}

void set_server(CURL* easy, const Secret& server) {
    std::string url{server.reveal()};
    const bool smtps = url.starts_with("smtps:");
    curl_easy_setopt(easy, CURLOPT_URL, url.c_str());
    OPENSSL_cleanse(url.data(), url.size());
    curl_easy_setopt(easy, CURLOPT_USE_SSL, static_cast<long>(smtps ? CURLUSESSL_ALL : CURLUSESSL_TRY));
}

}  // namespace

std::optional<std::string> send_mail(const Secret& server, const Mail& mail) {
    if (!is_address(mail.from)) return "the sender is not an address";
    if (!is_address(mail.to)) return "the recipient is not an address";
    start_curl();
    const CurlEasy easy{curl_easy_init()};
    if (!easy) return "libcurl cannot be used";
    const std::string from = "<" + mail.from + ">";
    std::string to = "<" + mail.to + ">";
    curl_slist recipients{.data = to.data(), .next = nullptr};
    const std::string text = message(mail);
    std::string_view left = text;

    set_server(easy.get(), server);
    curl_easy_setopt(easy.get(), CURLOPT_PROTOCOLS_STR, "smtp,smtps");
    curl_easy_setopt(easy.get(), CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy.get(), CURLOPT_PROXY, "");
    curl_easy_setopt(easy.get(), CURLOPT_NOPROXY, "*");
    curl_easy_setopt(easy.get(), CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
    curl_easy_setopt(easy.get(), CURLOPT_TIMEOUT_MS, kTimeLimitMs);
    curl_easy_setopt(easy.get(), CURLOPT_QUICK_EXIT, 1L);
    curl_easy_setopt(easy.get(), CURLOPT_MAIL_FROM, from.c_str());
    curl_easy_setopt(easy.get(), CURLOPT_MAIL_RCPT, &recipients);
    curl_easy_setopt(easy.get(), CURLOPT_UPLOAD, 1L);
    curl_easy_setopt(easy.get(), CURLOPT_READFUNCTION, read_on);
    curl_easy_setopt(easy.get(), CURLOPT_READDATA, &left);
    const CURLcode outcome = curl_easy_perform(easy.get());
    if (outcome == CURLE_OK) return std::nullopt;
    return words_for(easy.get(), outcome);
}

}  // namespace callboard::webhooks

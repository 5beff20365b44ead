#include "mail/smtp.h"

#include <array>
#include <chrono>
#include <cstddef>
#include <stdexcept>

#include <openssl/crypto.h>

#include "base/network.h"

namespace callboard::mail {
namespace {

constexpr long kPermanent = 500;  // replies from here on (RFC 5321, section 4.2.1)

std::size_t read_next(char* to, std::size_t, std::size_t most, void* rest) {
    auto& left = *static_cast<std::string_view*>(rest);
    const std::size_t size = left.copy(to, most);
    left.remove_prefix(size);
    return size;
}

long status_of(CURL* easy) {
    long status = 0;
    curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
    return status;
}

std::string error_text(CURL* easy, CURLcode outcome) {
    switch (static_cast<int>(outcome)) {
        case CURLE_URL_MALFORMAT:
        case CURLE_UNSUPPORTED_PROTOCOL: return "the URL of the mail server is not smtp:// or smtps://";
        case CURLE_COULDNT_RESOLVE_HOST: return "the host name of the mail server cannot be resolved";
        case CURLE_COULDNT_CONNECT: return "the mail server cannot be reached";
        case CURLE_OPERATION_TIMEDOUT: return "the mail server did not respond in time";
        case CURLE_LOGIN_DENIED: return "the mail server rejected the user name or the password";
        case CURLE_PEER_FAILED_VERIFICATION: return "the certificate of the mail server cannot be trusted";
        case CURLE_SSL_CONNECT_ERROR:
        case CURLE_USE_SSL_FAILED: return "the TLS handshake with the mail server failed";
        default: break;
    }
    if (const long status = status_of(easy); status >= 400)
        return "the mail server responded with " + std::to_string(status);
    return "the mail server closed the connection";
}

std::optional<std::string> part(const CurlUrl& url, CURLUPart which) {
    char* text = nullptr;
    if (curl_url_get(url.get(), which, &text, 0) != CURLUE_OK) return std::nullopt;
    return std::string{CurlText{text}.get()};
}

// Against STARTTLS stripping: an attacker could hide that the server offers TLS, and read passwords and the
// links of mails.
bool needs_tls(const std::string& server) {
    const CurlUrl url{curl_url()};
    if (!url || curl_url_set(url.get(), CURLUPART_URL, server.c_str(), 0) != CURLUE_OK) return true;
    return !is_loopback_host(part(url, CURLUPART_HOST).value_or(""));
}

// Whether the server refused this recipient or this mail for good. Other replies are about the connection or
// the sender, and an operator can change that. `sent_bytes`: it has accepted the recipient and got the mail.
bool is_rejected(CURL* easy, CURLcode outcome, std::string_view message, bool sent_bytes) {
    if (status_of(easy) < kPermanent) return false;
    return message.starts_with("RCPT failed") || (outcome == CURLE_WEIRD_SERVER_REPLY && sent_bytes);
}

}  // namespace

SmtpConnection::SmtpConnection(const MailServer& server)
    : server_(server), easy_((start_curl(), curl_easy_init())) {
    if (!easy_) throw std::runtime_error("libcurl cannot be used");
}

// All options again: those of the last transfer must not stay. The connection does.
void SmtpConnection::set_options() {
    CURL* const easy = easy_.get();
    curl_easy_reset(easy);
    std::string url{server_.url.reveal()};
    curl_easy_setopt(easy, CURLOPT_URL, url.c_str());
    curl_easy_setopt(
        easy, CURLOPT_USE_SSL,
        static_cast<long>(!server_.may_be_plain && needs_tls(url) ? CURLUSESSL_ALL : CURLUSESSL_TRY));
    OPENSSL_cleanse(url.data(), url.size());
    if (server_.ca_file) curl_easy_setopt(easy, CURLOPT_CAINFO, server_.ca_file->c_str());
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
    curl_easy_setopt(easy, CURLOPT_SASL_IR, 1L);  // the password in the same line as AUTH
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_PROXY, "");
    curl_easy_setopt(easy, CURLOPT_NOPROXY, "*");
    curl_easy_setopt(easy, CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
    curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, static_cast<long>(server_.time_limit.count()));
    // libcurl waits for the reply to QUIT beyond the time limit, by default two minutes.
    curl_easy_setopt(easy, CURLOPT_SERVER_RESPONSE_TIMEOUT,
                     static_cast<long>(std::chrono::ceil<std::chrono::seconds>(server_.time_limit).count()));
    curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
}

SmtpOutcome SmtpConnection::send(const Letter& letter) {
    if (!can_be_mailed(letter.from)) return {SmtpResult::failed, "the sender is not a valid e-mail address"};
    if (!can_be_mailed(letter.to))
        return {SmtpResult::rejected, "the recipient is not a valid e-mail address"};
    CURL* const easy = easy_.get();
    const std::string from = "<" + letter.from + ">";
    std::string to = "<" + letter.to + ">";
    curl_slist recipients{.data = to.data(), .next = nullptr};
    const std::string text = mime(letter);
    std::string_view left = text;

    set_options();
    curl_easy_setopt(easy, CURLOPT_MAIL_FROM, from.c_str());
    curl_easy_setopt(easy, CURLOPT_MAIL_RCPT, &recipients);
    curl_easy_setopt(easy, CURLOPT_UPLOAD, 1L);
    curl_easy_setopt(easy, CURLOPT_READFUNCTION, read_next);
    curl_easy_setopt(easy, CURLOPT_READDATA, &left);
    std::array<char, CURL_ERROR_SIZE> message{};
    curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, message.data());
    const CURLcode outcome = curl_easy_perform(easy);
    curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, nullptr);
    if (outcome == CURLE_OK) return {SmtpResult::sent, ""};
    const bool rejected = is_rejected(easy, outcome, message.data(), left.size() < text.size());
    return {rejected ? SmtpResult::rejected : SmtpResult::failed, error_text(easy, outcome)};
}

std::optional<std::string> SmtpConnection::check() {
    set_options();
    curl_easy_setopt(easy_.get(), CURLOPT_CUSTOMREQUEST, "NOOP");
    curl_easy_setopt(easy_.get(), CURLOPT_NOBODY, 1L);
    const CURLcode outcome = curl_easy_perform(easy_.get());
    if (outcome == CURLE_OK) return std::nullopt;
    return error_text(easy_.get(), outcome);
}

}  // namespace callboard::mail

// Checks of Redis, the mail server, the certificates, the listening address and the public URL.
#include <chrono>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "app/doctor_checks.h"
#include "app/exposure.h"
#include "base/clock.h"
#include "base/network.h"
#include "http/certificate.h"
#include "mail/smtp.h"
#include "throttle/redis_probe.h"
#include "webhooks/outgoing/probe.h"
#include "webhooks/outgoing/trust_store.h"

namespace callboard::app {
namespace {

constexpr std::chrono::hours kExpiryWarning{14 * 24};
constexpr int kProbeSeconds = 5;

// The host of a URL: example.com of https://example.com:8443/x, ::1 of http://[::1]/.
std::string host_of(std::string_view url) {
    url.remove_prefix(url.find("://") + 3);
    url = url.substr(0, url.find('/'));
    if (url.starts_with('[')) return std::string{url.substr(1, url.find(']') - 1)};
    return std::string{url.substr(0, url.find(':'))};
}

std::string public_host(const settings::Settings& settings) {
    return settings.public_url ? host_of(*settings.public_url) : settings.listen.host;
}

bool is_any_address(const std::string& host) {
    return host == "0.0.0.0" || host == "::";
}

Check listen_address(const settings::Settings& settings) {
    try {
        require_protection(settings);
        return passed("listen_address", is_loopback_host(settings.listen.host)
                                            ? "only this machine can reach the server"
                                            : "connections from other machines are encrypted");
    } catch (const settings::BadSetting& error) {
        return failed("listen_address", error.what(), "the server does not start until this is fixed");
    }
}

Check redis(const settings::Settings& settings) {
    auto address = throttle::RedisAddress::parse(settings.redis->reveal());
    if (!address)
        return failed("redis", "the address is malformed",
                      "use redis[s]://[[USER]:PASSWORD@]HOST[:PORT][/NUMBER]");
    address->ca_file = settings.redis_ca_file;
    const std::string server = address->server.host + ":" + std::to_string(address->server.port);
    const auto probe = throttle::probe_redis(*address);
    if (!probe.failure.empty())
        return failed("redis", server + ": " + probe.failure,
                      "check --redis and that Redis is running; until then each server counts on its own");
    return passed("redis", server + (probe.version.empty() ? "" : ", Redis " + probe.version));
}

Check mail_server(const mail::MailServer& server, const std::string& from) {
    if (!mail::can_be_mailed(from))
        return failed("smtp", "--smtp-from: '" + from + "' is not a valid e-mail address",
                      "set --smtp-from to an address that the mail server accepts as sender");
    if (const auto failure = mail::SmtpConnection{server}.check())
        return failed("smtp", *failure,
                      "check --smtp-url, and that the mail server accepts connections from this machine; "
                      "until then mails wait");
    return passed("smtp", "the mail server accepts connections");
}

Check webhook_certificates(const std::filesystem::path& file) {
    try {
        webhooks::make_trust_store(file);
        return passed("webhook_ca_file", file.string());
    } catch (const std::runtime_error& error) {
        return failed("webhook_ca_file", error.what(),
                      "set --webhook-ca-file to a PEM file with CA certificates that this user can read");
    }
}

Check certificate(const http::TlsFiles& files, const std::string& host, Timestamp now) {
    const std::string name = "tls_certificate";
    const std::string renew = "renew the certificate, replace the files and send SIGHUP to the server";
    http::CertificateFacts facts;
    try {
        facts = http::certificate_facts(files, host);
    } catch (const std::runtime_error& error) {
        return failed(name, error.what(), "check --tls-cert and --tls-key");
    }
    if (now >= facts.valid_until)
        return failed(name, "the certificate expired at " + to_iso(facts.valid_until), renew);
    if (now < facts.valid_from)
        return failed(name, "the certificate is only valid from " + to_iso(facts.valid_from),
                      "check the clock, or wait");
    if (!facts.is_for_host && !is_any_address(host))
        return warning(name, "the certificate is not valid for " + host,
                       "check --public-url, or use a certificate with this name");
    if (now + kExpiryWarning >= facts.valid_until)
        return warning(name, "the certificate expires at " + to_iso(facts.valid_until), renew);
    return passed(name, "matches its key and is valid until " + to_iso(facts.valid_until));
}

Check public_url(const settings::Settings& settings) {
    const std::string name = "public_url";
    if (!settings.public_url) {
        if (is_any_address(settings.listen.host))
            return warning(name, "links in responses would contain " + settings.listen.host,
                           "set --public-url to the address that clients use");
        return passed(name, "derived from --listen");
    }
    const std::string& url = *settings.public_url;
    const std::string host = host_of(url);
    if (host.empty()) return failed(name, url + " has no host", "set --public-url to https://HOST");
    if (url.starts_with("http://") && settings.tls_cert)
        return warning(name, url + " uses http, but the server uses TLS", "set --public-url to https://…");
    if (url.starts_with("http://") && !is_loopback_host(host))
        return warning(name, url + " uses http: passwords and keys are sent unencrypted",
                       "use https, with --tls-cert and --tls-key or behind a proxy");
    return passed(name, url);
}

// As clients do: with the certificates that the system trusts.
Check public_address(const std::string& url) {
    const std::string name = "public_address";
    const std::string address = url + (url.ends_with('/') ? "healthz" : "/healthz");
    const auto answer = webhooks::probe(address, std::nullopt, kProbeSeconds);
    if (answer.status == 200 && answer.body.contains("\"up\""))
        return passed(name, "a server responds at " + address);
    const std::string reason =
        answer.status == 0 ? answer.failure : "the response has status " + std::to_string(answer.status);
    return warning(name, "no server was found at " + address + ": " + reason,
                   "start the server; if it runs, check DNS, the firewall, the proxy and its certificate");
}

}  // namespace

void check_network(const settings::Settings& settings, std::vector<Check>& checks) {
    if (settings.redis) checks.push_back(redis(settings));
    if (settings.smtp_url)
        checks.push_back(mail_server({.url = *settings.smtp_url,
                                      .ca_file = settings.smtp_ca_file,
                                      .may_be_plain = settings.smtp_allow_plain},
                                     settings.smtp_from));
    if (settings.webhook_ca_file) checks.push_back(webhook_certificates(*settings.webhook_ca_file));
    if (settings.tls_cert && settings.tls_key)
        checks.push_back(certificate({.certificate = *settings.tls_cert, .key = *settings.tls_key},
                                     public_host(settings), SystemClock{}.now()));
    checks.push_back(listen_address(settings));
    checks.push_back(public_url(settings));
    if (settings.public_url && checks.back().state != CheckState::failed)
        checks.push_back(public_address(*settings.public_url));
}

}  // namespace callboard::app

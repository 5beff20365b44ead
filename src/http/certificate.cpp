#include "http/certificate.h"

#include <ctime>

#include <openssl/asn1.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include "http/tls.h"

namespace callboard::http {
namespace {

Timestamp time_of(const ASN1_TIME* time) {
    std::tm parts{};
    if (ASN1_TIME_to_tm(time, &parts) != 1) return {};
    return {static_cast<std::int64_t>(timegm(&parts)) * 1000};
}

}  // namespace

CertificateFacts certificate_facts(const TlsFiles& files, const std::string& host) {
    auto context = make_tls_context(files);
    X509* const certificate = SSL_CTX_get0_certificate(context.native_handle());
    const bool is_named = X509_check_host(certificate, host.c_str(), host.size(), 0, nullptr) == 1 ||
                          X509_check_ip_asc(certificate, host.c_str(), 0) == 1;
    return {.valid_from = time_of(X509_get0_notBefore(certificate)),
            .valid_until = time_of(X509_get0_notAfter(certificate)),
            .is_for_host = is_named};
}

}  // namespace callboard::http

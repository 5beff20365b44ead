#include "support/pki.h"

#include <cstdio>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include "support/temporary_folder.h"

namespace callboard::test {
namespace {

template <auto Free>
struct FreedBy {
    template <class T>
    void operator()(T* pointer) const {
        Free(pointer);
    }
};
using Key = std::unique_ptr<EVP_PKEY, FreedBy<EVP_PKEY_free>>;
using X509Ptr = std::unique_ptr<X509, FreedBy<X509_free>>;
using Extension = std::unique_ptr<X509_EXTENSION, FreedBy<X509_EXTENSION_free>>;
using File = std::unique_ptr<std::FILE, FreedBy<std::fclose>>;

constexpr long kHour = 3600;
constexpr long kDay = 24 * kHour;

struct Authority {
    std::string name;
    Key key;
    X509Ptr cert;
};

struct CertificateRequest {
    std::string name;
    std::string names;  // OpenSSL syntax of subject alternative names; empty: a CA
    long valid_from = -kDay;
    long valid_until = kDay;
};

void extend(X509* cert, X509* issuer, int kind, const std::string& value) {
    X509V3_CTX context{};
    X509V3_set_ctx(&context, issuer, cert, nullptr, nullptr, 0);
    const Extension extension{X509V3_EXT_conf_nid(nullptr, &context, kind, value.c_str())};
    if (!extension || X509_add_ext(cert, extension.get(), -1) != 1)
        throw std::runtime_error("cannot make a certificate");
}

// Signed by the issuer, or self-signed if there is none.
X509Ptr issue(const CertificateRequest& request, EVP_PKEY* key, const Authority* issuer) {
    static long serial = 0;
    X509Ptr cert{X509_new()};
    X509_set_version(cert.get(), X509_VERSION_3);
    ASN1_INTEGER_set(X509_get_serialNumber(cert.get()), ++serial);
    X509_gmtime_adj(X509_getm_notBefore(cert.get()), request.valid_from);
    X509_gmtime_adj(X509_getm_notAfter(cert.get()), request.valid_until);
    X509_set_pubkey(cert.get(), key);
    X509_NAME* const subject = X509_get_subject_name(cert.get());
    X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC,
                               reinterpret_cast<const unsigned char*>(request.name.c_str()), -1, -1, 0);
    X509* const signer = issuer ? issuer->cert.get() : cert.get();
    X509_set_issuer_name(cert.get(), X509_get_subject_name(signer));
    extend(cert.get(), signer, NID_basic_constraints,
           request.names.empty() ? "critical,CA:TRUE" : "critical,CA:FALSE");
    extend(cert.get(), signer, NID_subject_key_identifier, "hash");
    if (!request.names.empty()) extend(cert.get(), signer, NID_subject_alt_name, request.names);
    X509_sign(cert.get(), issuer ? issuer->key.get() : key, EVP_sha256());
    return cert;
}

void write(const std::filesystem::path& path, X509* cert) {
    const File file{std::fopen(path.c_str(), "w")};
    if (!file || PEM_write_X509(file.get(), cert) != 1)
        throw std::runtime_error("cannot write a certificate");
}

void write(const std::filesystem::path& path, EVP_PKEY* key) {
    const File file{std::fopen(path.c_str(), "w")};
    if (!file || PEM_write_PrivateKey(file.get(), key, nullptr, nullptr, 0, nullptr, nullptr) != 1)
        throw std::runtime_error("cannot write a key");
}

class Pki {
  public:
    Pki() : ours_(make_authority("the tests' authority")) { write(ca_file(), ours_.cert.get()); }

    std::filesystem::path ca_file() const { return folder_.path() / "ca.pem"; }

    CertificateFiles files(Certificate certificate) {
        const std::scoped_lock lock{mutex_};
        const auto known = made_.find(certificate);
        return known != made_.end() ? known->second
                                    : made_.emplace(certificate, make(certificate)).first->second;
    }

  private:
    static Authority make_authority(const std::string& name) {
        Authority authority{.name = name, .key = Key{EVP_EC_gen("P-256")}};
        authority.cert = issue({.name = name}, authority.key.get(), nullptr);
        return authority;
    }

    CertificateFiles make(Certificate certificate) {
        const auto stem = folder_.path() / std::to_string(static_cast<int>(certificate));
        const CertificateFiles files{.certificate = stem.string() + ".crt", .key = stem.string() + ".key"};
        const Key key{EVP_EC_gen("P-256")};
        write(files.certificate, make_certificate(certificate, key.get()).get());
        write(files.key, key.get());
        return files;
    }

    X509Ptr make_certificate(Certificate certificate, EVP_PKEY* key) const {
        CertificateRequest request{.name = "localhost", .names = "DNS:localhost,IP:127.0.0.1,IP:::1"};
        switch (certificate) {
            case Certificate::none: throw std::logic_error("plain http has no certificate");
            case Certificate::good: break;
            case Certificate::expired: request.valid_until = -kHour; break;
            case Certificate::not_yet_valid: request.valid_from = kHour; break;
            case Certificate::wrong_name:
                request.name = "elsewhere.test";
                request.names = "DNS:elsewhere.test";
                break;
            case Certificate::self_signed: return issue(request, key, nullptr);
            case Certificate::unknown_authority: {
                const Authority stranger = make_authority("nobody's authority");
                return issue(request, key, &stranger);
            }
        }
        return issue(request, key, &ours_);
    }

    TemporaryFolder folder_;
    Authority ours_;
    std::mutex mutex_;
    std::map<Certificate, CertificateFiles> made_;
};

Pki& pki() {
    static Pki only;
    return only;
}

}  // namespace

CertificateFiles certificate_files(Certificate certificate) {
    return pki().files(certificate);
}

std::filesystem::path ca_file() {
    return pki().ca_file();
}

}  // namespace callboard::test

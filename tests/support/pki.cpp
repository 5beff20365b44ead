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
using Paper = std::unique_ptr<X509, FreedBy<X509_free>>;
using Extension = std::unique_ptr<X509_EXTENSION, FreedBy<X509_EXTENSION_free>>;
using File = std::unique_ptr<std::FILE, FreedBy<std::fclose>>;

constexpr long kHour = 3600;
constexpr long kDay = 24 * kHour;

struct Authority {
    std::string name;
    Key key;
    Paper paper;
};

struct Wish {
    std::string name;
    std::string names;  // OpenSSL syntax of subject alternative names; empty: a CA
    long valid_from = -kDay;
    long valid_until = kDay;
};

void extend(X509* paper, X509* issuer, int kind, const std::string& value) {
    X509V3_CTX context{};
    X509V3_set_ctx(&context, issuer, paper, nullptr, nullptr, 0);
    const Extension extension{X509V3_EXT_conf_nid(nullptr, &context, kind, value.c_str())};
    if (!extension || X509_add_ext(paper, extension.get(), -1) != 1)
        throw std::runtime_error("cannot make a certificate");
}

// Signed by the issuer, or self-signed if there is none.
Paper issue(const Wish& wish, EVP_PKEY* key, const Authority* issuer) {
    static long serial = 0;
    Paper paper{X509_new()};
    X509_set_version(paper.get(), X509_VERSION_3);
    ASN1_INTEGER_set(X509_get_serialNumber(paper.get()), ++serial);
    X509_gmtime_adj(X509_getm_notBefore(paper.get()), wish.valid_from);
    X509_gmtime_adj(X509_getm_notAfter(paper.get()), wish.valid_until);
    X509_set_pubkey(paper.get(), key);
    X509_NAME* const subject = X509_get_subject_name(paper.get());
    X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC,
                               reinterpret_cast<const unsigned char*>(wish.name.c_str()), -1, -1, 0);
    X509* const signer = issuer ? issuer->paper.get() : paper.get();
    X509_set_issuer_name(paper.get(), X509_get_subject_name(signer));
    extend(paper.get(), signer, NID_basic_constraints,
           wish.names.empty() ? "critical,CA:TRUE" : "critical,CA:FALSE");
    extend(paper.get(), signer, NID_subject_key_identifier, "hash");
    if (!wish.names.empty()) extend(paper.get(), signer, NID_subject_alt_name, wish.names);
    X509_sign(paper.get(), issuer ? issuer->key.get() : key, EVP_sha256());
    return paper;
}

void write(const std::filesystem::path& path, X509* paper) {
    const File file{std::fopen(path.c_str(), "w")};
    if (!file || PEM_write_X509(file.get(), paper) != 1)
        throw std::runtime_error("cannot write a certificate");
}

void write(const std::filesystem::path& path, EVP_PKEY* key) {
    const File file{std::fopen(path.c_str(), "w")};
    if (!file || PEM_write_PrivateKey(file.get(), key, nullptr, nullptr, 0, nullptr, nullptr) != 1)
        throw std::runtime_error("cannot write a key");
}

class Pki {
  public:
    Pki() : ours_(make_authority("the tests' authority")) { write(ca_file(), ours_.paper.get()); }

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
        authority.paper = issue({.name = name}, authority.key.get(), nullptr);
        return authority;
    }

    CertificateFiles make(Certificate certificate) {
        const auto stem = folder_.path() / std::to_string(static_cast<int>(certificate));
        const CertificateFiles files{.certificate = stem.string() + ".crt", .key = stem.string() + ".key"};
        const Key key{EVP_EC_gen("P-256")};
        write(files.certificate, make_paper(certificate, key.get()).get());
        write(files.key, key.get());
        return files;
    }

    Paper make_paper(Certificate certificate, EVP_PKEY* key) const {
        Wish wish{.name = "localhost", .names = "DNS:localhost,IP:127.0.0.1,IP:::1"};
        switch (certificate) {
            case Certificate::none: throw std::logic_error("plain http has no certificate");
            case Certificate::good: break;
            case Certificate::expired: wish.valid_until = -kHour; break;
            case Certificate::not_yet_valid: wish.valid_from = kHour; break;
            case Certificate::wrong_name:
                wish.name = "elsewhere.test";
                wish.names = "DNS:elsewhere.test";
                break;
            case Certificate::self_signed: return issue(wish, key, nullptr);
            case Certificate::unknown_authority: {
                const Authority stranger = make_authority("nobody's authority");
                return issue(wish, key, &stranger);
            }
        }
        return issue(wish, key, &ours_);
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

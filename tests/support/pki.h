// Certificates for tests: an authority of our own, and servers' certificates good and bad.
#pragma once

#include <filesystem>

namespace callboard::test {

enum class Certificate {
    none,               // plain http
    good,               // of our authority, for localhost, 127.0.0.1 and ::1
    expired,            // the same, but its time is over
    not_yet_valid,      // the same, but its time has not come
    wrong_name,         // of our authority, for elsewhere.test
    self_signed,        // for localhost and 127.0.0.1, vouched for by nobody
    unknown_authority,  // for localhost and 127.0.0.1, of an authority nobody has heard of
};

struct CertificateFiles {
    std::filesystem::path certificate;
    std::filesystem::path key;
};

// Made when first asked for, and gone with the process.
CertificateFiles certificate_files(Certificate certificate);

// Whoever trusts it trusts the certificates of our authority.
std::filesystem::path ca_file();

}  // namespace callboard::test

// Certificates for tests: a CA, and valid and invalid server certificates.
#pragma once

#include <filesystem>

namespace callboard::test {

enum class Certificate {
    none,               // plain http
    good,               // of our CA, for localhost, 127.0.0.1 and ::1
    expired,            // the same, expired
    not_yet_valid,      // the same, not yet valid
    wrong_name,         // of our CA, for elsewhere.test
    self_signed,        // for localhost and 127.0.0.1
    unknown_authority,  // for localhost and 127.0.0.1, of an untrusted CA
};

struct CertificateFiles {
    std::filesystem::path certificate;
    std::filesystem::path key;
};

// Created on first use and deleted with the process.
CertificateFiles certificate_files(Certificate certificate);

// The certificate of our CA.
std::filesystem::path ca_file();

}  // namespace callboard::test

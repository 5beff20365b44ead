#include "http/tls.h"

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

#include <openssl/ssl.h>

namespace callboard::http {
namespace {

constexpr std::string_view kProtocols{"\x08http/1.1", 9};

int choose_protocol(SSL*, const unsigned char** chosen, unsigned char* length, const unsigned char* offered,
                    unsigned int offered_length, void*) {
    const auto* const ours = reinterpret_cast<const unsigned char*>(kProtocols.data());
    unsigned char* found = nullptr;
    const int result = SSL_select_next_proto(&found, length, ours, static_cast<unsigned>(kProtocols.size()),
                                             offered, offered_length);
    *chosen = found;
    return result == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_ALERT_FATAL;
}

[[noreturn]] void fail(const std::string& what, const std::filesystem::path& file,
                       const std::string& reason) {
    throw std::runtime_error("cannot use the " + what + " " + file.string() + ": " + reason);
}

// Reading another kind, such as a named pipe, could wait forever.
void require_regular(const std::string& what, const std::filesystem::path& file) {
    std::error_code none;
    if (std::filesystem::exists(file, none) && !std::filesystem::is_regular_file(file, none))
        fail(what, file, "not a regular file");
}

}  // namespace

boost::asio::ssl::context make_tls_context(const TlsFiles& files) {
    require_regular("certificate", files.certificate);
    require_regular("private key", files.key);
    namespace ssl = boost::asio::ssl;
    ssl::context context{ssl::context::tls_server};
    SSL_CTX* const native = context.native_handle();
    SSL_CTX_set_min_proto_version(native, TLS1_2_VERSION);
    SSL_CTX_set_options(native,
                        SSL_OP_NO_RENEGOTIATION | SSL_OP_CIPHER_SERVER_PREFERENCE | SSL_OP_NO_COMPRESSION);
    SSL_CTX_set_mode(native, SSL_MODE_RELEASE_BUFFERS);  // idle connections keep no record buffers
    SSL_CTX_set_alpn_select_cb(native, choose_protocol, nullptr);

    boost::system::error_code error;
    context.use_certificate_chain_file(files.certificate.string(), error);
    if (error) fail("certificate", files.certificate, error.message());
    context.use_private_key_file(files.key.string(), ssl::context::pem, error);
    if (error) fail("private key", files.key, error.message());
    if (SSL_CTX_check_private_key(native) != 1)
        fail("private key", files.key, "it does not match the certificate");
    return context;
}

}  // namespace callboard::http

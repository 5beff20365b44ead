#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <sys/socket.h>
#include <sys/time.h>

#include "support/blocking_routes.h"
#include "support/eventually.h"
#include "support/temporary_folder.h"
#include "support/test_server.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;
using test::Connection;
using test::eventually;
using test::request_text;

template <auto Free>
struct Freed {
    template <class T>
    void operator()(T* pointer) const {
        Free(pointer);
    }
};
using Key = std::unique_ptr<EVP_PKEY, Freed<EVP_PKEY_free>>;
using Certificate = std::unique_ptr<X509, Freed<X509_free>>;
using File = std::unique_ptr<std::FILE, Freed<std::fclose>>;

// A key and a self-signed certificate in files.
http::TlsFiles make_tls_files(const std::filesystem::path& folder, const std::string& name) {
    const http::TlsFiles files{.certificate = folder / (name + ".crt"), .key = folder / (name + ".key")};
    const Key key{EVP_EC_gen("P-256")};
    const Certificate certificate{X509_new()};
    X509_set_version(certificate.get(), X509_VERSION_3);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate.get()), 1);
    X509_gmtime_adj(X509_getm_notBefore(certificate.get()), -3600);
    X509_gmtime_adj(X509_getm_notAfter(certificate.get()), 3600);
    X509_set_pubkey(certificate.get(), key.get());
    X509_NAME* const subject = X509_get_subject_name(certificate.get());
    X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC,
                               reinterpret_cast<const unsigned char*>("localhost"), -1, -1, 0);
    X509_set_issuer_name(certificate.get(), subject);
    X509_sign(certificate.get(), key.get(), EVP_sha256());
    const File key_file{std::fopen(files.key.c_str(), "w")};
    PEM_write_PrivateKey(key_file.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr);
    const File certificate_file{std::fopen(files.certificate.c_str(), "w")};
    PEM_write_X509(certificate_file.get(), certificate.get());
    return files;
}

struct ClientOptions {
    int version = 0;             // any
    std::string protocols = "";  // in the format of ALPN: each prefixed by its length
    SSL_SESSION* session = nullptr;
};

// A client with one connection. All operations have a timeout.
class TlsClient {
  public:
    TlsClient(std::uint16_t port, const std::filesystem::path& trusted, const ClientOptions& options = {})
        : connection(port), context_(SSL_CTX_new(TLS_client_method())) {
        const timeval receive_timeout{.tv_sec = test::kLongestWait.count(), .tv_usec = 0};
        setsockopt(connection.native_handle(), SOL_SOCKET, SO_RCVTIMEO, &receive_timeout,
                   sizeof receive_timeout);
        SSL_CTX_load_verify_locations(context_.get(), trusted.c_str(), nullptr);
        SSL_CTX_set_verify(context_.get(), SSL_VERIFY_PEER, nullptr);
        SSL_CTX_set_cipher_list(context_.get(), "ALL:@SECLEVEL=0");  // otherwise old versions are disabled
        SSL_CTX_set_min_proto_version(context_.get(), options.version);
        SSL_CTX_set_max_proto_version(context_.get(), options.version);
        ssl_.reset(SSL_new(context_.get()));
        SSL_set_fd(ssl_.get(), connection.native_handle());
        if (!options.protocols.empty()) {
            SSL_set_alpn_protos(ssl_.get(), reinterpret_cast<const unsigned char*>(options.protocols.data()),
                                static_cast<unsigned>(options.protocols.size()));
        }
        if (options.session) SSL_set_session(ssl_.get(), options.session);
    }

    bool shake_hands() { return SSL_connect(ssl_.get()) == 1; }

    std::string version() const { return SSL_get_version(ssl_.get()); }
    std::string protocol() const {
        const unsigned char* name = nullptr;
        unsigned length = 0;
        SSL_get0_alpn_selected(ssl_.get(), &name, &length);
        return {reinterpret_cast<const char*>(name), length};
    }
    SSL* native() { return ssl_.get(); }

    bool try_send(std::string_view bytes) {
        return SSL_write(ssl_.get(), bytes.data(), static_cast<int>(bytes.size())) ==
               static_cast<int>(bytes.size());
    }
    void send(std::string_view bytes) {
        if (!try_send(bytes)) throw std::runtime_error("the server closed the connection");
    }

    struct Reply {
        int status = 0;
        std::string head;
        std::string body;
    };
    Reply receive() {
        while (!buffer_.contains("\r\n\r\n")) read_more();
        Reply reply;
        const auto head_size = buffer_.find("\r\n\r\n") + 4;
        reply.head = buffer_.substr(0, head_size);
        reply.status = std::stoi(reply.head.substr(9, 3));
        const std::string name = "Content-Length: ";
        const auto at = reply.head.find(name);
        const std::size_t length =
            at == std::string::npos ? 0 : std::stoul(reply.head.substr(at + name.size()));
        while (buffer_.size() < head_size + length) read_more();
        reply.body = buffer_.substr(head_size, length);
        buffer_.erase(0, head_size + length);
        return reply;
    }

    // Whether the server sent close_notify. Without it a client cannot distinguish the end from a truncation.
    bool receives_close_notify() {
        std::array<char, 4096> bytes{};
        int received = 0;
        while ((received = SSL_read(ssl_.get(), bytes.data(), bytes.size())) > 0) {
        }
        return SSL_get_error(ssl_.get(), received) == SSL_ERROR_ZERO_RETURN;
    }
    void shut_down_tls() { SSL_shutdown(ssl_.get()); }

    Connection connection;

  private:
    void read_more() {
        std::array<char, 65536> bytes{};
        const int received = SSL_read(ssl_.get(), bytes.data(), bytes.size());
        if (received <= 0) throw std::runtime_error("the connection ended within a response");
        buffer_.append(bytes.data(), static_cast<std::size_t>(received));
    }

    std::unique_ptr<SSL_CTX, Freed<SSL_CTX_free>> context_;
    std::unique_ptr<SSL, Freed<SSL_free>> ssl_;
    std::string buffer_;
};

constexpr std::size_t kMiB = std::size_t{1024} * 1024;

std::atomic<bool> work_begun = false;
std::atomic<bool> work_may_end = false;

struct Done {
    std::string status;
    static constexpr auto shape() { return wire::fields(wire::field("status", &Done::status)); }
};

Done wait_writing(db::Tx&, const edge::Call<>&) {
    work_begun = true;
    work_begun.notify_all();
    work_may_end.wait(false);
    return {"done"};
}

edge::Page echo(const edge::Services&, const http::Request& request) {
    return {.content_type = "text/plain", .body = request.body};
}

edge::Page large(const edge::Services&, const http::Request&) {
    std::string body(16 * kMiB, '\0');
    for (std::size_t i = 0; i < body.size(); ++i) body[i] = static_cast<char>('a' + i / 1000 % 26);
    return {.content_type = "text/plain", .body = std::move(body)};
}

std::vector<edge::Route> test_rows() {
    using enum http::Method;
    const auto row = [](http::Method method, std::string_view path, std::string_view operation) {
        return edge::Columns{method, path, operation, "", edge::anybody(), {}, 200};
    };
    return {edge::route(row(post, "/test/wait", "waitWriting"), wait_writing),
            edge::page(row(post, "/test/echo", "echo"), "text/plain", echo).with_body_limit(edge::kMaxBody),
            edge::page(row(get, "/test/large", "large"), "text/plain", large)};
}

class HttpTls : public testing::Test {
  protected:
    HttpTls() { work_begun = work_may_end = false; }
    ~HttpTls() override {
        work_may_end = true;
        work_may_end.notify_all();
    }

    TlsClient client(const ClientOptions& options = {}) {
        return TlsClient{server.port(), files.certificate, options};
    }
    void expect_served() {
        TlsClient each = client();
        ASSERT_TRUE(each.shake_hands());
        each.send(request_text("GET", "/healthz"));
        EXPECT_EQ(each.receive().status, 200);
    }

    const test::TemporaryFolder folder;
    const http::TlsFiles files = make_tls_files(folder.path(), "server");
    test::TestServer server{{.extra_routes = test_rows(), .tls = files}};
};

TEST_F(HttpTls, SpeaksTheTwoGoodVersions) {
    for (const int version : {TLS1_2_VERSION, TLS1_3_VERSION}) {
        TlsClient each = client({.version = version});

        ASSERT_TRUE(each.shake_hands());
        each.send(request_text("GET", "/healthz"));

        EXPECT_EQ(each.version(), version == TLS1_2_VERSION ? "TLSv1.2" : "TLSv1.3");
        EXPECT_EQ(each.receive().body, R"({"status":"up"})");
    }
}

TEST_F(HttpTls, DoesNotSpeakTheOldOnes) {
    for (const int version : {TLS1_VERSION, TLS1_1_VERSION}) {
        TlsClient each = client({.version = version});
        ERR_clear_error();

        EXPECT_FALSE(each.shake_hands());

        EXPECT_EQ(ERR_GET_REASON(ERR_peek_last_error()), SSL_R_TLSV1_ALERT_PROTOCOL_VERSION);
    }
    expect_served();
}

TEST_F(HttpTls, ChoosesHttp11) {
    TlsClient both = client({.protocols = "\x02h2\x08http/1.1"});
    TlsClient one = client({.protocols = "\x08http/1.1"});
    TlsClient none = client();

    for (TlsClient* each : {&both, &one, &none}) {
        ASSERT_TRUE(each->shake_hands());
        each->send(request_text("GET", "/healthz"));
        EXPECT_EQ(each->receive().status, 200);
    }
    EXPECT_EQ(both.protocol(), "http/1.1");
    EXPECT_EQ(one.protocol(), "http/1.1");
    EXPECT_EQ(none.protocol(), "");
}

TEST_F(HttpTls, RefusesAClientThatOnlySpeaksHttp2) {
    TlsClient each = client({.protocols = "\x02h2"});
    ERR_clear_error();

    EXPECT_FALSE(each.shake_hands());

    EXPECT_EQ(ERR_GET_REASON(ERR_peek_last_error()), SSL_R_TLSV1_ALERT_NO_APPLICATION_PROTOCOL);
    expect_served();
}

TEST_F(HttpTls, KeepsTheConnection) {
    TlsClient each = client();
    ASSERT_TRUE(each.shake_hands());

    for (int i = 0; i < 200; ++i) {
        each.send(request_text("POST", "/test/echo", {}, std::to_string(i)));
        ASSERT_EQ(each.receive().body, std::to_string(i));
    }
}

TEST_F(HttpTls, AnswersPipelinedRequestsInTheirOrder) {
    TlsClient each = client();
    ASSERT_TRUE(each.shake_hands());
    std::string all;
    for (int i = 0; i < 200; ++i) all += request_text("POST", "/test/echo", {}, std::to_string(i));

    each.send(all);

    for (int i = 0; i < 200; ++i) ASSERT_EQ(each.receive().body, std::to_string(i));
}

TEST_F(HttpTls, UnderstandsRequestsInRecordsOfOneByte) {
    TlsClient each = client();
    ASSERT_TRUE(each.shake_hands());

    for (const char byte : request_text("POST", "/test/echo", {}, "drop by drop")) each.send({&byte, 1});

    EXPECT_EQ(each.receive().body, "drop by drop");
}

TEST_F(HttpTls, TakesALargeBody) {
    TlsClient each = client();
    ASSERT_TRUE(each.shake_hands());
    const std::string body(kMiB, 'x');

    each.send(request_text("POST", "/test/echo", {}, body));

    EXPECT_TRUE(each.receive().body == body);
}

TEST_F(HttpTls, SendsALargeAnswer) {
    for (const int version : {TLS1_2_VERSION, TLS1_3_VERSION}) {
        TlsClient each = client({.version = version});
        ASSERT_TRUE(each.shake_hands());

        each.send(request_text("GET", "/test/large") + request_text("GET", "/healthz"));

        const std::string body = each.receive().body;
        ASSERT_EQ(body.size(), 16 * kMiB);
        for (std::size_t i = 0; i < body.size(); i += 997)
            ASSERT_EQ(body[i], static_cast<char>('a' + i / 1000 % 26));
        EXPECT_EQ(each.receive().status, 200);
    }
}

TEST_F(HttpTls, ServesAClientThatComesBack) {
    for (const int version : {TLS1_2_VERSION, TLS1_3_VERSION}) {
        TlsClient first = client({.version = version});
        ASSERT_TRUE(first.shake_hands());
        first.send(request_text("GET", "/healthz"));
        EXPECT_EQ(first.receive().status, 200);
        const std::unique_ptr<SSL_SESSION, Freed<SSL_SESSION_free>> session{SSL_get1_session(first.native())};

        TlsClient second = client({.version = version, .session = session.get()});

        ASSERT_TRUE(second.shake_hands());
        EXPECT_EQ(SSL_session_reused(second.native()), 1);
        second.send(request_text("GET", "/healthz"));
        EXPECT_EQ(second.receive().status, 200);
    }
}

TEST_F(HttpTls, TellsTheEndOfAConnectionThatIsToBeClosed) {
    TlsClient each = client();
    ASSERT_TRUE(each.shake_hands());

    each.send(request_text("GET", "/healthz", {{"Connection", "close"}}));

    EXPECT_EQ(each.receive().status, 200);
    EXPECT_TRUE(each.receives_close_notify());
}

TEST_F(HttpTls, TellsTheEndAlsoToARefusedClient) {
    TlsClient each = client();
    ASSERT_TRUE(each.shake_hands());

    each.send("GET /healthz HTTP/1.1\r\nHost : test\r\n\r\n");

    EXPECT_EQ(each.receive().status, 400);
    EXPECT_TRUE(each.receives_close_notify());
}

TEST_F(HttpTls, LetsAClientThatKeepsSendingReadWhyItWasRefused) {
    TlsClient each = client();
    ASSERT_TRUE(each.shake_hands());
    const std::string piece(16'000, 'x');
    each.send("POST /test/echo HTTP/1.1\r\nHost: test\r\nContent-Length: 52428800\r\n\r\n");

    for (int i = 0; i < 60 && each.try_send(piece); ++i) {
    }

    EXPECT_EQ(each.receive().status, 413);
}

TEST_F(HttpTls, ClosesWhoSpeaksPlainHttp) {
    Connection plain = server.connect();

    plain.send(request_text("GET", "/healthz"));

    EXPECT_EQ(plain.receive_rest().find("HTTP/1.1 200"), std::string::npos);
    EXPECT_TRUE(plain.closed_by_server());
    expect_served();
}

TEST_F(HttpTls, ClosesWhoSpeaksNothingKnown) {
    Connection noise = server.connect();
    Connection cut = server.connect();

    noise.send("\x16\x03\x01\x02\x05\x01 and then nonsense");
    noise.send(std::string(1000, '\x17'));
    cut.send("\x16\x03\x01\x02");
    cut.reset();

    EXPECT_TRUE(noise.closed_by_server());
    expect_served();
}

TEST_F(HttpTls, ClosesWhoDoesNotFinishTheHandshake) {
    Connection silent = server.connect();
    Connection slow = server.connect();
    slow.send("\x16\x03\x01");
    expect_served();

    server.stopwatch.advance(10s);

    EXPECT_TRUE(silent.closed_by_server());
    EXPECT_TRUE(slow.closed_by_server());
}

TEST_F(HttpTls, AnswersAHeadThatComesTooSlowly) {
    TlsClient each = client();
    ASSERT_TRUE(each.shake_hands());
    each.send("GET /healthz HT");
    expect_served();

    server.stopwatch.advance(10s);

    EXPECT_EQ(each.receive().status, 408);
}

TEST_F(HttpTls, AnswersWorkThatOverrunsAndTellsTheEnd) {
    TlsClient each = client();
    ASSERT_TRUE(each.shake_hands());
    each.send(request_text("POST", "/test/wait"));
    work_begun.wait(false);

    server.stopwatch.advance(129s);

    EXPECT_EQ(each.receive().status, 503);
    EXPECT_TRUE(each.receives_close_notify());
}

TEST_F(HttpTls, SurvivesClientsThatLeaveAtAnyMoment) {
    for (int i = 0; i < 24; ++i) {
        TlsClient each = client();
        if (i % 6 > 0) ASSERT_TRUE(each.shake_hands());
        if (i % 6 > 1) each.send(std::string{"GET /test/large HTTP/1.1\r\nHost: test\r\n"});
        if (i % 6 > 2) each.send("\r\n");
        if (i % 6 > 3)
            EXPECT_GT(recv(each.connection.native_handle(), std::array<char, 100>{}.data(), 100, 0), 0);
        if (i % 6 > 4) each.shut_down_tls();
        each.connection.reset();
    }
    expect_served();
    EXPECT_TRUE(eventually(
        [&] { return ("\n" + server.db.metrics.page()).contains("\ncallboard_http_connections 0\n"); }));
}

TEST_F(HttpTls, StopsWithIdleClients) {
    TlsClient idle = client();
    ASSERT_TRUE(idle.shake_hands());
    idle.send(request_text("GET", "/healthz"));
    EXPECT_EQ(idle.receive().status, 200);
    auto stopping = std::async(std::launch::async, [this] { return server.stop(test::kLongestWait); });

    EXPECT_TRUE(idle.receives_close_notify());
    idle.shut_down_tls();
    idle.connection.close_sending();

    EXPECT_TRUE(stopping.get());
}

TEST_F(HttpTls, StopsWithIdleClientsThatDoNotListen) {
    TlsClient idle = client();
    ASSERT_TRUE(idle.shake_hands());
    idle.send(request_text("GET", "/healthz"));
    EXPECT_EQ(idle.receive().status, 200);
    auto stopping = std::async(std::launch::async, [this] { return server.stop(test::kLongestWait); });
    EXPECT_TRUE(idle.receives_close_notify());

    server.stopwatch.advance(2s);

    EXPECT_TRUE(stopping.get());
}

TEST(HttpTlsFiles, ThatCannotBeUsedAreNamed) {
    const test::TemporaryFolder folder;
    const http::TlsFiles good = make_tls_files(folder.path(), "good");
    const http::TlsFiles other = make_tls_files(folder.path(), "other");
    const std::filesystem::path nonsense = folder.path() / "nonsense.pem";
    std::ofstream{nonsense} << "-----BEGIN NONSENSE-----\n";
    const std::filesystem::path missing = folder.path() / "missing.pem";

    struct Case {
        std::filesystem::path certificate;
        std::filesystem::path key;
        std::filesystem::path named;
    };
    for (const Case& each :
         {Case{good.certificate, other.key, other.key}, Case{good.certificate, nonsense, nonsense},
          Case{good.certificate, missing, missing}, Case{nonsense, good.key, nonsense},
          Case{missing, good.key, missing}, Case{good.key, good.key, good.key},
          Case{good.certificate, good.certificate, good.certificate}}) {
        try {
            const test::TestServer server{{.tls = http::TlsFiles{each.certificate, each.key}}};
            ADD_FAILURE() << each.certificate << " and " << each.key << " were used";
        } catch (const std::runtime_error& error) {
            EXPECT_THAT(error.what(), testing::HasSubstr(each.named.string()));
        }
    }
}

}  // namespace
}  // namespace callboard

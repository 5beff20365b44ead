#include "webhooks/outgoing/transfer.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <utility>

#include <netinet/in.h>
#include <openssl/ssl.h>
#include <openssl/x509_vfy.h>
#include <sys/socket.h>

#include "base/ascii.h"

namespace callboard::webhooks {
namespace {

constexpr std::size_t kLongestHead = std::size_t{64} * 1024;
constexpr std::size_t kLongestBody = std::size_t{64} * 1024;
constexpr long kSecondsKept = 60;  // of DNS entries and connections, so that names are resolved again soon

constexpr std::string_view kNotHttp = "the response is not valid HTTP";
constexpr std::string_view kClosedWithoutAnswer = "the connection was closed without a response";
constexpr std::string_view kClosedBefore = "the connection was closed before the response was complete";

constexpr std::string_view kBlanks = " \t\r\n";

bool has(const HeaderList& headers, std::string_view name) {
    return std::ranges::any_of(headers, [&](const auto& header) { return same_name(header.first, name); });
}

// Refuses line breaks, against header injection.
bool can_be_sent(const HeaderList& headers) {
    constexpr std::string_view kNotInValues{"\r\n\0", 3};
    constexpr std::string_view kNotInNames{"\r\n\0:; \t", 7};
    return std::ranges::all_of(headers, [&](const auto& header) {
        return !header.first.empty() && header.first.find_first_of(kNotInNames) == std::string::npos &&
               header.second.find_first_of(kNotInValues) == std::string::npos;
    });
}

std::string words_for_time(std::chrono::milliseconds limit) {
    const auto count = limit.count();
    return count % 1000 == 0 ? std::to_string(count / 1000) + " s" : std::to_string(count) + " ms";
}

std::string words_for_certificate(long verification) {
    switch (verification) {
        case X509_V_OK:  // the certificate is valid, but libcurl did not find the host name in it
        case X509_V_ERR_UNSPECIFIED: return "the certificate is for another name";
        case X509_V_ERR_CERT_HAS_EXPIRED: return "the certificate has expired";
        case X509_V_ERR_CERT_NOT_YET_VALID: return "the certificate is not valid yet";
        case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT: return "the certificate is self-signed";
        case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
        case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
        case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
        case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
            return "the certificate is from an unknown authority";
        default:
            return std::string{"the certificate cannot be trusted: "} +
                   X509_verify_cert_error_string(verification);
    }
}

std::string words_for_connecting(long error) {
    switch (error) {
        case ECONNREFUSED: return "the connection was refused";
        case ENETUNREACH:
        case EHOSTUNREACH: return "the host is unreachable";
        default: return "the connection failed";
    }
}

std::optional<IpAddress> address_in(const curl_sockaddr& dialled) {
    const auto* const from = reinterpret_cast<const unsigned char*>(&dialled.addr);
    if (dialled.family == AF_INET) {
        std::array<std::uint8_t, 4> bytes{};
        std::memcpy(bytes.data(), from + offsetof(sockaddr_in, sin_addr), bytes.size());
        return IpAddress::v4(bytes);
    }
    if (dialled.family == AF_INET6) {
        std::array<std::uint8_t, 16> bytes{};
        std::memcpy(bytes.data(), from + offsetof(sockaddr_in6, sin6_addr), bytes.size());
        return IpAddress::v6(bytes);
    }
    return std::nullopt;
}

CURLcode trust(CURL*, void* context, void* store) {
    SSL_CTX_set1_cert_store(static_cast<SSL_CTX*>(context), static_cast<X509_STORE*>(store));
    return CURLE_OK;
}

}  // namespace

Transfer::Transfer(TransferResources& resources) : resources_(resources), easy_(curl_easy_init()) {
    if (!easy_) throw std::bad_alloc{};
    set_up();
}

Transfer& Transfer::of(CURL* easy) {
    Transfer* transfer = nullptr;
    curl_easy_getinfo(easy, CURLINFO_PRIVATE, &transfer);
    return *transfer;
}

// Options that are the same for all requests.
void Transfer::set_up() {
    CURL* const easy = easy_.get();
    curl_easy_setopt(easy, CURLOPT_PRIVATE, this);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
    curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(easy, CURLOPT_PROXY, "");
    curl_easy_setopt(easy, CURLOPT_NOPROXY, "*");
    curl_easy_setopt(easy, CURLOPT_DISALLOW_USERNAME_IN_URL, 1L);
    curl_easy_setopt(easy, CURLOPT_TCP_NODELAY, 1L);
    curl_easy_setopt(easy, CURLOPT_DNS_CACHE_TIMEOUT, kSecondsKept);
    curl_easy_setopt(easy, CURLOPT_MAXLIFETIME_CONN, kSecondsKept);
    // Without it, cancelling the lookup of an unresponsive name server would block the loop.
    curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);

    curl_easy_setopt(easy, CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
    curl_easy_setopt(easy, CURLOPT_SSL_VERIFYPEER, 1L);
    curl_easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, 2L);
    curl_easy_setopt(easy, CURLOPT_CAINFO, nullptr);  // loads no CA file for each connection; see trust()
    curl_easy_setopt(easy, CURLOPT_CAPATH, nullptr);
    curl_easy_setopt(easy, CURLOPT_SSL_CTX_FUNCTION, trust);
    curl_easy_setopt(easy, CURLOPT_SSL_CTX_DATA, resources_.trusted);
    curl_easy_setopt(easy, CURLOPT_SHARE, resources_.sessions);

    curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, this);
    curl_easy_setopt(
        easy, CURLOPT_OPENSOCKETFUNCTION,
        +[](void* self, curlsocktype, curl_sockaddr* address) -> curl_socket_t {
            return static_cast<Transfer*>(self)->dial(*address);
        });
    curl_easy_setopt(easy, CURLOPT_PREREQDATA, this);
    curl_easy_setopt(
        easy, CURLOPT_PREREQFUNCTION, +[](void* self, char* remote, char*, int, int) -> int {
            auto& transfer = *static_cast<Transfer*>(self);
            const bool may_go = transfer.may_use(remote) && !transfer.was_sent_before();
            return may_go ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT;
        });
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, this);
    curl_easy_setopt(
        easy, CURLOPT_HEADERFUNCTION,
        +[](char* bytes, std::size_t, std::size_t size, void* self) -> std::size_t {
            return static_cast<Transfer*>(self)->take_header({bytes, size}) ? size : 0;
        });
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, this);
    curl_easy_setopt(
        easy, CURLOPT_WRITEFUNCTION,
        +[](char* bytes, std::size_t, std::size_t size, void* self) -> std::size_t {
            return static_cast<Transfer*>(self)->take_body({bytes, size}) ? size : 0;
        });
}

bool Transfer::start(OutgoingRequest request, Sender::Done done) {
    in_flight_ = true;
    request_ = std::move(request);
    done_ = std::move(done);
    result_ = {};
    head_size_ = 0;
    head_complete_ = body_too_long_ = dialled_ = refused_ = false;
    abort_reason_ = {};

    // Checked again: the rules may have changed since the URL was accepted.
    if (const auto why = resources_.guard.fault_of_url(request_.url)) {
        give_up(CallFailure::address_refused, *why);
        return false;
    }
    if (!can_be_sent(request_.headers)) {
        give_up(CallFailure::broken, "a header cannot be sent");
        return false;
    }
    CURL* const easy = easy_.get();
    set_headers();
    curl_easy_setopt(easy, CURLOPT_URL, request_.url.c_str());
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, header_list_.data());
    if (request_.method == OutgoingMethod::get) {
        curl_easy_setopt(easy, CURLOPT_HTTPGET, 1L);
    } else {
        curl_easy_setopt(easy, CURLOPT_POST, 1L);
        curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request_.body.size()));
        curl_easy_setopt(easy, CURLOPT_POSTFIELDS, request_.body.c_str());
    }
    curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS,
                     static_cast<long>(std::max<std::int64_t>(1, request_.time_limit.count())));
    return true;
}

// libcurl does not copy the list, so it is built in memory that is reused.
void Transfer::set_headers() {
    header_text_.clear();
    header_places_.clear();
    const auto add = [&](std::initializer_list<std::string_view> parts) {
        header_places_.push_back(header_text_.size());
        for (const auto part : parts) header_text_ += part;
        header_text_ += '\0';
    };
    for (const auto& [name, value] : request_.headers) {
        if (trimmed(value, kBlanks).empty()) {
            add({name, ";"});  // libcurl's syntax for a header without value
        } else {
            add({name, ": ", value});
        }
    }
    for (const std::string_view default_header : {"Expect", "Accept", "Content-Type"}) {
        if (!has(request_.headers, default_header))
            add({default_header, ":"});  // keeps libcurl from adding it
    }
    header_list_.resize(header_places_.size());
    for (std::size_t i = 0; i < header_list_.size(); ++i) {
        header_list_[i].data = header_text_.data() + header_places_[i];
        header_list_[i].next = i + 1 < header_list_.size() ? &header_list_[i + 1] : nullptr;
    }
}

curl_socket_t Transfer::dial(const curl_sockaddr& address) {
    const auto ip = address_in(address);
    if (!ip || !resources_.guard.may_dial(*ip, request_.url)) {
        refused_ = true;
        return CURL_SOCKET_BAD;
    }
    if (!resources_.guard.may_dial(*ip, "")) resources_.exempt.push_back(*ip);
    dialled_ = true;
    return socket(address.family, address.socktype | SOCK_CLOEXEC, address.protocol);
}

// A reused connection was checked when it was made, but possibly with the exemption of the sandbox inbox.
bool Transfer::may_use(std::string_view connected_to) const {
    if (resources_.exempt.empty()) return true;
    const auto ip = IpAddress::parse(connected_to);
    return ip && (std::ranges::find(resources_.exempt, *ip) == resources_.exempt.end() ||
                  resources_.guard.may_dial(*ip, request_.url));
}

// libcurl would repeat a request if a reused connection is closed without a response. The receiver may have
// processed it, so retries are left to the delivery schedule.
bool Transfer::was_sent_before() {
    long bytes = 0;
    curl_easy_getinfo(easy_.get(), CURLINFO_REQUEST_SIZE, &bytes);
    if (bytes > 0) abort_reason_ = kClosedWithoutAnswer;
    return bytes > 0;
}

bool Transfer::take_header(std::string_view line) {
    head_size_ += line.size();
    if (head_size_ > kLongestHead) {
        abort_reason_ = "the response headers exceed 64 KiB";
        return false;
    }
    if (line.starts_with("HTTP/")) {  // also after an interim response (1xx)
        result_.headers.clear();
        head_complete_ = false;
        if (!line.starts_with("HTTP/1.")) abort_reason_ = kNotHttp;
        return abort_reason_.empty();
    }
    if (head_complete_) return true;  // a trailer
    if (trimmed(line, kBlanks).empty()) {
        head_complete_ = true;
        long status = 0;
        curl_easy_getinfo(easy_.get(), CURLINFO_RESPONSE_CODE, &status);
        if (status == 101) abort_reason_ = "the response switches to another protocol";
        return status != 101;
    }
    const auto colon = line.find(':');
    if (colon == std::string_view::npos || line.starts_with(' ') || line.starts_with('\t')) return true;
    result_.headers.emplace_back(lowered(trimmed(line.substr(0, colon), kBlanks)),
                                 trimmed(line.substr(colon + 1), kBlanks));
    return true;
}

bool Transfer::take_body(std::string_view bytes) {
    const std::size_t room = kLongestBody - result_.body.size();
    result_.body += bytes.substr(0, room);
    body_too_long_ = bytes.size() > room;
    return !body_too_long_;
}

bool Transfer::body_was_cut(CURLcode outcome) const {
    return outcome == CURLE_WRITE_ERROR && body_too_long_;
}

void Transfer::finish(CURLcode outcome) {
    if (outcome == CURLE_OK || body_was_cut(outcome)) {
        result_.is_cut = body_too_long_;
        read_answer();
    } else {
        explain(outcome);
    }
    const std::chrono::microseconds total = time_of(CURLINFO_TOTAL_TIME_T);
    result_.took = std::chrono::duration_cast<std::chrono::milliseconds>(total);
    result_.times = times(total);
    const char* ip = nullptr;
    curl_easy_getinfo(easy_.get(), CURLINFO_PRIMARY_IP, &ip);
    if (ip) result_.address = IpAddress::parse(ip);
    report();
}

// Since the beginning of the request; 0: it did not get there.
std::chrono::microseconds Transfer::time_of(CURLINFO what) const {
    curl_off_t microseconds = 0;
    curl_easy_getinfo(easy_.get(), what, &microseconds);
    return std::chrono::microseconds{microseconds};
}

CallTimes Transfer::times(std::chrono::microseconds total) const {
    using std::chrono::microseconds;
    const microseconds resolved = time_of(CURLINFO_NAMELOOKUP_TIME_T);
    const microseconds connected = time_of(CURLINFO_CONNECT_TIME_T);
    const microseconds secured = time_of(CURLINFO_APPCONNECT_TIME_T);
    const microseconds ready = time_of(CURLINFO_PRETRANSFER_TIME_T);
    const microseconds answered = time_of(CURLINFO_STARTTRANSFER_TIME_T);

    microseconds before{};
    const auto part = [&](microseconds end, bool went_on) {
        if (end == microseconds{}) end = went_on ? before : total;
        const microseconds began = std::exchange(before, std::max(before, end));
        return before - began;
    };
    // If the handshake fails, libcurl does not tell when it began.
    const bool is_connected = secured + ready > microseconds{} || result_.failure == CallFailure::tls;
    CallTimes parts;
    parts.name = part(resolved, is_connected || connected > microseconds{});
    parts.connect = part(connected, is_connected);
    parts.tls = part(secured, ready > microseconds{} || !request_.url.starts_with("https:"));
    parts.wait = part(answered, false);
    return parts;
}

void Transfer::give_up(CallFailure failure, std::string reason) {
    fail(failure, std::move(reason));
    report();
}

void Transfer::read_answer() {
    long status = 0;
    curl_easy_getinfo(easy_.get(), CURLINFO_RESPONSE_CODE, &status);
    if (status < 200) return fail(CallFailure::broken, std::string{kClosedWithoutAnswer});
    if (!head_complete_) return fail(CallFailure::broken, std::string{kClosedBefore});
    result_.status = static_cast<int>(status);
}

void Transfer::explain(CURLcode outcome) {
    using enum CallFailure;
    if (!abort_reason_.empty()) return fail(broken, std::string{abort_reason_});
    long number = 0;
    switch (static_cast<int>(outcome)) {  // the codes of libcurl with a useful message
        case CURLE_COULDNT_RESOLVE_HOST: return fail(name_unknown, "the host name cannot be resolved");
        case CURLE_COULDNT_CONNECT:
            if (refused_ && !dialled_) return fail(address_refused, "it points to a private address");
            curl_easy_getinfo(easy_.get(), CURLINFO_OS_ERRNO, &number);
            return fail(connect, words_for_connecting(number));
        case CURLE_ABORTED_BY_CALLBACK: return fail(address_refused, "it points to a private address");
        case CURLE_OPERATION_TIMEDOUT:
            return fail(timed_out, "no response within " + words_for_time(request_.time_limit));
        case CURLE_PEER_FAILED_VERIFICATION:
            curl_easy_getinfo(easy_.get(), CURLINFO_SSL_VERIFYRESULT, &number);
            return fail(tls, words_for_certificate(number));
        case CURLE_SSL_CONNECT_ERROR:
        case CURLE_SSL_CIPHER:
        case CURLE_SSL_ENGINE_INITFAILED:
        case CURLE_SSL_CERTPROBLEM: return fail(tls, "the TLS handshake failed");
        case CURLE_URL_MALFORMAT: return fail(address_refused, "this URL is not allowed");
        case CURLE_UNSUPPORTED_PROTOCOL:  // a response without status line
        case CURLE_WEIRD_SERVER_REPLY: return fail(broken, std::string{kNotHttp});
        case CURLE_GOT_NOTHING: return fail(broken, std::string{kClosedWithoutAnswer});
        case CURLE_PARTIAL_FILE: return fail(broken, std::string{kClosedBefore});
        case CURLE_SEND_ERROR:
        case CURLE_RECV_ERROR: return fail(broken, "the connection was reset");
        default: return fail(broken, "the response cannot be read");
    }
}

void Transfer::fail(CallFailure failure, std::string reason) {
    result_.failure = failure;
    result_.reason = std::move(reason);
    result_.status = 0;
    result_.headers.clear();
    result_.body.clear();
}

// The callback may start the next request in this transfer.
void Transfer::report() {
    in_flight_ = false;
    auto done = std::exchange(done_, nullptr);
    done(std::exchange(result_, {}));
}

}  // namespace callboard::webhooks

// A request in progress with its libcurl handle. Transfers are reused, because most options of a handle stay
// the same. Used on the sender's thread only.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <openssl/x509.h>

#include "base/curl.h"
#include "webhooks/outgoing/sender.h"

namespace callboard::webhooks {

// Shared by all transfers.
struct TransferResources {
    AddressGuard guard;
    X509_STORE* trusted;
    CURLSH* sessions;               // TLS session cache
    std::vector<IpAddress> exempt;  // addresses that only requests to the sandbox inbox may use
};

class Transfer {
  public:
    explicit Transfer(TransferResources& resources);

    Transfer(const Transfer&) = delete;
    Transfer& operator=(const Transfer&) = delete;

    static Transfer& of(CURL* easy);
    CURL* easy() const { return easy_.get(); }
    bool in_flight() const { return in_flight_; }

    // Returns false if it cannot be sent; `done` was then called.
    bool start(OutgoingRequest request, Sender::Done done);

    // Calls `done` with the result. `outcome` is libcurl's.
    void finish(CURLcode outcome);
    void give_up(CallFailure failure, std::string reason);

  private:
    void set_up();
    void set_headers();
    bool body_was_cut(CURLcode outcome) const;
    std::chrono::microseconds time_of(CURLINFO what) const;
    CallTimes times(std::chrono::microseconds total) const;
    void read_answer();
    void explain(CURLcode outcome);
    void fail(CallFailure failure, std::string reason);
    void report();

    bool take_header(std::string_view line);
    bool take_body(std::string_view bytes);
    curl_socket_t dial(const curl_sockaddr& address);
    bool may_use(std::string_view connected_to) const;
    bool was_sent_before();

    TransferResources& resources_;
    CurlEasy easy_;
    bool in_flight_ = false;

    OutgoingRequest request_;
    Sender::Done done_;
    std::string header_text_;  // NUL-terminated, one after the other
    std::vector<std::size_t> header_places_;
    std::vector<curl_slist> header_list_;

    OutgoingResult result_;
    std::size_t head_size_ = 0;  // of all headers, interim responses and trailers
    bool head_complete_ = false;
    bool body_too_long_ = false;
    bool dialled_ = false;
    bool refused_ = false;
    std::string_view abort_reason_;  // why we aborted it
};

}  // namespace callboard::webhooks

// One request on its way, and the libcurl handle that carries it. A transfer is used again and again: most of
// a handle stays as it was set. Everything happens on the sender's thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <openssl/x509.h>

#include "webhooks/outgoing/curl.h"
#include "webhooks/outgoing/sender.h"

namespace callboard::webhooks {

// What all transfers share.
struct Outside {
    AddressGuard guard;
    X509_STORE* trusted;
    CURLSH* sessions;  // of TLS, to be resumed
    std::vector<IpAddress>
        exempt;  // dialled because a request to the sandbox's inbox may go there; no other may
};

class Transfer {
  public:
    explicit Transfer(Outside& outside);

    Transfer(const Transfer&) = delete;
    Transfer& operator=(const Transfer&) = delete;

    static Transfer& of(CURL* easy);
    CURL* easy() const { return easy_.get(); }
    bool in_flight() const { return in_flight_; }

    // False when it cannot be sent at all; whoever waits has then been told.
    bool start(OutgoingRequest request, Sender::Done done);

    // Tells whoever waits. `outcome` is libcurl's.
    void finish(CURLcode outcome);
    void give_up(CallFailure failure, std::string reason);

  private:
    void set_up();
    void set_headers();
    bool body_was_cut(CURLcode outcome) const;
    void read_answer();
    void explain(CURLcode outcome);
    void fail(CallFailure failure, std::string reason);
    void report();

    bool take_header(std::string_view line);
    bool take_body(std::string_view bytes);
    curl_socket_t dial(const curl_sockaddr& address);
    bool may_use(std::string_view connected_to) const;
    bool was_sent_before();

    Outside& outside_;
    CurlEasy easy_;
    bool in_flight_ = false;

    OutgoingRequest request_;
    Sender::Done done_;
    std::string header_text_;  // one after the other, each with its end
    std::vector<std::size_t> header_places_;
    std::vector<curl_slist> header_list_;

    OutgoingResult result_;
    std::size_t head_size_ = 0;  // of all that came before, between and after bodies
    bool head_complete_ = false;
    bool body_too_long_ = false;
    bool dialled_ = false;
    bool refused_ = false;
    std::string_view objection_ = {};  // why we ended it ourselves
};

}  // namespace callboard::webhooks

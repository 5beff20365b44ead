#include "webhooks/outgoing/sender.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <future>
#include <mutex>
#include <stdexcept>
#include <thread>

#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/curl.h"
#include "webhooks/outgoing/transfer.h"
#include "webhooks/outgoing/trust_store.h"

namespace callboard::webhooks {
namespace {

constexpr std::string_view kStopped = "the server was stopped";
constexpr std::size_t kEventsAtOnce = 256;

using Work = std::move_only_function<void()>;

// Used by one thread only, so libcurl needs no lock callbacks.
CurlShare make_session_cache() {
    CurlShare share{curl_share_init()};
    curl_share_setopt(share.get(), CURLSHOPT_SHARE, CURL_LOCK_DATA_SSL_SESSION);
    return share;
}

CurlMulti make_multi(std::size_t most_connections) {
    start_curl();
    CurlMulti multi{curl_multi_init()};
    if (!multi) throw std::runtime_error("libcurl cannot be used");
    curl_multi_setopt(multi.get(), CURLMOPT_MAXCONNECTS, static_cast<long>(most_connections));
    curl_multi_setopt(multi.get(), CURLMOPT_PIPELINING, static_cast<long>(CURLPIPE_NOTHING));
    return multi;
}

// RAII for a file descriptor.
class Descriptor {
  public:
    explicit Descriptor(int number) : number_(number) {
        if (number < 0) throw std::runtime_error("no more files can be opened");
    }
    ~Descriptor() { close(number_); }

    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    int number() const { return number_; }

  private:
    int number_;
};

// Converts libcurl's poll flags to epoll events.
std::uint32_t events_for(int what) {
    return (what & CURL_POLL_IN ? EPOLLIN : 0U) | (what & CURL_POLL_OUT ? EPOLLOUT : 0U);
}

// Converts epoll events to libcurl's select flags.
int selection_for(std::uint32_t events) {
    return (events & EPOLLIN ? CURL_CSELECT_IN : 0) | (events & EPOLLOUT ? CURL_CSELECT_OUT : 0) |
           (events & (EPOLLERR | EPOLLHUP) ? CURL_CSELECT_ERR : 0);
}

// Signals are handled by other threads; SIGPIPE of a closed connection must not end the process.
void block_signals() {
    sigset_t all{};
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, nullptr);
}

}  // namespace

class Sender::Loop {
  public:
    explicit Loop(const Options& options)
        : multi_(make_multi(options.most_connections)),
          trusted_(make_trust_store(options.ca_file)),
          sessions_(make_session_cache()),
          resources_{
              .guard = AddressGuard{options.rules}, .trusted = trusted_.get(), .sessions = sessions_.get()},
          thread_([this] { run(); }) {}

    Loop(const Loop&) = delete;
    Loop& operator=(const Loop&) = delete;

    void post(Work work) {
        bool first = false;
        {
            const std::scoped_lock lock{mutex_};
            first = posted_.empty();
            posted_.push_back(std::move(work));
        }
        if (first && std::this_thread::get_id() != thread_.get_id()) eventfd_write(wake_.number(), 1);
    }

    // Must be called on the loop's thread.
    void start(OutgoingRequest request, Done done) {
        if (refusing_) return done({.failure = CallFailure::broken, .reason = std::string{kStopped}});
        Transfer& transfer = idle_transfer();
        if (!transfer.start(std::move(request), std::move(done))) {
            idle_.push_back(&transfer);
        } else if (curl_multi_add_handle(multi_.get(), transfer.easy()) != CURLM_OK) {
            transfer.give_up(CallFailure::broken, "the request cannot be sent");
            idle_.push_back(&transfer);
        }
    }

    void refuse_requests() {
        post([this] {
            refusing_ = true;
            give_up_all();
        });
    }

    void end() {
        post([this] { stopping_ = refusing_ = true; });
        thread_.join();
    }

    const AddressGuard& guard() const { return resources_.guard; }

  private:
    // epoll instead of libcurl's poll: connections that wait for slow receivers cost nothing per iteration.
    void run() {
        block_signals();
        watch_all();
        while (run_posted(), !stopping_) {
            act(CURL_SOCKET_TIMEOUT, 0);
            report_finished();
            wait();
        }
        give_up_all();
        while (!nothing_posted()) run_posted();  // callbacks may have posted more work
    }

    void wait() {
        std::array<epoll_event, kEventsAtOnce> events{};
        const int count = epoll_wait(epoll_.number(), events.data(), static_cast<int>(events.size()),
                                     nothing_posted() ? next_timeout() : 0);
        for (int i = 0; i < count; ++i) {
            const auto& event = events[static_cast<std::size_t>(i)];
            if (event.data.fd == wake_.number()) {
                eventfd_t ignored = 0;
                eventfd_read(wake_.number(), &ignored);
            } else {
                act(event.data.fd, selection_for(event.events));
            }
        }
    }

    void act(curl_socket_t socket, int selection) {
        int running = 0;
        curl_multi_socket_action(multi_.get(), socket, selection, &running);
    }

    // In milliseconds; -1: none.
    int next_timeout() {
        long timeout = -1;
        curl_multi_timeout(multi_.get(), &timeout);
        return static_cast<int>(timeout);
    }

    void watch_all() {
        watch(wake_.number(), EPOLLIN);
        curl_multi_setopt(multi_.get(), CURLMOPT_SOCKETDATA, this);
        curl_multi_setopt(
            multi_.get(), CURLMOPT_SOCKETFUNCTION,
            +[](CURL*, curl_socket_t socket, int what, void* self, void*) -> int {
                static_cast<Loop*>(self)->watch(socket, events_for(what));
                return 0;
            });
    }

    // `events` 0 removes the socket.
    void watch(int socket, std::uint32_t events) {
        epoll_event event{.events = events, .data = {.fd = socket}};
        if (events == 0) {
            epoll_ctl(epoll_.number(), EPOLL_CTL_DEL, socket, nullptr);
        } else if (epoll_ctl(epoll_.number(), EPOLL_CTL_ADD, socket, &event) != 0 && errno == EEXIST) {
            epoll_ctl(epoll_.number(), EPOLL_CTL_MOD, socket, &event);
        }
    }

    bool nothing_posted() {
        const std::scoped_lock lock{mutex_};
        return posted_.empty();
    }

    void run_posted() {
        {
            const std::scoped_lock lock{mutex_};
            std::swap(posted_, taken_);
        }
        for (auto& work : taken_) work();
        taken_.clear();
    }

    void report_finished() {
        int left = 0;
        while (const CURLMsg* const message = curl_multi_info_read(multi_.get(), &left)) {
            if (message->msg != CURLMSG_DONE) continue;
            const CURLcode outcome = message->data.result;
            Transfer& transfer = Transfer::of(message->easy_handle);
            curl_multi_remove_handle(multi_.get(), transfer.easy());
            transfer.finish(outcome);
            idle_.push_back(&transfer);
        }
    }

    void give_up_all() {
        for (const auto& transfer : transfers_) {
            if (!transfer->in_flight()) continue;
            curl_multi_remove_handle(multi_.get(), transfer->easy());
            transfer->give_up(CallFailure::broken, std::string{kStopped});
            idle_.push_back(transfer.get());
        }
    }

    Transfer& idle_transfer() {
        if (idle_.empty()) {
            transfers_.push_back(std::make_unique<Transfer>(resources_));
            return *transfers_.back();
        }
        Transfer& transfer = *idle_.back();
        idle_.pop_back();
        return transfer;
    }

    Descriptor epoll_{epoll_create1(EPOLL_CLOEXEC)};
    Descriptor wake_{eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
    CurlMulti multi_;
    TrustStore trusted_;
    CurlShare sessions_;
    TransferResources resources_;
    std::vector<std::unique_ptr<Transfer>> transfers_;
    std::vector<Transfer*> idle_;
    bool refusing_ = false;
    bool stopping_ = false;

    std::mutex mutex_;
    std::vector<Work> posted_;
    std::vector<Work> taken_;

    std::thread thread_;  // last: it uses all members above
};

Sender::Sender(const Options& options) : loop_(std::make_unique<Loop>(options)) {}

Sender::~Sender() {
    loop_->end();
}

void Sender::send(OutgoingRequest request, Done done) {
    loop_->post([loop = loop_.get(), request = std::move(request), done = std::move(done)]() mutable {
        loop->start(std::move(request), std::move(done));
    });
}

OutgoingResult Sender::call(OutgoingRequest request) {
    std::promise<OutgoingResult> promise;
    send(std::move(request), [&](OutgoingResult result) { promise.set_value(std::move(result)); });
    return promise.get_future().get();
}

void Sender::stop() {
    loop_->refuse_requests();
}

void Sender::post(std::move_only_function<void()> work) {
    loop_->post(std::move(work));
}

const AddressGuard& Sender::guard() const {
    return loop_->guard();
}

}  // namespace callboard::webhooks

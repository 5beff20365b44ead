#include "db/postgres_probe.h"

#include <array>
#include <chrono>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <libpq-fe.h>
#include <poll.h>
#include <sys/socket.h>

#include "base/clock.h"
#include "db/postgres_open.h"

namespace callboard::db {
namespace {

constexpr std::chrono::seconds kTimeLimit{3};

// Processes are identified by their begin, too: numbers are used again, also by other servers behind a proxy.
// The state of a session is not what is asked for: within a pipeline it is "active" while the server waits
// for the next message.
constexpr const char* kLook = R"sql(
    SELECT CASE WHEN wait_event IN ('ClientRead', 'ClientWrite') THEN 1 ELSE 0 END
    FROM pg_stat_get_activity($1) WHERE extract(epoch FROM backend_start) = $2)sql";

constexpr const char* kCancel = R"sql(
    SELECT CAST(pg_cancel_backend($1) AS INT)
    FROM pg_stat_get_activity($1) WHERE extract(epoch FROM backend_start) = $2)sql";

std::string text_of(const char* text) {
    return text ? text : "";
}

bool decides_server(std::string_view keyword) {
    return keyword == "host" || keyword == "hostaddr" || keyword == "port" ||
           keyword == "target_session_attrs";
}

}  // namespace

const char* const PostgresProbe::kSession =
    "SELECT pg_backend_pid(), extract(epoch FROM backend_start) FROM pg_stat_get_activity(pg_backend_pid())";

struct PostgresProbe::Parameters {
    explicit Parameters(PGconn* handle)
        : options(PQconninfo(handle), PQconninfoFree),
          host(text_of(PQhost(handle))),
          address(text_of(PQhostaddr(handle))),
          port(text_of(PQport(handle))) {}

    std::unique_ptr<PQconninfoOption, decltype(&PQconninfoFree)> options;
    std::string host;     // the one of several that is connected
    std::string address;  // empty: a Unix socket
    std::string port;
};

// One query on a connection of its own.
class PostgresProbe::Call {
  public:
    explicit Call(int watched) : watched_(watched), ends_at_(stopwatch_.now() + kTimeLimit) {}

    enum class Outcome { answered, failed, no_response, interrupted };

    Outcome make(const PostgresProbe& probe, const char* query) {
        if (connect(probe) && ask(probe, query)) return Outcome::answered;
        if (is_interrupted_) return Outcome::interrupted;
        return has_input_ || is_local_failure_ ? Outcome::failed : Outcome::no_response;
    }
    bool is_out_of_time() const { return is_out_of_time_; }
    // The first column of the answer; nullopt: no row.
    const std::optional<std::string>& result() const { return result_; }

  private:
    bool connect(const PostgresProbe& probe) {
        std::vector<const char*> keywords;
        std::vector<const char*> values;
        const auto add = [&](const char* keyword, const char* value) {
            keywords.push_back(keyword);
            values.push_back(value);
        };
        const Parameters& parameters = *probe.parameters_;
        for (const PQconninfoOption* each = parameters.options.get(); each && each->keyword; ++each)
            if (each->val && !decides_server(each->keyword)) add(each->keyword, each->val);
        add("host", parameters.host.c_str());
        if (!parameters.address.empty()) add("hostaddr", parameters.address.c_str());
        add("port", parameters.port.c_str());
        add(nullptr, nullptr);
        handle_.reset(PQconnectStartParams(keywords.data(), values.data(), 0));
        // Nothing was sent, because there are no more file descriptors, ports or memory.
        is_local_failure_ = PQstatus(handle_.get()) == CONNECTION_BAD;
        for (auto state = PGRES_POLLING_WRITING; PQstatus(handle_.get()) != CONNECTION_BAD;) {
            if (state == PGRES_POLLING_OK) return true;
            if (state == PGRES_POLLING_FAILED) return false;
            if (!wait_for(state == PGRES_POLLING_READING ? POLLIN : POLLOUT)) return false;
            state = PQconnectPoll(handle_.get());
        }
        return false;
    }

    bool ask(const PostgresProbe& probe, const char* query) {
        PGconn* const handle = handle_.get();
        const std::array parameters{probe.process_.c_str(), probe.began_.c_str()};
        PQsetnonblocking(handle, 1);
        if (PQsendQueryParams(handle, query, static_cast<int>(parameters.size()), nullptr, parameters.data(),
                              nullptr, nullptr, 0) != 1)
            return false;
        while (PQflush(handle) == 1)
            if (!wait_for(POLLOUT)) return false;
        while (PQisBusy(handle) == 1)
            if (!wait_for(POLLIN) || PQconsumeInput(handle) == 0) return false;
        const std::unique_ptr<PGresult, decltype(&PQclear)> found{PQgetResult(handle), PQclear};
        if (PQresultStatus(found.get()) != PGRES_TUPLES_OK) return false;
        if (PQntuples(found.get()) > 0) result_ = PQgetvalue(found.get(), 0, 0);
        return true;
    }

    bool wait_for(short event) {
        for (;;) {
            const auto left =
                std::chrono::ceil<std::chrono::milliseconds>(ends_at_ - stopwatch_.now()).count();
            is_out_of_time_ = left <= 0;
            if (is_out_of_time_) return false;
            const int socket = PQsocket(handle_.get());
            std::array<pollfd, 2> waited{{{.fd = socket, .events = event, .revents = 0},
                                          {.fd = watched_, .events = POLLIN, .revents = 0}}};
            if (poll(waited.data(), waited.size(), static_cast<int>(left)) <= 0) continue;
            is_interrupted_ = waited[1].revents != 0;
            if (is_interrupted_) return false;
            // A proxy whose server is gone accepts the connection and closes it: that is no response.
            char byte = 0;
            if (event == POLLIN && recv(socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 1) has_input_ = true;
            return true;
        }
    }

    const SystemStopwatch stopwatch_;
    const int watched_;
    const Stopwatch::Instant ends_at_;
    PostgresHandle handle_;
    bool is_local_failure_ = false;
    bool is_out_of_time_ = false;
    bool has_input_ = false;
    bool is_interrupted_ = false;
    std::optional<std::string> result_;
};

PostgresProbe::PostgresProbe(pg_conn* handle, PostgresRole role)
    : parameters_(std::make_unique<const Parameters>(handle)),
      is_primary_(role == PostgresRole::primary),
      process_of_handshake_(PQbackendPID(handle)) {}

PostgresProbe::~PostgresProbe() = default;

void PostgresProbe::identify(std::string process, std::string began) {
    process_ = std::move(process);
    began_ = std::move(began);
}

PostgresProbe::Finding PostgresProbe::look(int watched) const {
    Call call{watched};
    switch (call.make(*this, kLook)) {
        case Call::Outcome::interrupted: return Finding::working;
        case Call::Outcome::no_response: return Finding::no_response;
        case Call::Outcome::failed: return Finding::unknown;
        case Call::Outcome::answered: break;
    }
    if (call.result()) return *call.result() == "1" ? Finding::awaits_client : Finding::working;
    // A pooler, or a balancer before replicas, may have asked another server.
    const bool is_certain = is_primary_ && process_ == std::to_string(process_of_handshake_);
    return is_certain ? Finding::ended : Finding::unknown;
}

bool PostgresProbe::cancel() const {
    constexpr int kNothing = -1;
    Call call{kNothing};
    return call.make(*this, kCancel) != Call::Outcome::no_response && !call.is_out_of_time();
}

}  // namespace callboard::db

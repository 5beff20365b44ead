#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "accounts/administration.h"
#include "app/data_dir.h"
#include "app/store.h"
#include "base/local_socket.h"
#include "base/suggestion.h"
#include "cli/command.h"
#include "cli/company_option.h"
#include "cli/request_filter.h"
#include "cli/request_line.h"
#include "cli/stop_signal.h"
#include "routes.h"

namespace callboard::cli {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kLongestLine = std::size_t{64} * 1024;
constexpr int kLookForSignal = 200;  // milliseconds

FileDescriptor connect_to_server(const std::filesystem::path& data_dir) {
    try {
        return connect_in(data_dir, app::kTailSocket);
    } catch (const std::system_error& error) {
        const int code = error.code().value();
        const bool is_absent = code == ENOENT || code == ECONNREFUSED;
        throw std::runtime_error(is_absent ? "no server runs with the data directory " + data_dir.string()
                                           : "cannot connect to the server with the data directory " +
                                                 data_dir.string() + ": " + error.code().message());
    }
}

// The lines that the server sends.
class Lines {
  public:
    explicit Lines(const std::filesystem::path& data_dir) : socket_(connect_to_server(data_dir)) {}

    // Waits a moment for more; returns false if the server has ended the connection.
    bool read() {
        pollfd state{.fd = socket_.number(), .events = POLLIN, .revents = 0};
        if (::poll(&state, 1, kLookForSignal) <= 0) return true;
        std::array<char, std::size_t{64} * 1024> buffer{};
        const ssize_t count = ::recv(socket_.number(), buffer.data(), buffer.size(), 0);
        if (count <= 0) return false;
        text_.append(buffer.data(), static_cast<std::size_t>(count));
        return true;
    }

    // Calls `use` for each complete line.
    template <class Use>
    void take(Use use) {
        std::size_t start = 0;
        for (auto end = text_.find('\n'); end != std::string::npos; end = text_.find('\n', start)) {
            use(std::string_view{text_}.substr(start, end - start));
            start = end + 1;
        }
        text_.erase(0, start);
        if (text_.size() > kLongestLine)
            throw std::runtime_error("the server sends a line that is too long; is it one of this version?");
    }

  private:
    const FileDescriptor socket_;
    std::string text_;
};

struct Tail : Common {
    std::optional<std::string> company;
    std::optional<std::string> user;
    std::optional<std::string> application;
    std::optional<std::string> operation;
    std::vector<std::string> status;
    std::optional<std::string> slower_than;

    void run() const {
        const StopSignal stop_signal;
        const settings::Settings loaded = settings();
        const RequestFilter filter = filter_for(loaded);
        Lines lines{loaded.data_dir};
        while (!stop_signal.arrives_within(0ms)) {
            const bool is_connected = lines.read();
            lines.take([&](std::string_view line) { show(line, filter, loaded); });
            std::fflush(stdout);
            if (!is_connected) throw std::runtime_error("the server has stopped");
        }
    }

  private:
    RequestFilter filter_for(const settings::Settings& loaded) const {
        RequestFilter filter{.company = company,
                             .user = user,
                             .application = application,
                             .operation = operation,
                             .statuses = {status.begin(), status.end()},
                             .slower_than = std::nullopt};
        if (slower_than) filter.slower_than = milliseconds(*slower_than);
        if (operation) require_operation(*operation);
        const bool is_named = company && !CompanyId::parse(*company);
        const bool has_email = user && !UserId::parse(*user);
        if (!is_named && !has_email) return filter;
        app::Store store{loaded, 1};
        if (is_named) filter.company = company_named(store.db(), *company).text();
        if (has_email) {
            const auto owner = store.db().read(std::nullopt, [&](db::Snapshot& snapshot) {
                return accounts::find_person(snapshot, *user, is_named ? company : std::nullopt);
            });
            filter.user = owner.user.id.text();
        }
        return filter;
    }

    static double milliseconds(const std::string& text) {
        double number = 0;
        const char* const end = text.data() + text.size();
        const auto [stop, error] = std::from_chars(text.data(), end, number);
        if (error != std::errc{} || stop != end || !(number >= 0))
            throw UsageError("--slower-than: '" + text + "' must be a number of milliseconds");
        return number;
    }

    static void require_operation(const std::string& name) {
        const auto all = routes_with_sandbox();
        if (std::ranges::find(all, name, &edge::Route::operation) == all.end())
            throw UsageError("--operation: there is no operation '" + name + "'" +
                             suggestion(name, all, &edge::Route::operation));
    }

    void show(std::string_view line, const RequestFilter& filter, const settings::Settings& loaded) const {
        const wire::JsonDocument document{line};
        const wire::JsonValue object = document.root();
        if (object.find("listening")) return show_start(loaded);
        if (object.find("error"))
            throw std::runtime_error("the server shows its requests to 8 listeners already; end one of them");
        if (const auto dropped = object.find("dropped")) return show_gap(line, *dropped);
        if (!filter.accepts(object)) return;
        fmt::print("{}\n", json ? line : request_line(object, style()));
    }

    void show_start(const settings::Settings& loaded) const {
        const std::string data_dir = loaded.data_dir.string();
        output().result({{"following", data_dir}},
                        "Following the requests of the server with the data directory " + data_dir + ".");
        if (!json) fmt::print("{}\n", request_header(style()));
    }

    void show_gap(std::string_view line, const wire::JsonValue& dropped) const {
        if (json) return fmt::print("{}\n", line);
        fmt::print(stderr, "callboard: {} requests were left out, because there were too many to show\n",
                   dropped.whole_number().value_or(0));
    }

    static LineStyle style() { return isatty(STDOUT_FILENO) == 1 ? LineStyle::terminal : LineStyle::tabs; }
};

}  // namespace

void add_tail(CommandSpec& root) {
    command<Tail>(root, "tail", "Show the requests to the running server, until interrupted")
        .takes("--company", &Tail::company, "Only of this company (identifier or id)")
        .takes("--user", &Tail::user, "Only of this user (e-mail or id)")
        .takes("--application", &Tail::application, "Only of this application (id)")
        .takes("--operation", &Tail::operation, "Only of this operation, such as createJob")
        .takes("--status", &Tail::status, "Only with this status or class of statuses, such as 429 or 5xx")
        .takes("--slower-than", &Tail::slower_than, "Only requests that took longer")
        .shown_as("MS");
}

}  // namespace callboard::cli

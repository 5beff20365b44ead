// A company of the real program with a status history of any length, and its report about that.
#pragma once

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <ostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/socket.h>
#include <zlib.h>

#include "support/each_database.h"
#include "support/http_client.h"
#include "support/program.h"
#include "support/rows.h"
#include "support/tenant.h"

namespace callboard::test {

inline constexpr std::int64_t kChangesOfOne = 50;  // of one application

// The response to a download, which may be larger than memory.
struct Download {
    int status = 0;
    std::int64_t promised = 0;  // Content-Length
    std::int64_t bytes = 0;
    std::int64_t lines = 0;
    unsigned long checksum = 0;
    std::string end;  // the last two bytes

    // Whether both are equal, byte for byte.
    bool operator==(const Download& other) const {
        return status == other.status && bytes == other.bytes && checksum == other.checksum;
    }

    friend std::ostream& operator<<(std::ostream& out, const Download& download) {
        return out << download.status << " with " << download.bytes << " bytes, " << download.lines
                   << " lines";
    }

    void take(std::string_view piece) {
        bytes += std::ssize(piece);
        lines += std::ranges::count(piece, '\n');
        checksum = crc32_z(checksum, reinterpret_cast<const Bytef*>(piece.data()), piece.size());
        end.append(piece.substr(piece.size() - std::min<std::size_t>(piece.size(), 2)));
        end.erase(0, end.size() - std::min<std::size_t>(end.size(), 2));
    }
};

class HistoryCompany {
  public:
    // With that many status changes; a multiple of kChangesOfOne.
    HistoryCompany(Engine engine, std::int64_t rows)
        : postgres_(engine == Engine::postgres ? std::make_unique<PostgresDatabase>() : nullptr) {
        Arguments migrate{"migrate"};
        const auto flags = where();
        migrate.insert(migrate.end(), flags.begin(), flags.end());
        EXPECT_EQ(run(migrate).code, 0);
        tenant_ = add_tenant(flags, "acme");
        fill(rows / kChangesOfOne);
    }

    const std::string& key() const { return tenant_.api_key; }
    std::filesystem::path data_dir() const { return folder_.path() / "data"; }
    std::filesystem::path report_dir() const { return data_dir() / "reports"; }
    Arguments server_flags() const {
        Arguments flags{"--reporting-interval", "0"};
        if (postgres_) flags.insert(flags.end(), {"--database", postgres_->url()});
        return flags;
    }

    std::vector<std::string> select(const std::string& sql) const {
        return Rows{database_file(), postgres_.get()}.select(sql);
    }

  private:
    Arguments where() const {
        Arguments flags{"--data-dir", data_dir().string()};
        if (postgres_) flags.insert(flags.end(), {"--database", postgres_->url()});
        return flags;
    }
    std::string database_file() const { return (data_dir() / "callboard.db").string(); }

    static std::string script(std::int64_t applications) {
        std::ifstream file{CALLBOARD_SOURCE "/bench/fill_history.sql"};
        std::string text{std::istreambuf_iterator<char>{file}, {}};
        for (const auto& [name, number] : std::map<std::string, std::int64_t>{{":applications", applications},
                                                                              {":changes", kChangesOfOne}})
            for (auto at = text.find(name); at != std::string::npos; at = text.find(name))
                text.replace(at, name.size(), std::to_string(number));
        return text;
    }

    // Without checks of foreign keys.
    void fill(std::int64_t applications) const {
        if (postgres_)
            postgres_command(postgres_->url(),
                             "SET session_replication_role = replica;" + script(applications));
        else
            fill_sqlite("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA analysis_limit = 1000;" +
                        script(applications) + "PRAGMA journal_mode = WAL;");
    }
    void fill_sqlite(const std::string& sql) const {
        sqlite3* handle = nullptr;
        const int opened = sqlite3_open(database_file().c_str(), &handle);
        const std::unique_ptr<sqlite3, decltype(&sqlite3_close)> closing{handle, sqlite3_close};
        if (opened != SQLITE_OK || sqlite3_exec(handle, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
            throw std::runtime_error(sqlite3_errmsg(handle));
    }

    const TemporaryFolder folder_;
    const std::unique_ptr<PostgresDatabase> postgres_;
    Tenant tenant_;
};

// The built-in report about the status history, used by an administrator.
class HistoryReport {
  public:
    HistoryReport(const ServerProcess& server, const HistoryCompany& company)
        : port_(server.port()), key_(company.key()), client_(port_, {{"X-SmartToken", key_}}) {
        const auto reports = get("/reports?limit=100");
        for (const auto& report : reports.json().at("content").as_array())
            if (report.at("rowEntityTypeId").as_string() == "STATUS_HISTORY")
                report_ = report.at("reportId").as_string();
    }

    // The id of a new file.
    std::string request() {
        const auto made = client_.request("POST", kBase + "/reports/" + report_ + "/files");
        EXPECT_EQ(made.status, 200) << made.body;
        return made.status == 200 ? std::string{made.json().at("reportFileId").as_string()} : "";
    }

    Answer file(const std::string& id) { return get("/files/" + id); }
    std::string status(const std::string& id) {
        return std::string{file(id).json().at("reportFileStatus").as_string()};
    }
    bool is_in_work(const std::string& id) {
        const std::string now = status(id);
        return now == "PENDING" || now == "RUNNING";
    }

    // All of it, or slightly more than `most` bytes.
    Download download(const std::string& id,
                      std::int64_t most = std::numeric_limits<std::int64_t>::max()) const {
        const Connection connection = asking(id);
        Download result;
        std::vector<char> buffer(1 << 20);
        std::string head;
        for (bool in_body = false; !in_body || result.bytes < std::min(result.promised, most);) {
            const auto received = recv(connection.native_handle(), buffer.data(), buffer.size(), 0);
            if (received <= 0) return result;
            std::string_view piece{buffer.data(), static_cast<std::size_t>(received)};
            if (!in_body) {
                head.append(piece);
                const auto end = head.find("\r\n\r\n");
                if (end == std::string::npos) continue;
                in_body = true;
                result.status = std::stoi(head.substr(9, 3));
                result.promised = content_length(head.substr(0, end + 2));
                piece = std::string_view{head}.substr(end + 4);
            }
            result.take(piece);
        }
        return result;
    }

    // A connection that receives the data as fast as the caller reads.
    Connection asking(const std::string& id) const {
        Connection connection{port_};
        connection.send(request_text("GET", kBase + "/files/" + id + "/data", {{"X-SmartToken", key_}}));
        return connection;
    }

    Client& client() { return client_; }

  private:
    Answer get(const std::string& path) {
        Answer answer = client_.get(kBase + path);
        EXPECT_EQ(answer.status, 200) << path << ": " << answer.body;
        return answer;
    }

    static std::int64_t content_length(std::string head) {
        std::ranges::transform(head, head.begin(), [](unsigned char c) { return std::tolower(c); });
        constexpr std::string_view kName = "\r\ncontent-length: ";
        const auto at = head.find(kName);
        EXPECT_NE(at, std::string::npos) << head;
        return at == std::string::npos ? 0 : std::stoll(head.substr(at + kName.size()));
    }

    static inline const std::string kBase = "/reporting-api/v201804";

    const std::uint16_t port_;
    const std::string key_;
    Client client_;
    std::string report_;
};

}  // namespace callboard::test

// Large forms with files: stored while they arrive, refused where their limits are.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <latch>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "edge/open_forms.h"
#include "edge/web_input.h"
#include "integration/careers/careers_site.h"
#include "support/blocking_routes.h"
#include "support/eventually.h"
#include "support/metric.h"
#include "support/program.h"

namespace callboard {
namespace {

using edge::OpenForms;
using test::Answer;
using test::Connection;
using test::eventually;
using test::FormFile;
using testing::HasSubstr;
using testing::StartsWith;

constexpr std::size_t kKiB = 1024;
constexpr std::size_t kMiB = 1024 * kKiB;
constexpr std::size_t kLargest = 12 * kMiB;

std::string head(std::string_view page, std::string_view framing) {
    return "POST " + std::string{page} +
           " HTTP/1.1\r\nHost: test\r\nContent-Type: multipart/form-data; boundary=limit\r\n" +
           std::string{framing} + "\r\n\r\n";
}
std::string head(std::string_view page, std::size_t size) {
    return head(page, "Content-Length: " + std::to_string(size));
}
std::string chunk(std::size_t size) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string hex;
    for (std::size_t rest = size; rest > 0; rest /= 16) hex.insert(hex.begin(), kDigits[rest % 16]);
    return hex + "\r\n" + std::string(size, 'x') + "\r\n";
}

// The number of files in the folder that a process has open, also of those without a name.
std::size_t open_files(const std::filesystem::path& folder, const std::string& process = "self") {
    std::size_t count = 0;
    std::error_code gone;
    for (const auto& each : std::filesystem::directory_iterator{"/proc/" + process + "/fd", gone}) {
        const std::string target = std::filesystem::read_symlink(each, gone).string();
        if (target.starts_with(folder.string() + "/") && target.ends_with(" (deleted)")) ++count;
    }
    return count;
}

class CareersUploads : public test::CareersServer {
  protected:
    static std::vector<std::pair<std::string, std::string>> person() {
        return {{"firstName", "Ada"}, {"lastName", "Byron"}, {"email", "ada@example.com"}};
    }
    // For a form that is sent without send().
    Fields person_at(const std::string& page) {
        Fields fields = person();
        fields.emplace_back("form", value_in(anybody.get(page + "?oga=true").body, "form"));
        return fields;
    }
    static FormFile resume(std::string content) {
        return {.field = "resume", .name = "cv.txt", .type = "text/plain", .content = std::move(content)};
    }
    std::size_t open_files() const { return callboard::open_files(server.report_folder()); }
    std::size_t memory() const {
        return static_cast<std::size_t>(
            test::metric(server.db.metrics.page(), "callboard_memory_in_use_bytes").value_or(-1));
    }
    std::int64_t count(const char* name, const char* sql) {
        return server.db->read(
            std::nullopt, [&](db::Snapshot& snapshot) { return snapshot.number(db::GlobalSql{name, sql}); });
    }
    std::int64_t stored_bytes() {
        return count("test_bytes", "SELECT coalesce(sum(size), 0) FROM stored_file");
    }
    std::int64_t stored_chunks() { return count("test_chunks", "SELECT count(*) FROM stored_file_chunk"); }
};

TEST_P(CareersUploads, AreStoredWhole) {
    const std::string page = published("Cook");
    const std::string one(9 * kMiB, 'a');
    const std::string other(2 * kMiB + 7, 'b');

    const Answer answer = send(
        page, person(),
        {resume(one), {.field = "attachments", .name = "b.txt", .type = "text/plain", .content = other}});

    EXPECT_EQ(answer.status, 303) << answer.body;
    EXPECT_EQ(stored_bytes(), static_cast<std::int64_t>(one.size() + other.size()));
    EXPECT_EQ(stored_chunks(), 96 + 22);
    EXPECT_TRUE(eventually([&] { return open_files() == 0; })) << "nothing is left";
}

TEST_P(CareersUploads, MayComeInChunks) {
    const std::string page = published("Cook");
    const std::string body = test::multipart(person_at(page), {resume(std::string(kMiB, 'a'))});
    Connection connection = server.connect();
    connection.send(head(page, "Transfer-Encoding: chunked"));
    constexpr std::size_t kPiece = 0x1000;
    for (std::size_t at = 0; at < body.size(); at += kPiece) {
        const std::string piece = body.substr(at, kPiece);
        std::string framed = chunk(piece.size());
        framed.replace(framed.find('\n') + 1, piece.size(), piece);
        connection.send(framed);
    }
    connection.send("0\r\n\r\n");

    EXPECT_EQ(connection.receive().status, 303);
    EXPECT_EQ(stored_bytes(), static_cast<std::int64_t>(kMiB));
}

TEST_P(CareersUploads, AreCheckedByTheirContent) {
    const std::string page = published("Cook");
    FormFile program = resume("MZ\x90" + std::string(3 * kMiB, '\1'));
    program.name = "cv.pdf";

    const Answer answer = send(page, person(), {program});

    EXPECT_EQ(answer.status, 422);
    EXPECT_THAT(answer.body, HasSubstr("<form"));
    EXPECT_EQ(stored_bytes(), 0);
    EXPECT_TRUE(eventually([&] { return open_files() == 0; }));
}

TEST_P(CareersUploads, TakeLittleMemoryHoweverSlowTheyAre) {
    constexpr std::size_t kMany = 12;
    std::vector<Connection> slow;
    for (std::size_t i = 0; i < kMany; ++i) {
        slow.push_back(server.connect());
        slow.back().send(head("/careers/acme/1", 6 * kMiB));
        slow.back().send(std::string(3 * kMiB, 'x'));
    }

    EXPECT_TRUE(eventually([&] { return open_files() == kMany; })) << open_files();
    EXPECT_LE(memory(), kMany * 100 * kKiB);
    EXPECT_GE(memory(), kMany * 8 * kKiB);
    for (Connection& each : slow) each.send(std::string(3 * kMiB, 'x'));
    for (Connection& each : slow) EXPECT_EQ(each.receive().status, 400);
    EXPECT_LE(memory(), kMany * 100 * kKiB);
    EXPECT_TRUE(eventually([&] { return open_files() == 0; }));
}

TEST_P(CareersUploads, EndWithTheirConnection) {
    Connection connection = server.connect();
    connection.send(head("/careers/acme/1", 6 * kMiB));
    connection.send(std::string(kMiB, 'x'));
    ASSERT_TRUE(eventually([&] { return open_files() == 1; }));

    connection.reset();

    EXPECT_TRUE(eventually([&] { return open_files() == 0; }));
}

TEST_P(CareersUploads, AreRefusedWhereTheyBecomeTooLarge) {
    Connection announced = server.connect();
    announced.send(head("/careers/acme/1", kLargest + 1));
    EXPECT_EQ(announced.receive().status, 413);

    Connection in_chunks = server.connect();
    in_chunks.send(head("/careers/acme/1", "Transfer-Encoding: chunked"));
    for (std::size_t i = 0; i < 12; ++i) in_chunks.send(chunk(kMiB));
    EXPECT_TRUE(eventually([&] { return open_files() == 1; }));
    in_chunks.try_send(chunk(kMiB));

    const Answer answer = in_chunks.receive();
    EXPECT_EQ(answer.status, 413);
    EXPECT_EQ(answer.error_code(), "CONTENT_TOO_LARGE");
    EXPECT_THAT(answer.body, HasSubstr("12582912"));
    EXPECT_TRUE(eventually([&] { return open_files() == 0; }));
}

TEST_P(CareersUploads, OfOneNetworkAreLimited) {
    const std::string page = published("Cook");
    std::vector<Connection> slow;
    for (std::size_t i = 0; i < OpenForms::kMostOfNetwork; ++i) {
        slow.push_back(server.connect());
        slow.back().send(head(page, 100) + "x");
    }
    // They are accepted one after the other.
    ASSERT_TRUE(eventually([&] { return send(page, person()).status == 429; }));

    Connection of_other{server.port(), "127.0.0.2"};
    const std::string body = test::multipart(person_at(page));
    of_other.send(head(page, body.size()) + body);
    EXPECT_EQ(of_other.receive().status, 303);
    slow.front().reset();
    EXPECT_TRUE(eventually([&] { return send(page, person()).status == 303; }));
}

TEST_P(CareersUploads, ReserveNothingForWhatIsOnlyAnnounced) {
    const std::string page = published("Cook");
    std::vector<Connection> slow;
    for (int network = 2; network <= 5; ++network) {
        for (int i = 0; i < 9; ++i) {
            Connection& each = slow.emplace_back(server.port(), "127.0.0." + std::to_string(network));
            each.send(head("/careers/acme/1", i % 2 == 0 ? "Content-Length: " + std::to_string(kLargest)
                                                         : "Transfer-Encoding: chunked"));
            each.send(i % 2 == 0 ? std::string(100 * kKiB, 'x') : chunk(100 * kKiB));
        }
    }
    ASSERT_TRUE(eventually([&] { return open_files() == slow.size(); })) << open_files();

    EXPECT_EQ(send(page, person(), {resume(std::string(9 * kMiB, 'a'))}).status, 303);
    EXPECT_TRUE(eventually([&] { return server.open_forms.reserved() <= slow.size() * 300 * kKiB; }));
}

TEST_P(CareersUploads, HaveADiskBudget) {
    const std::string page = published("Cook");
    std::vector<std::unique_ptr<OpenForms::Place>> others;
    for (std::uint8_t network = 1; network < 100; ++network) {
        OpenForms::Place& place =
            *others.emplace_back(server.open_forms.begin(IpAddress::v4({203, 0, 113, network})).value());
        for (std::size_t size = 128 * kMiB; size >= kKiB; size /= 2)
            while (place.grow(size)) {
            }
    }
    Connection connection = server.connect();
    connection.send(
        head("/careers/acme/1", "Accept: application/json\r\nContent-Length: " + std::to_string(kMiB)));
    connection.try_send(std::string(kMiB, 'x'));

    const Answer refused = connection.receive();
    EXPECT_EQ(refused.status, 503);
    EXPECT_EQ(refused.error_code(), "SERVICE_UNAVAILABLE");
    EXPECT_EQ(refused.header("retry-after"), "1");
    EXPECT_EQ(send(page, person()).status, 303) << "a small form needs no disk";

    others.clear();
    EXPECT_EQ(send(page, person(), {resume(std::string(kMiB, 'a'))}).status, 303);
}

TEST_P(CareersUploads, HaveTheirTimeWhateverTheDiskNeeds) {
    using namespace std::chrono_literals;
    std::latch writers{1};
    for (int i = 0; i < 2; ++i) ASSERT_TRUE(server.open_forms.accept([&] { writers.wait(); }));
    Connection connection = server.connect();
    connection.send(head("/careers/acme/1", 200 * kKiB) + std::string(80 * kKiB, 'x'));
    ASSERT_TRUE(eventually([&] { return server.open_forms.reserved() > 0; }));
    const std::uint64_t before = server.open_forms.reserved();

    server.stopwatch.advance(120s);
    writers.count_down();
    connection.send(std::string(60 * kKiB, 'x'));
    ASSERT_TRUE(eventually([&] { return server.open_forms.reserved() > before; })) << "it is read on";
    server.stopwatch.advance(9s);  // more than a body may take since its beginning
    for (int sweeps = 0; sweeps < 10; ++sweeps) server.client().get("/healthz");
    connection.try_send(std::string(60 * kKiB, 'x'));

    EXPECT_EQ(connection.receive().status, 400);
}

TEST_P(CareersUploads, AreRefusedIfTheDiskFails) {
    std::filesystem::remove_all(server.report_folder());
    Connection connection = server.connect();
    connection.send(
        head("/careers/acme/1", "Accept: application/json\r\nContent-Length: " + std::to_string(kMiB)));
    connection.try_send(std::string(kMiB, 'x'));

    const Answer answer = connection.receive();

    EXPECT_EQ(answer.status, 503);
    EXPECT_EQ(answer.error_code(), "SERVICE_UNAVAILABLE");
    EXPECT_EQ(answer.header("retry-after"), "1");
}

RUN_ON_EACH_DATABASE(CareersUploads);

std::vector<std::string> files_in(const std::filesystem::path& folder) {
    std::vector<std::string> files;
    for (const auto& each : std::filesystem::recursive_directory_iterator{folder})
        if (each.is_regular_file()) files.push_back(each.path().filename());
    std::ranges::sort(files);
    return files;
}

struct Nothing {};

Nothing read_stored(const edge::WebCall&, edge::OpenForm* form) {
    EXPECT_TRUE(form && form->has_file());
    return {};
}
std::optional<edge::WebReply> accept_all(db::Snapshot&, const edge::WebCall&, const Nothing&) {
    return std::nullopt;
}
edge::WebReply thank(db::Tx&, const edge::WebCall&, const Nothing&) {
    return {};
}

TEST(CareersUpload, IsReadWithoutTheThreadsOfTheApi) {
    std::latch busy{1};
    std::vector<edge::Route> routes;
    routes.push_back(edge::web_with_form<Nothing>(test::row(http::Method::post, "/test/form", "sendForm"),
                                                  "text/html", read_stored, accept_all, thank)
                         .with_body_limit(kMiB));
    test::TestServer server{{.extra_routes = std::move(routes)}};
    const std::unique_ptr<std::latch, void (*)(std::latch*)> release{
        &busy, [](std::latch* it) { it->count_down(); }};
    for (int i = 0; i < 50; ++i) ASSERT_TRUE(server.db.workers.accept([&] { busy.wait(); }));
    Connection connection = server.connect();
    connection.send(head("/test/form", 100 * kKiB) + std::string(100 * kKiB, 'x'));

    EXPECT_EQ(connection.receive().status, 200);
}

TEST(CareersUpload, LeavesNothingBehindIfTheServerIsKilled) {
    const test::TemporaryFolder folder;
    const std::filesystem::path data = std::filesystem::canonical(folder.path());
    test::ServerProcess server{data};
    const std::vector<std::string> before = files_in(data);
    Connection connection{server.port()};
    connection.send(head("/careers/acme/1", 6 * kMiB));
    connection.send(std::string(3 * kMiB, 'x'));
    ASSERT_TRUE(eventually([&] { return open_files(data, std::to_string(server.pid())) == 1; }));
    EXPECT_EQ(files_in(data), before) << "it has no name";

    server.kill();

    EXPECT_EQ(files_in(data), before);
}

}  // namespace
}  // namespace callboard

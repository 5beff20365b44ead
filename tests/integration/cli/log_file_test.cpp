// --log-file: the log in a file, which programs such as logrotate may rename at any time.
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <ranges>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "support/eventually.h"
#include "support/http_client.h"
#include "support/program.h"
#include "support/program_failure.h"
#include "support/temporary_folder.h"

namespace callboard {
namespace {

namespace fs = std::filesystem;
using test::Arguments;
using test::eventually;
using testing::AllOf;
using testing::AnyOf;
using testing::HasSubstr;
using testing::Not;

std::string content(const fs::path& path) {
    std::ifstream stream{path};
    return {std::istreambuf_iterator{stream}, {}};
}

class LogFiles : public testing::Test {
  protected:
    Arguments flags() const {
        return {"--log-file", file.string(), "--log-level", "debug", "--workers", "1"};
    }

    static bool has(const fs::path& path, const std::string& text) { return content(path).contains(text); }
    // After the line that ends the reload is in the log.
    void reload(const test::ServerProcess& server, const std::string& event = "settings_reloaded") const {
        ::kill(server.pid(), SIGHUP);
        EXPECT_TRUE(
            eventually([&] { return has(file, "event=" + event) || has(renamed, "event=" + event); }));
    }
    test::Outcome serve() const {
        Arguments words{"serve", "--data-dir", data_dir.string(), "--listen", "127.0.0.1:0", "--json"};
        for (const std::string& flag : flags()) words.push_back(flag);
        return test::run(words);
    }

    const test::TemporaryFolder folder;
    const fs::path data_dir = folder.path() / "data";
    const fs::path file = folder.path() / "callboard.log";
    const fs::path renamed = folder.path() / "callboard.log.1";
};

TEST_F(LogFiles, HaveTheLogAndStandardErrorHasNot) {
    std::ofstream{file} << "earlier\n";
    fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
    {
        test::ServerProcess server{data_dir, flags()};
        test::Client{server.port()}.get("/healthz", {{"X-Request-Id", "first"}});
        server.terminate();
        EXPECT_EQ(server.wait(), 0);
        EXPECT_THAT(server.output(), AllOf(HasSubstr("listening on"), Not(HasSubstr("event="))));
    }
    EXPECT_THAT(content(file), testing::StartsWith("earlier\n"));
    for (const std::string event : {"event=starting", "event=ready", "request=first", "event=stopped"})
        EXPECT_THAT(content(file), HasSubstr(event));
}

TEST_F(LogFiles, AreNotForEverybody) {
    const test::ServerProcess server{data_dir, flags()};

    struct stat found{};
    ASSERT_EQ(::stat(file.c_str(), &found), 0);
    EXPECT_EQ(found.st_mode & 07777 & ~0640U, 0U);
}

TEST_F(LogFiles, ContinueInANewFileAfterTheyWereRenamed) {
    const test::ServerProcess server{data_dir, flags()};
    test::Client client{server.port()};
    client.get("/healthz", {{"X-Request-Id", "before"}});
    EXPECT_TRUE(eventually([&] { return has(file, "request=before"); }));
    fs::rename(file, renamed);
    client.get("/healthz", {{"X-Request-Id", "between"}});
    EXPECT_TRUE(eventually([&] { return has(renamed, "request=between"); })) << "nobody has told the server";

    reload(server);
    const std::string old = content(renamed);
    client.get("/healthz", {{"X-Request-Id", "after"}});

    EXPECT_TRUE(eventually([&] { return has(file, "request=after"); }));
    EXPECT_EQ(content(renamed), old);
    EXPECT_THAT(old, Not(HasSubstr("settings_reloaded")));
}

// Every request is in exactly one of the files.
TEST_F(LogFiles, LoseNothingWhileTheyAreRenamedAgainAndAgain) {
    constexpr int kRotations = 20;
    test::ServerProcess server{data_dir, flags()};
    int sent = 0;
    {
        std::jthread load{[&](const std::stop_token& stop) {
            test::Client client{server.port()};
            while (!stop.stop_requested())
                client.get("/healthz", {{"X-Request-Id", "number-" + std::to_string(sent++)}});
        }};
        for (int i = 0; i < kRotations; ++i) {
            fs::rename(file, folder.path() / ("old." + std::to_string(i)));
            ::kill(server.pid(), SIGHUP);
            ASSERT_TRUE(eventually([&] { return fs::exists(file) && fs::file_size(file) > 0; })) << i;
        }
    }
    server.terminate();
    EXPECT_EQ(server.wait(), 0);

    std::string all = content(file);
    for (int i = 0; i < kRotations; ++i) all += content(folder.path() / ("old." + std::to_string(i)));
    std::map<std::string, int> lines;
    for (const auto line : std::views::split(all, '\n')) {
        const std::string text{std::string_view{line}};
        const auto at = text.find("request=number-");
        if (at != std::string::npos) ++lines[text.substr(at, text.find(' ', at) - at)];
    }
    EXPECT_EQ(lines.size(), static_cast<std::size_t>(sent));
    for (const auto& [request, count] : lines) EXPECT_EQ(count, 1) << request;
}

TEST_F(LogFiles, StayInUseIfTheNewOneCannotBeOpened) {
    const test::ServerProcess server{data_dir, flags()};
    test::Client client{server.port()};
    fs::rename(file, renamed);
    const auto expect_refusal = [&](const std::string& reason) {
        const auto before = content(renamed).size();
        ::kill(server.pid(), SIGHUP);
        EXPECT_TRUE(eventually([&] {
            const std::string added = content(renamed).substr(before);
            return added.contains("event=log_file_not_reopened") && added.contains(reason) &&
                   added.contains("event=settings_reloaded");
        })) << content(renamed);
    };

    ASSERT_EQ(mkfifo(file.c_str(), 0600), 0);
    expect_refusal("not a regular file");
    fs::remove(file);
    fs::create_symlink(folder.path() / "elsewhere", file);
    expect_refusal("symbolic link");
    EXPECT_FALSE(fs::exists(folder.path() / "elsewhere"));
    fs::remove(file);
    fs::create_directory(file);
    expect_refusal(file.string());
    fs::remove(file);
    std::ofstream{file} << "";
    fs::permissions(file, fs::perms::others_read, fs::perm_options::add);
    expect_refusal("others have access");
    EXPECT_EQ(client.get("/healthz").status, 200);

    fs::remove(file);
    ::kill(server.pid(), SIGHUP);
    EXPECT_TRUE(eventually([&] { return has(file, "event=settings_reloaded"); }));
}

TEST_F(LogFiles, AreReopenedEvenIfTheSettingsHaveAFault) {
    const fs::path settings = folder.path() / "callboard.toml";
    std::ofstream{settings} << "log-file = \"" << file.string() << "\"\n";
    const test::ServerProcess server{data_dir, {"--config", settings.string()}};
    fs::rename(file, renamed);
    std::ofstream{settings} << "log-level = \"loud\"\n";

    reload(server, "settings_not_reloaded");

    EXPECT_THAT(content(file), HasSubstr("event=settings_not_reloaded"));
}

TEST_F(LogFiles, ThatCannotBeOpenedAreAnErrorAtStart) {
    fs::create_directory(file);
    test::expect_failure(serve(), 1, file.string());
    fs::remove(file);
    ASSERT_EQ(mkfifo(file.c_str(), 0600), 0);
    test::expect_failure(serve(), 1, "not a regular file");
    fs::remove(file);
    fs::create_symlink("/dev/null", file);
    test::expect_failure(serve(), 1, "symbolic link");
    EXPECT_FALSE(fs::exists(data_dir)) << "nothing was begun";
}

TEST_F(LogFiles, LeaveTheReasonOfAFailureOnStandardError) {
    const test::ServerProcess first{data_dir, {}};

    test::expect_failure(serve(), 1, "another server uses the data directory");
}

// A storm of signals during requests: the server answers all of them, and stops as usual.
TEST_F(LogFiles, AndSettingsCanBeReloadedUnderLoad) {
    const fs::path settings = folder.path() / "callboard.toml";
    const auto write = [&](int requests) {
        std::ofstream{folder.path() / "new.toml"} << "page-requests = " << requests << "\n";
        fs::rename(folder.path() / "new.toml", settings);
    };
    write(10'000);
    Arguments with_settings = flags();
    with_settings.insert(with_settings.end(), {"--config", settings.string()});
    test::ServerProcess server{data_dir, with_settings};
    std::vector<std::jthread> load;
    for (int i = 0; i < 3; ++i) {
        load.emplace_back([&](const std::stop_token& stop) {
            test::Client client{server.port()};
            while (!stop.stop_requested()) EXPECT_THAT(client.get("/").status, AnyOf(200, 429));
        });
    }
    for (int i = 0; i < 200; ++i) {
        write(10'000 - i % 2);
        ::kill(server.pid(), SIGHUP);
        std::this_thread::yield();
    }
    EXPECT_TRUE(eventually([&] { return has(file, "name=page-requests"); }));
    load.clear();
    server.terminate();

    EXPECT_EQ(server.wait(), 0);
}

}  // namespace
}  // namespace callboard

#include "base/local_socket.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include "support/temporary_folder.h"

namespace callboard {
namespace {

namespace fs = std::filesystem;

class LocalSockets : public testing::Test {
  protected:
    // Sends a byte from a new connection to the listening socket.
    static bool can_talk(const FileDescriptor& door, const fs::path& folder) {
        const FileDescriptor client = connect_in(folder, "test.sock");
        const FileDescriptor server{::accept(door.number(), nullptr, nullptr)};
        char received = 0;
        return ::send(client.number(), "x", 1, MSG_NOSIGNAL) == 1 &&
               ::recv(server.number(), &received, 1, 0) == 1 && received == 'x';
    }
    static std::errc failure_of(const auto& action) {
        try {
            action();
        } catch (const std::system_error& error) {
            return static_cast<std::errc>(error.code().value());
        }
        return {};
    }

    const test::TemporaryFolder temporary;
    const fs::path folder = temporary.path();
};

TEST_F(LocalSockets, ConnectThroughAFolder) {
    const FileDescriptor door = listen_in(folder, "test.sock");

    EXPECT_TRUE(can_talk(door, folder));
    struct stat found{};
    ASSERT_EQ(::stat((folder / "test.sock").c_str(), &found), 0);
    EXPECT_EQ(found.st_mode & 07777, 0600U);
}

TEST_F(LocalSockets, WorkInFoldersWithLongPaths) {
    fs::path deep = folder;
    for (int i = 0; i < 5; ++i) deep /= std::string(200, 'd');
    fs::create_directories(deep);

    const FileDescriptor door = listen_in(deep, "test.sock");

    EXPECT_TRUE(can_talk(door, deep));
}

TEST_F(LocalSockets, ReplaceWhatAKilledProcessLeft) {
    {
        const FileDescriptor left = listen_in(folder, "test.sock");
    }
    EXPECT_EQ(failure_of([&] { connect_in(folder, "test.sock"); }), std::errc::connection_refused);

    const FileDescriptor door = listen_in(folder, "test.sock");

    EXPECT_TRUE(can_talk(door, folder));
}

TEST_F(LocalSockets, DoNotReplaceOtherFiles) {
    std::ofstream{folder / "test.sock"} << "text";
    EXPECT_EQ(failure_of([&] { listen_in(folder, "test.sock"); }), std::errc::address_in_use);
    EXPECT_EQ(fs::file_size(folder / "test.sock"), 4U);

    fs::remove(folder / "test.sock");
    fs::create_symlink(folder / "elsewhere", folder / "test.sock");
    EXPECT_EQ(failure_of([&] { listen_in(folder, "test.sock"); }), std::errc::address_in_use);
    EXPECT_FALSE(fs::exists(folder / "elsewhere"));
}

TEST_F(LocalSockets, TellWhyTheyCannotBeUsed) {
    EXPECT_EQ(failure_of([&] { connect_in(folder, "test.sock"); }), std::errc::no_such_file_or_directory);
    EXPECT_EQ(failure_of([&] { listen_in(folder / "missing", "test.sock"); }),
              std::errc::no_such_file_or_directory);
    EXPECT_EQ(failure_of([&] { listen_in(folder, std::string(100, 'n')); }), std::errc::filename_too_long);
}

}  // namespace
}  // namespace callboard

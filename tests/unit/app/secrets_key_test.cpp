#include "app/secrets_key.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <latch>
#include <ranges>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "support/temporary_folder.h"

namespace callboard::app {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

const std::string kDigits = "00112233445566778899aabbccddeeff0123456789abcdefFEDCBA9876543210";

class SecretsKey : public testing::Test {
  protected:
    SecretsKey() { settings.data_dir = folder.path() / "data"; }

    void make_data_dir() { fs::create_directory(settings.data_dir); }
    fs::path standard() const { return settings.data_dir / "secrets.key"; }
    std::string load() { return std::string{load_secrets_key(settings).reveal()}; }

    static void write(const fs::path& file, const std::string& text, fs::perms mode = kOwner) {
        std::ofstream{file} << text;
        fs::permissions(file, mode);
    }
    static std::string contents(const fs::path& file) {
        std::ostringstream text;
        text << std::ifstream{file}.rdbuf();
        return text.str();
    }

    // The error message; empty if there is a key.
    std::string refusal() {
        try {
            load();
            return "";
        } catch (const std::runtime_error& reason) {
            return reason.what();
        }
    }

    static constexpr fs::perms kOwner = fs::perms::owner_read | fs::perms::owner_write;

    test::TemporaryFolder folder;
    settings::Settings settings;
};

TEST_F(SecretsKey, IsMadeInTheDataDirectoryAndStaysTheSame) {
    make_data_dir();

    const std::string first = load();
    const std::string second = load();

    EXPECT_EQ(first.size(), 32U);
    EXPECT_EQ(first, second);
    EXPECT_EQ(fs::status(standard()).permissions(), kOwner);
    const std::string text = contents(standard());
    EXPECT_EQ(text.size(), 65U);
    EXPECT_EQ(text.find_first_not_of("0123456789abcdef"), 64U);
    EXPECT_EQ(text.back(), '\n');
    EXPECT_EQ(std::ranges::distance(fs::directory_iterator{settings.data_dir}), 1) << "a draft was left";
}

TEST_F(SecretsKey, OfTwoDataDirectoriesDiffer) {
    make_data_dir();
    const std::string first = load();
    settings.data_dir = folder.path() / "other";
    make_data_dir();

    EXPECT_NE(load(), first);
}

TEST_F(SecretsKey, IsTheOneThatTheSettingNames) {
    settings.secrets_key_file = folder.path() / "my.key";
    write(*settings.secrets_key_file, kDigits + "\n");

    const std::string key = load();

    EXPECT_EQ(key, std::string("\x00\x11\x22\x33\x44\x55\x66\x77\x88\x99\xaa\xbb\xcc\xdd\xee\xff"
                               "\x01\x23\x45\x67\x89\xab\xcd\xef\xfe\xdc\xba\x98\x76\x54\x32\x10",
                               32));
    EXPECT_FALSE(fs::exists(settings.data_dir)) << "nothing else was needed";
}

TEST_F(SecretsKey, MayLackTheEndOfItsLineAndTheRightToWriteIt) {
    settings.secrets_key_file = folder.path() / "my.key";
    write(*settings.secrets_key_file, kDigits, fs::perms::owner_read);

    EXPECT_EQ(refusal(), "");
}

TEST_F(SecretsKey, ThatTheSettingNamesIsNeverMade) {
    make_data_dir();
    settings.secrets_key_file = folder.path() / "missing.key";

    EXPECT_THAT(refusal(), HasSubstr("missing.key"));

    EXPECT_FALSE(fs::exists(*settings.secrets_key_file));
    EXPECT_FALSE(fs::exists(standard()));
}

TEST_F(SecretsKey, WithWrongContentIsRefusedByNameAndLeftAlone) {
    make_data_dir();
    std::string odd_digit = kDigits;
    odd_digit.back() = 'g';
    std::string signed_digit = kDigits;
    signed_digit.front() = '-';
    for (const std::string& text :
         {std::string{}, std::string{"\n"}, kDigits.substr(1), kDigits + "0", kDigits + "\n\n",
          kDigits + "\r\n", " " + kDigits, odd_digit, signed_digit, std::string(32, 'k'),
          std::string(64, '\0'), kDigits + "\n" + kDigits + "\n"}) {
        write(standard(), text);

        const std::string why = refusal();

        EXPECT_THAT(why, HasSubstr(standard().string())) << text;
        EXPECT_EQ(why.find("445566"), std::string::npos) << "it discloses the contents of the file";
        EXPECT_EQ(contents(standard()), text);
    }
}

TEST_F(SecretsKey, ThatOthersMayTouchIsRefusedByName) {
    make_data_dir();
    using enum fs::perms;
    for (const fs::perms more : {group_read, others_read, group_write, others_write}) {
        write(standard(), kDigits + "\n", kOwner | more);

        EXPECT_THAT(refusal(), HasSubstr(standard().string()));
    }
}

TEST_F(SecretsKey, ThatIsNoFileIsRefusedByName) {
    fs::create_directories(standard());
    fs::permissions(standard(), fs::perms::owner_all);
    EXPECT_THAT(refusal(), HasSubstr(standard().string()));

    settings.secrets_key_file = folder.path() / "pipe";
    ASSERT_EQ(mkfifo(settings.secrets_key_file->c_str(), S_IRUSR | S_IWUSR), 0);
    EXPECT_THAT(refusal(), HasSubstr("pipe"));
}

TEST_F(SecretsKey, ThatCannotBeMadeIsReported) {
    EXPECT_THAT(refusal(), HasSubstr(settings.data_dir.string())) << "there is no data directory";

    make_data_dir();
    fs::create_symlink(folder.path() / "nowhere", standard());
    EXPECT_THAT(refusal(), HasSubstr(standard().string())) << "the name is taken";
}

TEST_F(SecretsKey, MadeBySeveralAtOnceIsOneKey) {
    for (int round = 0; round < 20; ++round) {
        settings.data_dir = folder.path() / std::to_string(round);
        make_data_dir();
        std::vector<std::string> keys(8);
        std::latch start{8};
        {
            std::vector<std::jthread> programs;
            for (std::string& key : keys) {
                programs.emplace_back([&] {
                    start.arrive_and_wait();
                    key = load();
                });
            }
        }

        EXPECT_EQ(keys.front().size(), 32U);
        EXPECT_EQ(std::ranges::count(keys, keys.front()), 8);
        EXPECT_EQ(std::ranges::distance(fs::directory_iterator{settings.data_dir}), 1);
    }
}

}  // namespace
}  // namespace callboard::app

#include "base/secret_file.h"

#include <fstream>
#include <stdexcept>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "support/temporary_folder.h"

namespace callboard {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class SecretFile : public testing::Test {
  protected:
    void write(const std::string& text, mode_t mode = 0600) const {
        std::ofstream{file} << text;
        chmod(file.c_str(), mode);
    }
    std::string content() const { return std::string{read_secret_file(file, "the key", 20).reveal()}; }
    std::string failure() const {
        try {
            return "accepted: " + content();
        } catch (const std::runtime_error& error) {
            return error.what();
        }
    }

    const test::TemporaryFolder folder;
    const std::filesystem::path file = folder.path() / "key";
};

TEST_F(SecretFile, IsReadWithoutTheLineFeedAtItsEnd) {
    write("some secret\n");
    EXPECT_EQ(content(), "some secret");
    write(std::string(20, 'x') + "\n");
    EXPECT_EQ(content(), std::string(20, 'x'));
    write(" a\nb ");
    EXPECT_EQ(content(), " a\nb ");
    write("");
    EXPECT_EQ(content(), "");
}

TEST_F(SecretFile, IsRefusedWithItsNameAndTheReason) {
    EXPECT_THAT(failure(), AllOf(HasSubstr("the key " + file.string()), HasSubstr("No such file")));
    write(std::string(21, 'x'));
    EXPECT_THAT(failure(), HasSubstr("larger than 20 bytes"));
    for (const mode_t mode : {0640U, 0604U, 0660U}) {
        write("some secret", mode);
        EXPECT_THAT(failure(), HasSubstr("users other than its owner"));
    }
}

TEST_F(SecretFile, IsARegularFile) {
    mkfifo(file.c_str(), 0600);
    EXPECT_THAT(failure(), HasSubstr("not a regular file"));
    std::filesystem::remove(file);
    std::filesystem::create_directory(file);
    EXPECT_THAT(failure(), HasSubstr("not a regular file"));
}

}  // namespace
}  // namespace callboard

#include "app/backup_rotation.h"

#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/partial_file.h"
#include "support/temporary_folder.h"

namespace callboard::app {
namespace {

namespace fs = std::filesystem;

TEST(BackupRotation, NamesAreTimes) {
    const auto file = rotated_backup("/backups", {1'777'601'045'999});

    EXPECT_EQ(file, "/backups/callboard-20260501T020405Z.backup");
    EXPECT_TRUE(is_rotated_backup(file.filename().string()));
}

TEST(BackupRotation, OtherNamesAreNotOurs) {
    for (const char* const name :
         {"", "callboard-20260501T020405Z.backup.partial", "callboard-20260501T020405.backup",
          "callboard-2026050xT020405Z.backup", "Callboard-20260501T020405Z.backup", "callboard.backup"})
        EXPECT_FALSE(is_rotated_backup(name)) << name;
}

TEST(BackupRotation, TheOneThatWasMadeIsKeptEvenIfTheClockWentBack) {
    const test::TemporaryFolder folder;
    for (const char* const day : {"01", "02", "03"})
        std::ofstream{folder.path() / ("callboard-202601" + std::string{day} + "T000000Z.backup")}
            << "callboard backup 1\n";
    const fs::path made = folder.path() / "callboard-20260101T000000Z.backup";

    const auto removed = remove_old_backups(folder.path(), made, 1);

    EXPECT_EQ(removed.size(), 2U);
    EXPECT_TRUE(fs::exists(made));
}

TEST(BackupRotation, LeavesAndDoesNotCountWhatIsNoBackup) {
    const test::TemporaryFolder folder;
    const fs::path old = folder.path() / "callboard-20260101T000000Z.backup";
    std::ofstream{old} << "callboard backup 1\n";
    const std::vector<fs::path> others{folder.path() / "callboard-20260102T000000Z.backup",
                                       folder.path() / "callboard-20250101T000000Z.backup"};
    std::ofstream{others[0]} << "callboard notes";
    std::ofstream{others[1]};
    const fs::path made = folder.path() / "callboard-20260103T000000Z.backup";

    EXPECT_TRUE(remove_old_backups(folder.path(), made, 2).empty());
    EXPECT_EQ(remove_old_backups(folder.path(), made, 1), std::vector{old});

    for (const fs::path& other : others) EXPECT_TRUE(fs::exists(other)) << other;
}

TEST(BackupRotation, LeavesABackupThatIsBeingWritten) {
    const test::TemporaryFolder folder;
    const PartialFile other{folder.path() / "callboard-20260101T000000Z.backup", PartialFile::Writers::one};
    std::ofstream{folder.path() / "callboard-20260102T000000Z.backup.partial"};

    remove_old_backups(folder.path(), folder.path() / "callboard-20260103T000000Z.backup", 1);

    EXPECT_TRUE(fs::exists(other.path()));
    EXPECT_FALSE(fs::exists(folder.path() / "callboard-20260102T000000Z.backup.partial"));
}

}  // namespace
}  // namespace callboard::app

#include "app/disk_latency.h"

#include <filesystem>
#include <system_error>

#include <gtest/gtest.h>

#include "support/temporary_folder.h"

namespace callboard::app {
namespace {

TEST(DiskLatency, IsMeasuredWithoutATrace) {
    const test::TemporaryFolder folder;

    EXPECT_NO_THROW(sync_latency(folder.path()));

    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(DiskLatency, OfAFolderThatIsNotThereIsAnError) {
    EXPECT_THROW(sync_latency("/nowhere/at/all"), std::system_error);
}

}  // namespace
}  // namespace callboard::app

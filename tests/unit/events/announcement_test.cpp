#include "events/announcement.h"

#include <gtest/gtest.h>

namespace callboard::events {
namespace {

TEST(EventAnnouncements, KeepIdNameAndTime) {
    constexpr std::string_view kId = "0189cb00-0000-7000-8000-00000000000c";
    const std::string topic = topic_of({.id = kId, .name = "job.created", .due_at = {1'700'000'000'123}});
    const auto read = announced_event(topic);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->id, kId);
    EXPECT_EQ(read->name, "job.created");
    EXPECT_EQ(read->due_at, Timestamp{1'700'000'000'123});
}

TEST(EventAnnouncements, OtherTopicsAreNone) {
    for (const char* topic :
         {"", "0189cb00-0000-7000-8000-00000000000c", "12", "12 job.created", "job.created"})
        EXPECT_FALSE(announced_event(topic)) << topic;
}

}  // namespace
}  // namespace callboard::events

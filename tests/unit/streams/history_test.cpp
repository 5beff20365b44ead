#include "streams/history.h"

#include <chrono>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/id_source.h"

namespace callboard::streams {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Optional;

constexpr std::int64_t kStart = 1'700'000'000'000;
constexpr std::string_view kJob = "01890000-0000-7000-8000-00000000000a";

EventId id_at(std::int64_t ms) {
    return EventId::from_trusted(first_uuid_of({kStart + ms}));
}
events::StoredEvent event_at(std::int64_t ms, std::string name = "job.updated") {
    return {.id = id_at(ms),
            .name = std::move(name),
            .payload = R"({"id":")" + std::string{kJob} + R"("})",
            .link = {},
            .created_at = {kStart + ms}};
}
std::string text(const EventId& id) {
    return std::string{id.text()};
}

class AHistory : public testing::Test {
  protected:
    std::optional<std::vector<std::string>> positions_after(const std::string& position) {
        const auto found = history.after(position);
        if (!found) return std::nullopt;
        std::vector<std::string> positions;
        for (const Published& each : *found) positions.push_back(each.position);
        return positions;
    }

    History history;
};

TEST_F(AHistory, WritesServerSentEvents) {
    const Published& made = history.add(event_at(0, "job.created"));
    EXPECT_EQ(*made.frame, "id: " + text(id_at(0)) + R"(
event: job.created
data: {"event":"job.created","time":"2023-11-14T22:13:20.000Z","entities":{"id":"01890000-0000-7000-8000-00000000000a","job_id":"01890000-0000-7000-8000-00000000000a"}}

)");
    EXPECT_EQ(made.subject.job, JobId::parse(kJob));
    EXPECT_EQ(made.subject.scope, oauth::Scope::jobs_read);
}

TEST_F(AHistory, ResumesAfterAPosition) {
    history.load({event_at(0), event_at(1), event_at(2)});
    EXPECT_THAT(positions_after(text(id_at(0))), Optional(ElementsAre(text(id_at(1)), text(id_at(2)))));
    EXPECT_THAT(positions_after(history.position()), Optional(IsEmpty()));
    for (const std::string& unknown : {text(id_at(7)), std::string{"x"}, std::string{}, std::string{"."}})
        EXPECT_FALSE(positions_after(unknown)) << unknown;
}

TEST_F(AHistory, OfACompanyWithoutEventsBeginsBeforeTheFirst) {
    history.load({});
    const std::string beginning = history.position();
    history.add(event_at(0));
    EXPECT_THAT(positions_after(beginning), Optional(ElementsAre(text(id_at(0)))));

    for (int i = 1; i <= static_cast<int>(History::kKept); ++i) history.add(event_at(i));
    EXPECT_FALSE(positions_after(beginning)) << "the first event is no longer kept";
}

TEST_F(AHistory, ForgetsOldEvents) {
    history.load({event_at(0), event_at(1)});
    for (int i = 2; i < static_cast<int>(History::kKept) + 1; ++i) history.add(event_at(i));
    EXPECT_FALSE(positions_after(text(id_at(0))));
    EXPECT_EQ(positions_after(text(id_at(1)))->size(), History::kKept - 1);
}

TEST_F(AHistory, NumbersEventsThatAreCommittedLate) {
    history.load({event_at(10)});
    const std::string first = history.add(event_at(3)).position;
    const std::string second = history.add(event_at(5)).position;
    history.add(event_at(11));
    const std::string ten = text(id_at(10));
    EXPECT_THAT(first, testing::StartsWith(ten + "."));
    EXPECT_THAT(positions_after(ten), Optional(ElementsAre(first, second, text(id_at(11)))));
    EXPECT_THAT(positions_after(first), Optional(ElementsAre(second, text(id_at(11)))));
}

TEST_F(AHistory, IgnoresTheNumbersOfAnotherServer) {
    history.load({event_at(10)});
    const std::string late = history.add(event_at(5)).position;

    History loaded_later;
    loaded_later.load({event_at(3), event_at(5), event_at(10), event_at(11)});
    EXPECT_EQ(loaded_later.after(late)->size(), 1U);

    History in_another_order;
    in_another_order.load({event_at(10)});
    in_another_order.add(event_at(3));
    in_another_order.add(event_at(5));
    EXPECT_EQ(in_another_order.after(late)->size(), 2U) << "the first of them was not seen here";
}

TEST_F(AHistory, KnowsWhatItHasAndLooksBackForTheRest) {
    history.load({event_at(0), event_at(60'000)});
    EXPECT_TRUE(history.knows(id_at(0)));
    EXPECT_FALSE(history.knows(id_at(1)));
    EXPECT_EQ(history.floor(), id_at(50'000));
    EXPECT_EQ(History{}.floor(), EventId::from_trusted(first_uuid_of({0})));
}

TEST_F(AHistory, DoesNotLookBackBeyondWhatItHasLoaded) {
    std::vector<events::StoredEvent> latest;
    for (int i = 0; i < static_cast<int>(History::kKept); ++i) latest.push_back(event_at(1000 + i));
    history.load(latest);
    EXPECT_EQ(history.floor(), id_at(1000)) << "older ones are not new";
}

TEST_F(AHistory, LooksBackNoMoreIfNothingHasComeForLong) {
    const Stopwatch::Instant start{};
    history.load({event_at(0), event_at(60'000)});
    history.was_scanned(start);
    history.was_scanned(start + 9s);
    EXPECT_EQ(history.floor(), id_at(50'000));
    history.was_scanned(start + 10s);
    EXPECT_EQ(history.floor(), id_at(60'000));

    history.add(event_at(61'000));
    EXPECT_EQ(history.floor(), id_at(51'000));
    history.was_scanned(start + 30s);
    EXPECT_EQ(history.floor(), id_at(51'000));
}

}  // namespace
}  // namespace callboard::streams

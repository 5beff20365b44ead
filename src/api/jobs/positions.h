#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "db/db.h"
#include "edge/call.h"
#include "jobs/position.h"
#include "wire/shape.h"

namespace callboard::api {

struct PositionInput {
    std::optional<std::string> position_id;
    std::optional<std::string> incumbent_name;
    jobs::PositionKind type{};
    Timestamp position_open_date;
    Timestamp target_start_date;

    static constexpr std::string_view kName = "JobPositionInput";
    static constexpr auto shape() {
        using Self = PositionInput;
        return wire::fields(
            wire::field("positionId", &Self::position_id,
                        {.max_length = 256, .about = "The company's own identifier of the position."}),
            wire::field("incumbentName", &Self::incumbent_name, {.max_length = 256}),
            wire::field("type", &Self::type), wire::field("positionOpenDate", &Self::position_open_date),
            wire::field("targetStartDate", &Self::target_start_date));
    }
    static PositionInput example() {
        return {.position_id = "P-104",
                .incumbent_name = "Max Ferber",
                .type = jobs::PositionKind::replacement,
                .position_open_date = {1767225600000},
                .target_start_date = {1772323200000}};
    }
};

struct PositionView {
    PositionId id;
    std::optional<std::string> position_id;
    jobs::PositionKind type{};
    std::optional<std::string> incumbent_name;
    Timestamp position_open_date;
    Timestamp target_start_date;
    jobs::PositionStatus status{};

    static constexpr std::string_view kName = "JobPosition";
    static constexpr auto shape() {
        using Self = PositionView;
        return wire::fields(
            wire::field("id", &Self::id), wire::field("positionId", &Self::position_id),
            wire::field("type", &Self::type), wire::field("incumbentName", &Self::incumbent_name),
            wire::field("positionOpenDate", &Self::position_open_date),
            wire::field("targetStartDate", &Self::target_start_date), wire::field("status", &Self::status));
    }
};

struct PositionList {
    std::int64_t total_found = 0;
    std::vector<PositionView> content;

    static constexpr std::string_view kName = "JobPositions";
    static constexpr auto shape() {
        return wire::fields(wire::field("totalFound", &PositionList::total_found),
                            wire::field("content", &PositionList::content));
    }
};

PositionList list_positions(db::Snapshot& snapshot, const edge::Call<>& call);
edge::Reply<PositionView> create_position(db::Tx& tx, const edge::Call<PositionInput>& call);
PositionView get_position(db::Snapshot& snapshot, const edge::Call<>& call);
PositionView replace_position(db::Tx& tx, const edge::Call<PositionInput>& call);
wire::Nothing delete_position(db::Tx& tx, const edge::Call<>& call);

}  // namespace callboard::api

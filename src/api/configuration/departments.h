#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "db/db.h"
#include "edge/call.h"
#include "wire/merge_patch.h"
#include "wire/shape.h"

namespace callboard::api {

struct DepartmentInput {
    std::string label;
    std::optional<std::string> description;
    std::optional<DepartmentId> id;

    static constexpr std::string_view kName = "DepartmentInput";
    static constexpr auto shape() {
        return wire::fields(
            wire::field("label", &DepartmentInput::label, {.min_length = 1, .max_length = 256}),
            wire::field("description", &DepartmentInput::description, {.max_length = 2000}),
            wire::field("id", &DepartmentInput::id, {.about = "Up to 19 digits; generated if omitted."}));
    }
    static DepartmentInput example() {
        return {.label = "Kitchen", .description = "Everything behind the counter", .id = {}};
    }
};

struct DepartmentChange {
    std::string label;
    std::optional<std::string> description;

    static constexpr std::string_view kName = "DepartmentChange";
    static constexpr std::string_view kPatchName = "DepartmentPatch";
    static constexpr auto shape() {
        return wire::fields(
            wire::field("label", &DepartmentChange::label, {.min_length = 1, .max_length = 256}),
            wire::field("description", &DepartmentChange::description, {.max_length = 2000}));
    }
    static std::string merge_example() { return R"({"description":"Everything before the counter"})"; }
};
using DepartmentPatch = wire::MergeOf<DepartmentChange>;

struct DepartmentView {
    DepartmentId id;
    std::string label;
    std::optional<std::string> description;

    static constexpr std::string_view kName = "Department";
    static constexpr auto shape() {
        return wire::fields(wire::field("id", &DepartmentView::id),
                            wire::field("label", &DepartmentView::label),
                            wire::field("description", &DepartmentView::description));
    }
};

struct DepartmentList {
    std::int64_t total_found;
    std::vector<DepartmentView> content;

    static constexpr std::string_view kName = "DepartmentList";
    static constexpr auto shape() {
        return wire::fields(wire::field("totalFound", &DepartmentList::total_found),
                            wire::field("content", &DepartmentList::content));
    }
};

edge::Reply<DepartmentView> create_department(db::Tx& tx, const edge::Call<DepartmentInput>& call);
DepartmentList list_departments(db::Snapshot& snapshot, const edge::Call<>& call);
DepartmentView get_department(db::Snapshot& snapshot, const edge::Call<>& call);
DepartmentView patch_department(db::Tx& tx, const edge::Call<DepartmentPatch>& call);
wire::Nothing delete_department(db::Tx& tx, const edge::Call<>& call);

}  // namespace callboard::api

// Whether a database belongs to a sandbox. A sandbox can move its clock, so its data must not become
// production data.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "base/movable_clock.h"
#include "base/names.h"
#include "db/db.h"

namespace callboard::sandbox {

enum class Kind { production, sandbox };

struct Deployment {
    Kind kind;
    ClockSetting clock;
};

namespace store {

// Nothing if the database was never served.
std::optional<Deployment> find_deployment(db::Snapshot& snapshot);
void insert_deployment(db::Tx& tx, Kind kind);
void set_clock(db::Tx& tx, const ClockSetting& clock);

}  // namespace store
}  // namespace callboard::sandbox

template <>
struct callboard::Names<callboard::sandbox::Kind> {
    using enum callboard::sandbox::Kind;
    static constexpr std::array kList{std::pair{production, std::string_view{"PRODUCTION"}},
                                      std::pair{sandbox, std::string_view{"SANDBOX"}}};
};

// What servers of one database must agree on: whether it belongs to a sandbox, which can move its clock, so
// that its data must not become production data; and the secrets key.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/movable_clock.h"
#include "base/names.h"
#include "db/db.h"

namespace callboard::sandbox {

enum class Kind { production, sandbox };

struct Deployment {
    Kind kind = Kind::production;
    ClockSetting clock;
};

namespace store {

// Nothing if the database was never served.
std::optional<Deployment> find_deployment(db::Snapshot& snapshot);
void insert_deployment(db::Tx& tx, Kind kind);
void set_clock(db::Tx& tx, const ClockSetting& clock);

std::optional<std::string> secrets_key_id(db::Snapshot& snapshot);
void record_secrets_key(db::Tx& tx, const std::string& id);   // unless there is one
bool replace_secrets_key(db::Tx& tx, const std::string& id);  // false: it was that one

}  // namespace store
}  // namespace callboard::sandbox

template <>
struct callboard::Names<callboard::sandbox::Kind> {
    using enum callboard::sandbox::Kind;
    static constexpr std::array kList{std::pair{production, std::string_view{"PRODUCTION"}},
                                      std::pair{sandbox, std::string_view{"SANDBOX"}}};
};

// Why an application ended: rejected by the company or withdrawn by the candidate. A deleted reason is
// archived: applications that have it still show its label.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "accounts/actor.h"
#include "base/id.h"
#include "base/names.h"
#include "db/db.h"

namespace callboard::configuration {

inline constexpr std::size_t kMostReasons = 500;  // of a kind

enum class ReasonKind { rejection, withdrawal };

struct Reason {
    ReasonId id;
    std::string label;  // unique in its kind, ignoring case
};

// Those that can be chosen, oldest first.
std::vector<Reason> reasons(db::Snapshot& snapshot, ReasonKind kind);

// Nothing if there is no such reason of this kind that can be chosen.
std::optional<Reason> find_reason(db::Snapshot& snapshot, ReasonKind kind, std::string_view id);
// The label of a reason of an application, also of an archived one.
std::optional<std::string> label_of_reason(db::Snapshot& snapshot, ReasonKind kind, std::string_view id);

std::vector<Reason> reasons(db::Snapshot& snapshot, const accounts::Actor& actor, ReasonKind kind);
// Throws REASON_NOT_FOUND, also if it is archived.
Reason reason(db::Snapshot& snapshot, const accounts::Actor& actor, ReasonKind kind, const ReasonId& id);

// These throw REASON_LABEL_NOT_UNIQUE.
Reason add_reason(db::Tx& tx, const accounts::Actor& actor, ReasonKind kind, const std::string& label);
Reason rename_reason(db::Tx& tx, const accounts::Actor& actor, ReasonKind kind, const ReasonId& id,
                     const std::string& label);
void archive_reason(db::Tx& tx, const accounts::Actor& actor, ReasonKind kind, const ReasonId& id);

}  // namespace callboard::configuration

template <>
struct callboard::Names<callboard::configuration::ReasonKind> {
    using enum callboard::configuration::ReasonKind;
    static constexpr std::array kList{std::pair{rejection, std::string_view{"REJECTION"}},
                                      std::pair{withdrawal, std::string_view{"WITHDRAWAL"}}};
};

// The table application_receipt.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "base/id.h"
#include "base/names.h"
#include "db/db.h"

namespace callboard::apply {

enum class ReceiptOutcome { created, repeated };

namespace store {

struct Receipt {
    CandidateId candidate;
    JobId job;
    ReceiptOutcome outcome{};
};

ReceiptId insert_receipt(db::Tx& tx, const Receipt& receipt);
std::optional<Receipt> find_receipt(db::Snapshot& snapshot, const ReceiptId& id);

}  // namespace store
}  // namespace callboard::apply

template <>
struct callboard::Names<callboard::apply::ReceiptOutcome> {
    using enum callboard::apply::ReceiptOutcome;
    static constexpr std::array kList{std::pair{created, std::string_view{"CREATED"}},
                                      std::pair{repeated, std::string_view{"REPEATED"}}};
};

// Finds the filter of a list that few candidates pass, by the indexes from values to candidates.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "candidates/candidate_list_store.h"
#include "db/db.h"

namespace callboard::candidates::store {

// Rows that can be read one by one, and sorted, for each page.
inline constexpr std::int64_t kFewRows = 10'000;

// The rows of one table from which a filter of a list takes its candidates.
struct ValueFilter {
    std::string_view candidate;  // the column
    std::string_view rows;       // all of the company; `narrow` adds the values
    std::function<void(db::ListQuery&)> narrow;
};

struct SelectiveFilter {
    ValueFilter filter;
    std::int64_t rows = 0;  // at most kFewRows
};

// Nothing if no filter is selective. The filters by job, status and time are considered for searches only:
// other lists are read by indexes that have them first.
std::optional<SelectiveFilter> find_selective_filter(db::Snapshot& snapshot, const Selection& selection);

// Restricts a list to the candidates of the filter; `candidate` is the column of the list.
void narrow_to(db::ListQuery& list, std::string_view candidate, const ValueFilter& filter);

}  // namespace callboard::candidates::store

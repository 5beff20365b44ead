#include "candidates/application.h"

#include <algorithm>
#include <utility>

namespace callboard::candidates {

const Assignment* primary_of(const std::vector<Assignment>& assignments) {
    const auto latest = std::ranges::max_element(assignments, {}, [](const Assignment& each) {
        return std::pair{is_active(each), each.change_number};
    });
    return latest == assignments.end() ? nullptr : &*latest;
}

}  // namespace callboard::candidates

#include "configuration/value_order.h"

#include <algorithm>

#include "base/error.h"

namespace callboard::configuration {
namespace {

bool have_same_ids(const std::vector<ValuePlace>& now, std::vector<std::string> wanted) {
    std::vector<std::string> present;
    for (const ValuePlace& each : now) present.push_back(each.id);
    std::ranges::sort(present);
    std::ranges::sort(wanted);
    return present == wanted;
}

}  // namespace

std::vector<ValuePlace> moved_values(const std::vector<ValuePlace>& now,
                                     const std::vector<std::string>& wanted) {
    if (!have_same_ids(now, wanted))
        throw conflict("CONFLICT", "must have the id of every value once; list the values again");
    std::vector<ValuePlace> moved;
    for (std::size_t i = 0; i < now.size(); ++i)
        if (now[i].id != wanted[i]) moved.push_back({.id = wanted[i], .place = now[i].place});
    return moved;
}

}  // namespace callboard::configuration

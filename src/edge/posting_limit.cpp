#include "edge/posting_limit.h"

#include <utility>

#include "base/error.h"

namespace callboard::edge {

Route limited_per_posting(Route row, std::string_view parameter) {
    row.start = [as_usual = std::move(row.start), parameter](RequestContext& context) {
        const std::string_view posting = context.path.text(parameter);
        const auto& client = context.exchange->request.client;
        if (const auto wait = context.services->address_limits.application(posting, client))
            throw too_many("too many applications for this posting", *wait);
        as_usual(context);
    };
    return row;
}

}  // namespace callboard::edge

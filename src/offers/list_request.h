// The query parameters of the list of offers.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/clock.h"
#include "offers/offer.h"
#include "wire/age.h"
#include "wire/list_parameters.h"

namespace callboard::offers {

// A filter without values is not applied.
struct ListRequest {
    std::vector<OfferStatus> statuses;
    std::optional<Timestamp> created_after;
    std::optional<Timestamp> created_before;
    std::optional<wire::Age> age;
    std::int64_t offset = 0;
    std::int64_t limit = 10;

    static constexpr auto shape() {
        using Self = ListRequest;
        return wire::fields(
            wire::limit_field(&Self::limit), wire::offset_field(&Self::offset),
            wire::field("createdAfter", &Self::created_after),
            wire::field("createdBefore", &Self::created_before),
            wire::field("age", &Self::age,
                        {.about = "The maximum age, such as 10 days or 7 hours; overrides createdAfter and "
                                  "createdBefore."}),
            wire::field("status", &Self::statuses, {.max_items = 100}));
    }
};

}  // namespace callboard::offers

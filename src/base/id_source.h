// Makes new identifiers. Thread-safe.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/id.h"

namespace callboard {

class IdSource {
  public:
    // No two calls give the same id. A uuid is of version 7: ids of one process
    // sort in the order in which they were made, also within a millisecond and
    // when the clock steps back; so "newest first" needs no second column.
    template <class AnyId>
    AnyId make(Timestamp now) {
        return make_for(now, static_cast<AnyId*>(nullptr));
    }

  private:
    template <class Tag>
    Id<Tag> make_for(Timestamp now, Id<Tag>* /*kind*/) {
        return Id<Tag>::from_trusted(text(Tag::form, now));
    }
    std::string text(IdForm form, Timestamp now);
    std::string uuid(Timestamp now);

    std::atomic<std::uint64_t> last_{0};  // milliseconds, then 12 bits that count within one
};

// Sorts before every uuid that is made then or later.
std::string first_uuid_of(Timestamp when);

// When a uuid of version 7 was made.
Timestamp time_of_uuid(std::string_view uuid);

}  // namespace callboard

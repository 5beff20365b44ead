// Generates identifiers. Thread-safe.
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
    // Every call returns a different id. A UUID is of version 7 (RFC 9562): those of one process increase
    // monotonically, also within a millisecond and when the clock steps back, so "newest first" can sort by
    // id.
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

    std::atomic<std::uint64_t> last_{0};  // milliseconds << 12 | counter
};

// A lower bound of the UUIDs that are generated at `when` or later.
std::string first_uuid_of(Timestamp when);

// The creation time of a version 7 UUID.
Timestamp time_of_uuid(std::string_view uuid);

}  // namespace callboard

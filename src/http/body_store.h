// Where large bodies of requests are put that are not to be kept in memory.
#pragma once

#include <cstddef>
#include <optional>

#include "http/exchange.h"

namespace callboard::http {

class BodyStore {
  public:
    virtual ~BodyStore() = default;

    // Called after Handler::admitted(): of a larger body, more than this is not kept in memory. Nothing: the
    // body is.
    virtual std::optional<std::size_t> body_in_memory(const Exchange& exchange) const = 0;

    // A step between steps 1 and 2, for a body that is larger: stores the bytes of request.body, which come
    // next, and clears it. If body_was_stored(), called afterwards on the thread of the event loop, returns
    // false, the request is refused.
    virtual void store_body(Exchange& exchange) = 0;
    virtual bool body_was_stored(Exchange& exchange) = 0;
};

}  // namespace callboard::http

// Routes whose handlers block until a test releases them, with their state.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "db/db.h"
#include "edge/route.h"
#include "wire/shape.h"

namespace callboard::test {

struct HandlerControl {
    std::atomic<bool> begun = false;
    std::atomic<bool> released = false;
    std::atomic<bool> stopped = false;    // a long read was cancelled
    std::atomic<bool> completed = false;  // a long read reached its end
    std::atomic<int> writes = 0;
    std::atomic<int> streams = 0;
    std::atomic<int> pieces = 0;

    void set_begun() {
        begun = true;
        begun.notify_all();
    }
    void wait_until_released() {
        set_begun();
        released.wait(false);
    }
    void release() {
        released = true;
        released.notify_all();
    }
};
inline HandlerControl* handlers = nullptr;  // of the current test

struct Done {
    std::string status;
    static constexpr auto shape() { return wire::fields(wire::field("status", &Done::status)); }
};

// Takes seconds unless it is cancelled; enters the handlers at its first row.
void run_long_query(db::Snapshot& snapshot);

Done wait_reading(db::Snapshot& snapshot, const edge::Call<>& call);
Done wait_writing(db::Tx& tx, const edge::Call<>& call);
Done write_at_once(db::Tx& tx, const edge::Call<>& call);

edge::Page echo(const edge::Services& services, const http::Request& request);

template <class Made>
edge::Page streamed(const edge::Services&, const http::Request&) {
    return {.content_type = "text/plain", .body = "", .stream = std::make_unique<Made>()};
}

// The columns of an unauthenticated route.
edge::Columns row(http::Method method, std::string_view path, std::string_view operation);

}  // namespace callboard::test

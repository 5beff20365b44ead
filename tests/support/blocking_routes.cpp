#include "support/blocking_routes.h"

#include <chrono>
#include <thread>

#include "base/error.h"

namespace callboard::test {
namespace {

constexpr db::GlobalSql kLongQuery{"test_long_query",
                                   "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT "
                                   "500000000) SELECT i FROM n WHERE i % 1000000 = 1"};

}  // namespace

void run_long_query(db::Snapshot& snapshot) {
    try {
        snapshot.all(kLongQuery, {}, [](const db::Row& each) {
            handlers->set_begun();
            return each.integer(0);
        });
        handlers->completed = true;
    } catch (const Error& error) {
        handlers->stopped = error.kind == ErrorKind::timed_out;
        throw;
    }
}

Done wait_reading(db::Snapshot&, const edge::Call<>&) {
    handlers->wait_until_released();
    return {"done"};
}

Done wait_writing(db::Tx&, const edge::Call<>&) {
    handlers->wait_until_released();
    ++handlers->writes;
    return {"done"};
}

Done write_at_once(db::Tx&, const edge::Call<>&) {
    ++handlers->writes;
    return {"done"};
}

edge::Page echo(const edge::Services&, const http::Request& request) {
    return {.content_type = "text/plain", .body = request.body};
}

edge::Columns row(http::Method method, std::string_view path, std::string_view operation) {
    return {method, path, operation, "", edge::anybody(), {}, 200};
}

}  // namespace callboard::test

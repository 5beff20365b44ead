// Messages about a connection pooler that cannot be used.
#pragma once

#include <string_view>

namespace callboard::app {

inline constexpr std::string_view kPoolsTransactions =
    "a connection pooler between callboard and PostgreSQL pools transactions; callboard needs sessions, for "
    "prepared statements and time-outs";
inline constexpr std::string_view kPoolingRemedy =
    "set pool_mode = session for this database in PgBouncer, or connect to PostgreSQL directly";

}  // namespace callboard::app

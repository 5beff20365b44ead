// The placeholders "$1, $2, …" of a query, numbered alike for both engines.
#pragma once

#include <cstddef>
#include <string_view>

namespace callboard::db {

// The highest placeholder of the text. Throws if one below it is missing, which SQLite would not report.
int parameter_count(std::string_view text);

// Throws if the number of arguments differs from that of placeholders. So a tenant query without $1 is
// refused.
void check_arguments(std::string_view name, std::size_t parameters, std::size_t arguments);

}  // namespace callboard::db

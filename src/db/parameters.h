// The "$1, $2, …" of a query, as both engines count them.
#pragma once

#include <cstddef>
#include <string_view>

namespace callboard::db {

// The highest parameter of the text. Throws when one below it is missing: SQLite would let that pass.
int parameter_count(std::string_view text);

// Throws when a query is given another number of arguments than it has parameters; so a query that belongs to
// a company and does not mention it is refused.
void check_arguments(std::string_view name, std::size_t parameters, std::size_t arguments);

}  // namespace callboard::db

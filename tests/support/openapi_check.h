// Checks every response that a test receives against the OpenAPI document.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <boost/json.hpp>

#include "support/http_client.h"

namespace callboard::test {

struct SchemaFault {
    std::string pointer;  // JSON pointer (RFC 6901) to the invalid value
    std::string message;

    bool operator==(const SchemaFault&) const = default;
};

// Violations of the schema. Stricter than JSON Schema 2020-12: undocumented properties are errors unless
// additionalProperties allows them. Throws std::logic_error for an unsupported keyword or format, so that
// nothing is skipped silently.
std::vector<SchemaFault> schema_faults(const boost::json::value& value, const boost::json::object& schema,
                                       const boost::json::object& document);

class OpenApiCheck {
  public:
    explicit OpenApiCheck(boost::json::object document) : document_(std::move(document)) {}

    // Everything in the response that is not documented. Paths that are not in the document are ignored:
    // routes of tests, and other servers.
    std::vector<std::string> faults(std::string_view method, std::string_view target,
                                    const Answer& answer) const;

    // The path template, preferring literal segments; empty if there is none.
    std::string_view path_of(std::string_view target) const;

  private:
    const boost::json::object document_;
};

// Of the route table of this program.
const OpenApiCheck& openapi_check();

}  // namespace callboard::test

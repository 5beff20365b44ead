// What the OpenAPI document promises, asked of every answer that a test sees.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <boost/json.hpp>

#include "support/http_client.h"

namespace callboard::test {

struct SchemaFault {
    std::string pointer;  // to the value that is not as it should be, RFC 6901
    std::string message;

    bool operator==(const SchemaFault&) const = default;
};

// Where the value is not what the schema says. Stricter than JSON Schema 2020-12: an object that names its
// properties has no others, unless additionalProperties lets them in. Throws std::logic_error at a keyword or
// a format that it does not know: nothing is taken as checked that was not.
std::vector<SchemaFault> schema_faults(const boost::json::value& value, const boost::json::object& schema,
                                       const boost::json::object& document);

class OpenApiCheck {
  public:
    explicit OpenApiCheck(boost::json::object document) : document_(std::move(document)) {}

    // Everything about the answer that the document does not promise. Of a path that it does not have nothing
    // is known: rows that only a test adds, and servers that are not ours.
    std::vector<std::string> faults(std::string_view method, std::string_view target,
                                    const Answer& answer) const;

    // The template of the path, of which literal parts win; empty when there is none.
    std::string_view path_of(std::string_view target) const;

  private:
    const boost::json::object document_;
};

// That of the table of this program.
const OpenApiCheck& openapi_check();

}  // namespace callboard::test

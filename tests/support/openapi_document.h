// The OpenAPI document of all routes.
#pragma once

#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include "edge/openapi.h"
#include "routes.h"

namespace callboard::test {

inline std::string_view key_of(http::Method method) {
    static const std::map<http::Method, std::string_view> kKeys{{http::Method::get, "get"},
                                                                {http::Method::post, "post"},
                                                                {http::Method::put, "put"},
                                                                {http::Method::patch, "patch"},
                                                                {http::Method::del, "delete"}};
    return kKeys.at(method);
}

// The value at a pointer into the operation of that name.
inline const boost::json::value& at(const boost::json::object& document, std::string_view operation,
                                    const std::string& pointer) {
    for (const auto& path : document.at("paths").as_object())
        for (const auto& method : path.value().as_object())
            if (method.value().at("operationId").as_string() == operation)
                return method.value().at_pointer(pointer);
    throw std::out_of_range("no such operation");
}

class OpenApiDocumentFixture : public testing::Test {
  protected:
    const boost::json::object& operation(const edge::Route& route) const {
        return document.at("paths")
            .at(std::string{route.path})
            .at(std::string{key_of(route.method)})
            .as_object();
    }

    // Its parameters, including referenced ones.
    std::vector<boost::json::object> parameters(const edge::Route& route) const {
        std::vector<boost::json::object> all;
        const auto* listed = operation(route).if_contains("parameters");
        if (!listed) return all;
        for (const auto& parameter : listed->as_array()) {
            const auto* reference = parameter.as_object().if_contains("$ref");
            const boost::json::value& resolved =
                reference ? document_value.at_pointer(reference->as_string().subview(1)) : parameter;
            all.push_back(resolved.as_object());
        }
        return all;
    }

    // The names of the headers of a response of the row.
    std::set<std::string> headers(const edge::Route& route, const std::string& status) const {
        std::set<std::string> names;
        const auto* const headers =
            operation(route).at("responses").at(status).as_object().if_contains("headers");
        if (headers)
            for (const auto& header : headers->as_object()) names.emplace(header.key());
        return names;
    }

    const std::vector<edge::Route> rows = callboard::routes();
    const boost::json::value document_value = boost::json::parse(edge::openapi_document(rows));
    const boost::json::object& document = document_value.as_object();
};

}  // namespace callboard::test

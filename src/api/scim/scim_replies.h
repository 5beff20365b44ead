// What the handlers of SCIM have in common: parameters of the query, lists, and addresses.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "base/company_gate.h"
#include "edge/web.h"
#include "scim/page.h"
#include "scim/projection.h"
#include "wire/json_writer.h"

namespace callboard::api {

inline constexpr std::string_view kScimType = "application/scim+json";

std::string scim_base(const edge::WebCall& call);

scim::Projection projection_of(const edge::WebCall& call);

// filter, startIndex and count. Throws invalidFilter, invalidValue and invalidSyntax.
scim::ListRequest list_request_of(const edge::WebCall& call);

// While it lives, the company reads no other list without the help of an index. Throws SERVICE_UNAVAILABLE if
// it reads one already, or others read too many.
class Scan {
  public:
    Scan(const edge::WebCall& call, const CompanyId& company);

  private:
    const CompanyGate::Place place_;
};

edge::WebReply scim_reply(std::string body, int status = 200);

// The elements are JSON objects, separated by commas.
std::string list_response(std::int64_t total, std::int64_t start, std::size_t count,
                          std::string_view elements);

template <class Item, class Write>
edge::WebReply list_reply(const scim::Page<Item>& page, const scim::ListRequest& request, Write write) {
    std::string elements;
    for (const Item& item : page.items) {
        if (!elements.empty()) elements += ',';
        std::string element;
        wire::JsonWriter out{element};
        write(out, item);
        elements += element;
    }
    return scim_reply(list_response(page.total, request.start, page.items.size(), elements));
}

}  // namespace callboard::api

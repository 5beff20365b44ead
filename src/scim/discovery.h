// What the SCIM service says of itself (RFC 7643, sections 5 to 7): configuration, resource types, schemas.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace callboard::scim {

std::string service_provider_config(std::string_view base);

// Each as a JSON object.
std::vector<std::string> resource_types(std::string_view base);
std::optional<std::string> resource_type(std::string_view base, std::string_view name);

std::vector<std::string> schemas(std::string_view base);
std::optional<std::string> schema(std::string_view base, std::string_view urn);

}  // namespace callboard::scim

// The attributes that a response has (RFC 7644, section 3.9): `attributes` and `excludedAttributes`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace callboard::scim {

class Projection {
  public:
    Projection() = default;
    // Names separated by commas. A part (name.givenName) shows the whole attribute, and excludes nothing.
    Projection(std::string_view attributes, std::string_view excluded);

    // For all attributes but id and schemas, which are always shown.
    bool shows(std::string_view attribute) const;

  private:
    std::vector<std::string> only_;  // empty: all
    std::vector<std::string> without_;
};

}  // namespace callboard::scim

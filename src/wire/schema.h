// Collects the JSON schemas of messages; the OpenAPI document shows them as its components.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "wire/json_writer.h"

namespace callboard::wire {

// Schemas by name. A message that has a name is written once and referred to everywhere else.
class Schemas {
  public:
    // Writes a reference to the schema `name`; the first time, calls `describe(JsonWriter&)` to write the
    // schema. `about` is the description of the reference.
    template <class Describe>
    void refer(JsonWriter& out, std::string_view name, Describe describe, std::string_view about = {}) {
        if (!texts_.contains(std::string{name})) {
            texts_.emplace(name, "");  // before describe(), so that schemas can be recursive
            std::string text;
            JsonWriter writer{text};
            describe(writer);
            texts_[std::string{name}] = std::move(text);
        }
        out.open_object();
        out.member("$ref", "#/components/schemas/" + std::string{name});
        if (!about.empty()) out.member("description", about);
        out.close_object();
    }

    const std::map<std::string, std::string>& texts() const { return texts_; }

  private:
    std::map<std::string, std::string> texts_;
};

}  // namespace callboard::wire

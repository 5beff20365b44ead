// Collects the JSON schemas of messages; the OpenAPI document shows them as its components.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "base/function_ref.h"
#include "wire/json_writer.h"

namespace callboard::wire {

// Schemas by name. A message that has a name is written once and referred to everywhere else.
class Schemas {
  public:
    // Writes a reference to the schema `name`; the first time, calls `describe` to write the schema.
    // `about` is the description of the reference.
    void refer(JsonWriter& out, std::string_view name, FunctionRef<void(JsonWriter&)> describe,
               std::string_view about = {});

    const std::map<std::string, std::string>& texts() const { return texts_; }

  private:
    std::map<std::string, std::string> texts_;
};

}  // namespace callboard::wire

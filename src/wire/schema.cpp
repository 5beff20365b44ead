#include "wire/schema.h"

#include <utility>

namespace callboard::wire {

void Schemas::refer(JsonWriter& out, std::string_view name, FunctionRef<void(JsonWriter&)> describe,
                    std::string_view about) {
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

}  // namespace callboard::wire

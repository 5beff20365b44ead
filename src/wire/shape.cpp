#include "wire/shape.h"

namespace callboard::wire {

namespace {

void describe_properties(JsonWriter& out, Description fields, Schemas& schemas) {
    for (const DescribedField& each : fields) {
        if (!each.schema) {
            describe_properties(out, each.members, schemas);
            continue;
        }
        out.prepared_key(*each.name);
        each.schema(out, *each.rule, schemas);
    }
}

void collect_required(Description fields, std::vector<std::string_view>& names) {
    for (const DescribedField& each : fields) {
        collect_required(each.members, names);
        if (each.required) names.push_back(each.name->text());
    }
}

}  // namespace

void describe_object(JsonWriter& out, Description fields, Schemas& schemas) {
    out.open_object();
    out.member("type", "object");
    out.key("properties");
    out.open_object();
    describe_properties(out, fields, schemas);
    out.close_object();
    std::vector<std::string_view> required;
    collect_required(fields, required);
    if (!required.empty()) {
        out.key("required");
        out.open_array();
        for (const auto name : required) out.text(name);
        out.close_array();
    }
    out.close_object();
}

bool requires_a_field(Description fields) {
    std::vector<std::string_view> required;
    collect_required(fields, required);
    return !required.empty();
}

}  // namespace callboard::wire

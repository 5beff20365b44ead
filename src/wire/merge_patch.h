// JSON Merge Patch (RFC 7396).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "wire/shape.h"

namespace callboard::wire {

// Returns the patched document. Throws an Error of this kind if it exceeds the maximum size of a body.
std::string apply_merge_patch(std::string_view patch, std::string_view document,
                              ErrorKind kind = ErrorKind::unprocessable);

void describe_merge_patch(JsonWriter& out, Description target, Schemas& schemas);

// The body of a PATCH. `Target` is the message that is patched; it also has merge_example() and kPatchName,
// the name of the schema.
template <Message Target>
struct MergeOf {
    static constexpr std::string_view kMediaType = "application/merge-patch+json";  // RFC 7396
    std::string patch = "{}";

    static constexpr auto shape() { return fields(); }  // none of its own
    static MergeOf example() { return {Target::merge_example()}; }
};

template <Message Target>
struct Codec<MergeOf<Target>> {
    static std::optional<MergeOf<Target>> read(const JsonValue& value, const Rule&, Reading& reading) {
        if (value.kind() != JsonKind::object) {
            reading.fault("must be an object");
            return std::nullopt;
        }
        note_unknown_names(value, reading);
        return MergeOf<Target>{value.to_json()};
    }
    static void write(JsonWriter& out, const MergeOf<Target>& value) { out.raw(value.patch); }
    // All members are optional; null is allowed for those that are optional in `Target`.
    static void schema(JsonWriter& out, const Rule&, Schemas& schemas) {
        schemas.refer(out, Target::kPatchName, [&](JsonWriter& inner) {
            describe_merge_patch(inner, Codec<Target>::description(), schemas);
        });
    }

  private:
    // Decodes the patch as a `Target` to find unknown names. Faults are ignored here: merged() reports them.
    static void note_unknown_names(const JsonValue& patch, Reading& reading) {
        if (!reading.wants_unknown_names()) return;
        Reading names_only = reading.without_faults();
        Codec<Target>::read(patch, {}, names_only);
    }
};

// Returns the patched message. Throws Error with every fault.
template <Message Target>
Target merged(const Target& before, const MergeOf<Target>& patch, ErrorKind kind) {
    return decode<Target>(apply_merge_patch(patch.patch, to_json(before), kind), kind);
}

}  // namespace callboard::wire

// JSON Merge Patch (RFC 7396): a document that says what is to be otherwise; null takes away.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "wire/shape.h"

namespace callboard::wire {

// The document as the patch leaves it. Throws an Error of this kind when that is larger than a body may be.
std::string apply_merge_patch(std::string_view patch, std::string_view document,
                              ErrorKind kind = ErrorKind::unprocessable);

// The body of a PATCH. `Target` is the message that is patched; it has an example of a patch and a
// name for it (kPatchName), too.
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
    // Any of the members; null for those that may be absent.
    static void schema(JsonWriter& out, const Rule&, Schemas& schemas) {
        schemas.refer(out, Target::kPatchName, [&](JsonWriter& inner) { describe_members(inner, schemas); });
    }

  private:
    static void describe_members(JsonWriter& out, Schemas& schemas) {
        out.open_object();
        out.member("type", "object");
        out.key("properties");
        out.open_object();
        for_each_field<Target>([&]<class Member>(const Field<Target, Member>& each) {
            out.prepared_key(each.name);
            if constexpr (kIsOptional<Member>) {
                out.open_object();
                out.key("anyOf");
                out.open_array();
                Codec<typename Member::value_type>::schema(out, each.rule, schemas);
                out.raw(R"({"type":"null"})");
                out.close_array();
                out.close_object();
            } else {
                Codec<Member>::schema(out, each.rule, schemas);
            }
        });
        out.close_object();
        out.close_object();
    }

    // The patch is read as the message that it is a part of. What is missing or wrong with it shows when it
    // is merged.
    static void note_unknown_names(const JsonValue& patch, Reading& reading) {
        if (!reading.wants_unknown_names()) return;
        Reading rehearsal = reading.without_faults();
        Codec<Target>::read(patch, {}, rehearsal);
    }
};

// The message as the patch leaves it. Throws Error with every fault.
template <Message Target>
Target merged(const Target& before, const MergeOf<Target>& patch, ErrorKind kind) {
    return decode<Target>(apply_merge_patch(patch.patch, to_json(before), kind), kind);
}

}  // namespace callboard::wire

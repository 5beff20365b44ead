// JSON Patch (RFC 6902): a list of changes to a document, applied atomically.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/names.h"
#include "wire/shape.h"

namespace callboard::wire {

enum class PatchAction { add, remove, replace, move, copy, test };

struct PatchOperation {
    PatchAction op{};
    std::string path;   // a JSON pointer (RFC 6901)
    std::string from;   // a JSON pointer; only for move and copy
    std::string value;  // JSON; only for add, replace and test
};

struct JsonPatch {
    std::vector<PatchOperation> operations;
};

std::optional<JsonPatch> read_patch(const JsonValue& value, Reading& reading);
void write_patch(JsonWriter& out, const JsonPatch& patch);
void describe_patch(JsonWriter& out, Schemas& schemas);

// Returns the patched document. Throws VALIDATION_ERROR, with the pointer in the patch, for an operation that
// cannot be applied, and CONFLICT for a failed test. Nesting depth (also of intermediate documents), size of
// the result and cost are bounded.
std::string apply_patch(const JsonPatch& patch, std::string_view document);

// The body of a PATCH. `Target` is the message that is patched; it also has patch_example().
template <Message Target>
struct PatchOf : JsonPatch {
    static constexpr std::string_view kMediaType = "application/json-patch+json";  // RFC 6902
    static constexpr auto shape() { return fields(); }                             // none: it is an array
    static PatchOf example() { return {Target::patch_example()}; }
};

template <Message Target>
struct Codec<PatchOf<Target>> {
    static std::optional<PatchOf<Target>> read(const JsonValue& value, const Rule&, Reading& reading) {
        auto patch = read_patch(value, reading);
        if (!patch) return std::nullopt;
        return PatchOf<Target>{std::move(*patch)};
    }
    static void write(JsonWriter& out, const PatchOf<Target>& patch) { write_patch(out, patch); }
    static void schema(JsonWriter& out, const Rule&, Schemas& schemas) { describe_patch(out, schemas); }
};

// Returns the patched message. Absent optional members are null in the document, so that a client can replace
// or remove them without checking first. Members that do not exist are reported in `unknown`.
template <Message Target>
Target patched(const Target& before, const JsonPatch& patch, UnknownNames& unknown) {
    std::string document;
    JsonWriter out{document};
    out.open_object();
    for_each_field<Target>([&]<class Member>(const Field<Target, Member>& each) {
        out.prepared_key(each.name);
        const Member& value = before.*(each.member);
        if constexpr (!kIsOptional<Member>) {
            Codec<Member>::write(out, value);
        } else if (value) {
            Codec<typename Member::value_type>::write(out, *value);
        } else {
            out.null();
        }
    });
    out.close_object();
    return decode<Target>(apply_patch(patch, document), ErrorKind::unprocessable, unknown);
}

}  // namespace callboard::wire

template <>
struct callboard::Names<callboard::wire::PatchAction> {
    using enum callboard::wire::PatchAction;
    static constexpr std::string_view kName = "JsonPatchAction";
    static constexpr std::array kList{
        std::pair{add, std::string_view{"add"}},         std::pair{remove, std::string_view{"remove"}},
        std::pair{replace, std::string_view{"replace"}}, std::pair{move, std::string_view{"move"}},
        std::pair{copy, std::string_view{"copy"}},       std::pair{test, std::string_view{"test"}},
    };
};

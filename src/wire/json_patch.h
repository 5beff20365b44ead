// JSON Patch (RFC 6902): a list of changes to a document, made all or not at all.
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
    std::string from;   // another one, of move and copy
    std::string value;  // of add, replace and test, as JSON
};

struct JsonPatch {
    std::vector<PatchOperation> operations;
};

std::optional<JsonPatch> read_patch(const JsonValue& value, Reading& reading);
void write_patch(JsonWriter& out, const JsonPatch& patch);
void describe_patch(JsonWriter& out, Schemas& schemas);

// The document as the patch leaves it. Throws VALIDATION_ERROR, with the place in the patch, for a change
// that cannot be made, and CONFLICT for a test that fails. Neither the document nor what it is on the way is
// nested deeper than a body may be; the result is no larger than a body; and the work is bounded.
std::string apply_patch(const JsonPatch& patch, std::string_view document);

// The body of a PATCH. `Target` is the message that is patched; it has an example of a patch, too.
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

// The message as the patch leaves it. What it could have and has not is null to the patch, so that a client
// may replace or remove it without looking first. What it cannot have is among the unknown names, by its
// place in the message.
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

#include "api/apply/sent_file.h"

#include <array>
#include <utility>

#include "base/encoding.h"

namespace callboard::api {
namespace {

constexpr std::array<std::string_view, 3> kMembers{"fileName", "mimeType", "fileContent"};

// Empty if it is absent or null. Reports what is neither that nor a string.
std::string_view text_of(const wire::JsonValue& object, std::string_view name, wire::Reading& reading) {
    const auto member = object.find(name);
    if (!member || member->kind() == wire::JsonKind::null) return {};
    if (member->kind() == wire::JsonKind::text) return member->text();
    const wire::Reading::Step step{reading, name};
    reading.fault("must be a string");
    return {};
}

}  // namespace

std::optional<files::NewFile> read_sent_file(const wire::JsonValue& value, files::Purpose purpose,
                                             wire::Reading& reading) {
    if (value.kind() != wire::JsonKind::object) {
        reading.fault("must be an object");
        return std::nullopt;
    }
    wire::note_unknown_members(value, kMembers, reading);
    const std::size_t before = reading.faults().size();
    const std::string_view name = text_of(value, "fileName", reading);
    const std::string_view media_type = text_of(value, "mimeType", reading);
    const std::string_view encoded = text_of(value, "fileContent", reading);
    if (reading.faults().size() > before) return std::nullopt;
    const auto fault = [&](std::string_view member, std::string message) {
        const wire::Reading::Step step{reading, member};
        reading.fault(std::move(message));
        return std::nullopt;
    };
    if (name.empty()) return fault("fileName", "is required");
    if (encoded.empty()) return fault("fileContent", "is required");
    if (encoded.size() > kMostEncodedFile)
        return fault("fileContent",
                     "must have at most " + std::to_string(kMostEncodedFile) + " characters of base64");
    const auto content = from_base64(encoded);
    if (!content) return fault("fileContent", "must be base64 (RFC 4648, section 4)");
    auto file =
        files::checked({.purpose = purpose, .name = name, .media_type = media_type, .content = *content});
    if (!file) {
        reading.fault(std::move(file.error()));
        return std::nullopt;
    }
    return std::move(*file);
}

void write_sent_file(wire::JsonWriter& out, const files::NewFile& file) {
    std::string encoded;
    file.chunks.visit([&](std::string_view chunk) { encoded += chunk; });
    out.open_object();
    out.member("fileName", file.name);
    out.member("mimeType", files::media_type_of(file.type));
    out.member("fileContent", encoded);
    out.close_object();
}

void describe_sent_file(wire::JsonWriter& out, wire::Schemas& schemas) {
    schemas.refer(out, "SentFile", [](wire::JsonWriter& inner) {
        inner.raw(
            R"({"type":"object","required":["fileName","fileContent"],"properties":{)"
            R"("fileName":{"type":"string","minLength":1,"maxLength":100},)"
            R"("mimeType":{"type":"string","description":"Must agree with the content and the name."},)"
            R"("fileContent":{"type":"string","minLength":1,)"
            R"("description":"base64 (RFC 4648) of at most 10 MiB, in up to 13,981,014 characters and padding."}}})");
    });
}

}  // namespace callboard::api

#include "candidates/source_choice.h"

#include <utility>
#include <variant>

#include "base/error.h"

namespace callboard::candidates {
namespace {

[[noreturn]] void refuse(configuration::SourceFault fault, SourceCodes codes) {
    const bool creates = codes == SourceCodes::of_creation;
    switch (fault) {
        case configuration::SourceFault::unknown_type:
            if (creates) throw not_found("SOURCE_TYPE_NOT_FOUND", "there is no such type of source");
            throw invalid_request("INVALID_SOURCE_TYPE", "there is no such type of source");
        case configuration::SourceFault::sub_type_required:
            throw invalid_request("SUBTYPE_REQUIRED", "several subtypes have this source: name one");
        case configuration::SourceFault::unknown: break;
    }
    throw invalid_request(creates ? "SOURCE_NOT_FOUND" : "INVALID_SOURCE", "there is no such source");
}

}  // namespace

configuration::Source chosen(db::Snapshot& snapshot, const SourceChoice& choice, SourceCodes codes) {
    auto outcome = configuration::choose_source(snapshot, choice.type, choice.sub_type, choice.id);
    if (const auto* const fault = std::get_if<configuration::SourceFault>(&outcome)) refuse(*fault, codes);
    return std::get<configuration::Source>(std::move(outcome));
}

}  // namespace callboard::candidates

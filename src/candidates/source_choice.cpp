#include "candidates/source_choice.h"

#include <string>
#include <utility>
#include <variant>

#include "base/error.h"
#include "base/in_quotes.h"

namespace callboard::candidates {
namespace {

[[noreturn]] void refuse(configuration::SourceFault fault, const SourceChoice& choice, SourceCodes codes) {
    const std::string no_type = "source type " + in_quotes(choice.type) + " does not exist";
    const bool creates = codes == SourceCodes::of_creation;
    switch (fault) {
        case configuration::SourceFault::unknown_type:
            if (creates) throw not_found("SOURCE_TYPE_NOT_FOUND", no_type);
            throw invalid_request("INVALID_SOURCE_TYPE", no_type);
        case configuration::SourceFault::sub_type_required:
            throw invalid_request("SUBTYPE_REQUIRED", "several subtypes have the source " +
                                                          in_quotes(choice.id) + "; the subtype is required");
        case configuration::SourceFault::unknown: break;
    }
    throw invalid_request(
        creates ? "SOURCE_NOT_FOUND" : "INVALID_SOURCE",
        "source " + in_quotes(choice.id) + " does not exist in the type " + in_quotes(choice.type));
}

}  // namespace

configuration::Source chosen(db::Snapshot& snapshot, const SourceChoice& choice, SourceCodes codes) {
    auto outcome = configuration::choose_source(snapshot, choice.type, choice.sub_type, choice.id);
    if (const auto* const fault = std::get_if<configuration::SourceFault>(&outcome))
        refuse(*fault, choice, codes);
    return std::get<configuration::Source>(std::move(outcome));
}

}  // namespace callboard::candidates

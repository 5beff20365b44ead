#include "postings/listing.h"

#include <string>
#include <utility>

#include "base/encoding.h"
#include "base/error.h"
#include "base/words.h"
#include "configuration/dictionary.h"
#include "wire/codec.h"

namespace callboard::postings {
namespace {

std::vector<std::string> known_languages(const std::vector<std::string>& codes) {
    std::vector<std::string> known;
    for (const std::string& code : codes) {
        const configuration::Language* const language = configuration::find_filter_language(code);
        if (!language) throw invalid_request("INVALID_PARAMETER", "language must be a known language code");
        known.emplace_back(language->code);
    }
    return known;
}

std::vector<std::string> words_in(std::string_view text) {
    std::vector<std::string> words;
    for (SearchWord& each : search_words(text)) words.push_back(std::move(each.text));
    return words;
}

}  // namespace

void ListRequest::take_open_parameter(std::string_view name, const std::vector<std::string_view>& values,
                                      wire::Reading& reading) {
    if (values.empty()) return;
    const wire::Reading::Step step{reading, kOpenPrefix};
    if (fields.size() == kMostFieldFilters)
        return reading.fault("can be used at most " + std::to_string(kMostFieldFilters) + " times");
    auto field = wire::Codec<std::string>::parse(name, {.one_line = true}, reading);
    if (!field) return;
    FieldFilter filter{.field = std::move(*field), .values = {}};
    for (const std::string_view each : values)
        if (auto value = wire::Codec<std::string>::parse(each, {}, reading))
            filter.values.push_back(std::move(*value));
    fields.push_back(std::move(filter));
}

PostingPage list(db::Snapshot& snapshot, const ListRequest& request) {
    store::Selection selection{.asked = request,
                               .words = {},
                               .region = fold(request.region.value_or("")),
                               .city = fold(request.city.value_or("")),
                               .country = fold(request.country.value_or("")),
                               .languages = known_languages(request.languages)};
    if (request.text) {
        selection.words = words_in(*request.text);
        if (selection.words.empty()) return {};
    }
    PostingPage page{.total = store::count(snapshot, selection), .postings = {}};
    if (request.offset < page.total) page.postings = store::page(snapshot, selection);
    return page;
}

bool may_see(Visitor visitor, Destination destination) {
    return visitor == Visitor::employee || destination == Destination::everyone;
}

FullPosting visible_posting(db::Snapshot& snapshot, Visitor visitor, std::string_view id_or_uuid) {
    auto found = find_full(snapshot, id_or_uuid);
    const bool is_visible = found && found->is_active &&
                            (visitor == Visitor::employee || found->visibility == Visibility::everyone);
    if (!is_visible) throw not_found("POSTING_NOT_FOUND");
    return std::move(*found);
}

}  // namespace callboard::postings

#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "configuration/dictionary.h"
#include "db/db.h"
#include "edge/call.h"
#include "wire/list_parameters.h"
#include "wire/shape.h"

namespace callboard::api {

struct DictionaryQuery {
    std::int64_t limit = 1'000;
    std::int64_t offset = 0;

    static constexpr auto shape() {
        return wire::fields(wire::limit_field(&DictionaryQuery::limit, 1'000),
                            wire::offset_field(&DictionaryQuery::offset));
    }
};

struct DictionaryEntry {
    std::string_view id;
    std::string_view label;

    static constexpr std::string_view kName = "DictionaryEntry";
    static constexpr auto shape() {
        return wire::fields(wire::field("id", &DictionaryEntry::id),
                            wire::field("label", &DictionaryEntry::label));
    }
};

struct DictionaryList {
    std::int64_t total_found;
    std::int64_t limit;
    std::int64_t offset;
    std::vector<DictionaryEntry> content;

    static constexpr std::string_view kName = "Dictionary";
    static constexpr auto shape() {
        return wire::fields(wire::field("totalFound", &DictionaryList::total_found),
                            wire::field("limit", &DictionaryList::limit),
                            wire::field("offset", &DictionaryList::offset),
                            wire::field("content", &DictionaryList::content));
    }
};

using DictionaryCall = edge::Call<wire::Nothing, DictionaryQuery>;

// Labels are in the language of the call; English if configuration/translations.h has no translation.
template <configuration::Dictionary dictionary>
DictionaryList list_terms(db::Snapshot& snapshot, const DictionaryCall& call);

DictionaryList list_languages(db::Snapshot& snapshot, const DictionaryCall& call);
DictionaryList list_countries(db::Snapshot& snapshot, const DictionaryCall& call);
DictionaryList list_currencies(db::Snapshot& snapshot, const DictionaryCall& call);

}  // namespace callboard::api

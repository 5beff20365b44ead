#include "api/configuration/dictionary.h"

#include <ranges>
#include <span>

#include "configuration/translations.h"

namespace callboard::api {
namespace {

using configuration::Dictionary;

// The requested page of the rows, each converted by `entry`.
template <class Row, class Entry>
DictionaryList page(std::span<const Row> rows, const DictionaryCall& call, Entry entry) {
    DictionaryList list{.total_found = std::ssize(rows),
                        .limit = call.query.limit,
                        .offset = call.query.offset,
                        .content = {}};
    for (const Row& row : rows | std::views::drop(list.offset) | std::views::take(list.limit)) {
        list.content.push_back(entry(row));
    }
    return list;
}

}  // namespace

template <Dictionary dictionary>
DictionaryList list_terms(db::Snapshot&, const DictionaryCall& call) {
    return page(configuration::terms(dictionary), call, [&](const configuration::Term& term) {
        return DictionaryEntry{.id = term.id,
                               .label = configuration::label_of(dictionary, term, call.language)};
    });
}

DictionaryList list_languages(db::Snapshot&, const DictionaryCall& call) {
    return page(configuration::languages(), call, [](const configuration::Language& language) {
        return DictionaryEntry{.id = language.code, .label = language.label};
    });
}

DictionaryList list_countries(db::Snapshot&, const DictionaryCall& call) {
    return page(configuration::countries(), call, [](const configuration::Country& country) {
        return DictionaryEntry{.id = country.code, .label = country.name};
    });
}

DictionaryList list_currencies(db::Snapshot&, const DictionaryCall& call) {
    return page(configuration::currencies(), call, [](const configuration::Currency& currency) {
        return DictionaryEntry{.id = currency.code, .label = currency.name};
    });
}

template DictionaryList list_terms<Dictionary::industries>(db::Snapshot&, const DictionaryCall&);
template DictionaryList list_terms<Dictionary::functions>(db::Snapshot&, const DictionaryCall&);
template DictionaryList list_terms<Dictionary::experience_levels>(db::Snapshot&, const DictionaryCall&);
template DictionaryList list_terms<Dictionary::employment_types>(db::Snapshot&, const DictionaryCall&);
template DictionaryList list_terms<Dictionary::eeo_categories>(db::Snapshot&, const DictionaryCall&);

}  // namespace callboard::api

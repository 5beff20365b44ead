#include <string>

#include "base/digest.h"
#include "db/db.h"

namespace callboard::db {
namespace {

// Identifies the list with its filters and the company. A digest, because a filter may have kilobytes.
std::string key_of(const CompanyId& company, const ListQuery& list) {
    std::string key{company.text()};
    key.append(list.text());
    for (const Value& value : list.values()) {
        const std::string text = value.kind() == Value::Kind::integer ? std::to_string(value.integer())
                                                                      : std::string{value.text()};
        key.append("\n").append(std::to_string(text.size())).append(":").append(text);
    }
    const Sha256 digest = sha256(key);
    return {digest.begin(), digest.end()};
}

}  // namespace

std::int64_t Snapshot::total(const ListQuery& list) {
    return total(list, list);
}

std::int64_t Snapshot::total(const ListQuery& list, const ListQuery& first) {
    const std::int64_t few = number(ListQuery{first}.count(kExactTotal + 1));
    if (few <= kExactTotal) return few;
    const std::string key = key_of(company(), list);
    ListQuery count{list};
    count.count();
    if (const auto known = shared_.totals.find(key, now)) {
        if (known->is_due) shared_.recount(company(), key, KeptQuery{count});
        return known->total;
    }
    const std::int64_t all = number(count);
    shared_.totals.keep(key, all, now);
    return all;
}

}  // namespace callboard::db

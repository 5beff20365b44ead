// Finds candidates by the words of their texts. The one thing that the engines do not share: FTS5 on SQLite,
// tsvector with GIN on PostgreSQL. What a word is and what its stem is we say ourselves, so both find the
// same.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "db/db.h"

namespace callboard::db {

// Plain texts. The words of the place are found like the others, and can be asked for alone.
struct SearchText {
    std::string_view words;
    std::string_view place;
};

// A candidate is found who has any word of the text and lives in any of the places. Words of the text in
// "double quotes", and characters that are words and are written without a space, must stand next to each
// other; of a place all words must be there. Nothing else is more than words: there are no operators. Of long
// questions and long phrases the first words count.
struct SearchQuestion {
    std::optional<std::string> text;
    std::vector<std::string> places;
};

class TextSearch {
  public:
    // New, or in place of what was there; that keeps its place in the order.
    static void put(Tx& tx, const CandidateId& candidate, const SearchText& text);
    static void remove(Tx& tx, const CandidateId& candidate);

    // A condition (ListQuery::where_matching) for a list "FROM candidate_text t WHERE $1 <> ''", which has
    // t.candidate_id and t.rowid, larger for newer entries. It binds the company.
    struct Match {
        std::string_view condition;
        std::string value;
    };
    // Nothing when the question, or one of its two halves, has no word: then nobody can be found.
    static std::optional<Match> match(Snapshot& snapshot, const SearchQuestion& question);
};

}  // namespace callboard::db

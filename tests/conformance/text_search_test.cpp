// Both engines find the same: every test runs on SQLite and on PostgreSQL.
#include "db/text_search.h"

#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "support/each_database.h"
#include "support/given.h"

namespace callboard {
namespace {

using db::SearchQuestion;
using db::Snapshot;
using db::Tx;
using testing::ElementsAre;
using testing::IsEmpty;

using Names = std::vector<std::string>;

constexpr db::Sql kInsert{"test_insert", R"sql(
    INSERT INTO candidate (company_id, id, first_name, last_name, email, email_key, last_name_key, employment,
                           summary, details, consent, created_at, updated_at)
    VALUES ($1, $2, $2, $2, $2, $2, $2, 'EXTERNAL', '{}', '{}', 'REQUIRED', 0, 0)
    ON CONFLICT (company_id, id) DO NOTHING)sql"};
constexpr db::Sql kDelete{"test_delete", "DELETE FROM candidate WHERE company_id = $1 AND id = $2"};

constexpr db::ListSql kFound{"test_found", "t.candidate_id, t.rowid", "FROM candidate_text t WHERE $1 <> ''",
                             "ORDER BY t.rowid DESC"};

void put(Tx& tx, const std::string& name, std::string_view words, std::string_view place = "",
         std::string_view names = "") {
    tx.execute(kInsert, {name});
    db::TextSearch::put(tx, CandidateId::from_trusted(name),
                        {.words = words, .place = place, .names = names});
}

Names names_in(Snapshot& snapshot, const db::ListSql& sql, std::string_view condition,
               std::string_view value) {
    db::ListQuery list{sql};
    list.where_matching(condition, value);
    const auto total = static_cast<std::size_t>(snapshot.total(list));
    Names names = snapshot.all(list.page(1000), [](const db::Row& row) { return row.string(0); });
    EXPECT_EQ(names.size(), total);
    return names;
}

// All ways to find them find the same.
Names found(Snapshot& snapshot, const SearchQuestion& question) {
    const auto match = db::TextSearch::match(snapshot, question);
    if (!match) return {};
    const db::ListSql entries{"test_entries", kFound.columns, match->entries, kFound.order};
    Names names = names_in(snapshot, kFound, match->all, match->value);
    EXPECT_EQ(names_in(snapshot, kFound, match->newest, match->value), names);
    EXPECT_EQ(names_in(snapshot, entries, match->of_entry, match->value), names);
    return names;
}

class TextSearch : public test::EachDatabase {
  protected:
    void put(const std::string& name, std::string_view words, std::string_view place = "") {
        db->write(company, [&](Tx& tx) { callboard::put(tx, name, words, place); });
    }

    void name(const std::string& id, const std::string& names, const std::string& words,
              std::string_view place = "") {
        db->write(company, [&](Tx& tx) { callboard::put(tx, id, names + " " + words, place, names); });
    }

    Names asked(const SearchQuestion& question) { return asked(company, question); }
    Names asked(const CompanyId& whose, const SearchQuestion& question) {
        return db->read(whose, [&](Snapshot& snapshot) { return found(snapshot, question); });
    }
    Names with(std::string_view text) { return asked({.text = std::string{text}, .places = {}}); }
    Names beginning(std::string_view text) {
        return asked({.text = std::string{text}, .places = {}, .match = db::WordMatch::prefix});
    }
    Names in(std::vector<std::string> places) {
        return asked({.text = std::nullopt, .places = std::move(places)});
    }

    const CompanyId company = given::company(*db);
};

TEST_P(TextSearch, FindsWhoeverHasAnyOfTheWordsNewestFirst) {
    put("ada", "cook in a hotel");
    put("bob", "driver of a bus");
    put("eve", "baker, formerly cook");

    EXPECT_THAT(with("Cook"), ElementsAre("eve", "ada"));
    EXPECT_THAT(with("bus BAKER"), ElementsAre("eve", "bob"));
    EXPECT_THAT(with("plumber"), IsEmpty());
}

TEST_P(TextSearch, FindsOtherFormsOfAWord) {
    put("ada", "builds houses");
    put("bob", "building of bridges");
    put("eve", "JS, OS, technology");

    EXPECT_THAT(with("build"), ElementsAre("bob", "ada"));
    EXPECT_THAT(with("BUILDING"), ElementsAre("bob", "ada"));
    EXPECT_THAT(with("\"builds house\""), ElementsAre("ada"));
    EXPECT_THAT(with("technologies"), ElementsAre("eve"));
    EXPECT_THAT(with("j o"), IsEmpty());  // which some stemmers make of JS and OS
}

TEST_P(TextSearch, WordsInQuotesStandNextToEachOtherInTheirOrder) {
    put("ada", "senior software engineer");
    put("bob", "engineer of senior software");
    put("eve", "software for a senior engineer");

    EXPECT_THAT(with("\"senior software\""), ElementsAre("bob", "ada"));
    EXPECT_THAT(with("\"software engineer\""), ElementsAre("ada"));
    EXPECT_THAT(with("\"engineer senior\""), IsEmpty());
    EXPECT_THAT(with("\"software engineer\" \"senior engineer\""), ElementsAre("eve", "ada"));
    EXPECT_THAT(with("for \"software engineer"), ElementsAre("eve", "ada"));
    EXPECT_THAT(with("engineer\"\"senior"), ElementsAre("eve", "bob", "ada"));
}

TEST_P(TextSearch, NoPhraseReachesFromTheWordsIntoThePlace) {
    put("ada", "cook", "new york");

    EXPECT_THAT(with("\"new york\""), ElementsAre("ada"));
    EXPECT_THAT(with("\"cook new\""), IsEmpty());
    EXPECT_THAT(with("\"york new\""), IsEmpty());
}

TEST_P(TextSearch, FindsNamesByTheirBeginnings) {
    name("ada", "Lena Müller", "cook");
    name("bob", "Leonard Sterling", "cook");
    name("eve", "Helen Meier", "lens grinder");

    EXPECT_THAT(beginning("l"), ElementsAre("bob", "ada"));
    EXPECT_THAT(beginning("LE"), ElementsAre("bob", "ada"));
    EXPECT_THAT(beginning("len"), ElementsAre("eve", "ada"));  // of "lens" it is the stem
    EXPECT_THAT(beginning("lena"), ElementsAre("ada"));
    EXPECT_THAT(beginning("mu"), ElementsAre("ada"));
    EXPECT_THAT(beginning("ena"), IsEmpty());
    EXPECT_THAT(beginning("lenas"), ElementsAre("ada"));  // another form of the whole word
    EXPECT_THAT(beginning("lenard"), IsEmpty());
    EXPECT_THAT(beginning("coo"), IsEmpty());
    for (const auto* const typed : {"st", "ster", "sterl", "sterli", "sterlin", "sterling"})
        EXPECT_THAT(beginning(typed), ElementsAre("bob")) << typed;
}

TEST_P(TextSearch, BeginningsNeedAllWords) {
    name("ada", "Lena Müller", "cook");
    name("bob", "Lena Meier", "driver");

    EXPECT_THAT(beginning("lena m"), ElementsAre("bob", "ada"));
    EXPECT_THAT(beginning("lena mu"), ElementsAre("ada"));
    EXPECT_THAT(beginning("driver len"), ElementsAre("bob"));
    EXPECT_THAT(beginning("lena cook"), ElementsAre("ada"));
    EXPECT_THAT(beginning("le mu"), IsEmpty());
    EXPECT_THAT(beginning("cook driver"), IsEmpty());
    EXPECT_THAT(beginning("lena lena"), ElementsAre("bob", "ada"));
    EXPECT_THAT(beginning("\"lena meier\""), ElementsAre("bob"));
    EXPECT_THAT(beginning("\"lena mei"), IsEmpty());
    EXPECT_THAT(with("lena m"), ElementsAre("bob", "ada"));
    EXPECT_THAT(with("mul"), IsEmpty());
}

TEST_P(TextSearch, BeginningsAreCharactersOfEveryScript) {
    name("ada", "Łucja Ёлкина", "");
    name("bob", "王小明", "");
    name("eve", std::string(100, 'q') + " " + std::string(20, 'x'), "");

    EXPECT_THAT(beginning("łu"), ElementsAre("ada"));
    EXPECT_THAT(beginning("ел"), ElementsAre("ada"));
    EXPECT_THAT(beginning("王"), ElementsAre("bob"));
    EXPECT_THAT(beginning("王小"), ElementsAre("bob"));
    EXPECT_THAT(beginning("明王"), IsEmpty());
    EXPECT_THAT(beginning(std::string(16, 'x')), ElementsAre("eve"));
    EXPECT_THAT(beginning(std::string(18, 'x')), ElementsAre("eve"));
    EXPECT_THAT(beginning(std::string(15, 'x') + "y"), IsEmpty());
}

TEST_P(TextSearch, BeginningsAreOfTheCompanyAndOfThePlace) {
    const CompanyId other = given::company(*db, "other");
    name("ada", "Lena", "cook", "Berlin");
    name("bob", "Leo", "cook", "Rome");
    db->write(other, [](Tx& tx) { callboard::put(tx, "eve", "Lea", "Berlin", "Lea"); });

    EXPECT_THAT(beginning("le"), ElementsAre("bob", "ada"));
    EXPECT_THAT(asked({.text = "le", .places = {"Berlin"}, .match = db::WordMatch::prefix}),
                ElementsAre("ada"));
    EXPECT_THAT(beginning("ber"), IsEmpty());
    EXPECT_THAT(beginning("!"), IsEmpty());
}

TEST_P(TextSearch, LooksPastCaseAndAccents) {
    put("ada", "Café, ŁÓDŹ");
    put("bob", "Ёлка");
    put("eve", "Αθήνα");

    EXPECT_THAT(with("cafe"), ElementsAre("ada"));
    EXPECT_THAT(with("CAFE\u0301"), ElementsAre("ada"));
    EXPECT_THAT(with("łodz"), ElementsAre("ada"));
    EXPECT_THAT(with("елка"), ElementsAre("bob"));
    EXPECT_THAT(with("ΑΘΗΝΑ"), ElementsAre("eve"));
}

TEST_P(TextSearch, KnowsTheWordsOfEveryScript) {
    put("ada", "Повар 요리사");
    put("bob", "東京都で料理人");
    put("eve", "京都 東 हिन्दी");

    EXPECT_THAT(with("повар"), ElementsAre("ada"));
    EXPECT_THAT(with("요리사"), ElementsAre("ada"));
    EXPECT_THAT(with("東京"), ElementsAre("bob"));
    EXPECT_THAT(with("京都"), ElementsAre("eve", "bob"));
    EXPECT_THAT(with("東 京"), ElementsAre("eve", "bob"));
    EXPECT_THAT(with("हिन्दी"), ElementsAre("eve"));
}

TEST_P(TextSearch, WordsAreWhatWeSayTheyAre) {
    const Names texts{"1e5",        "c3po",     "0x1f",         "-12.5",    "10.0.0.1", "ada@example.com",
                      "a/usr/b",    "x.y.co",   "AT&T",         "5km",      "٣٤٥",      "v1-beta",
                      "http://q.w", "<b>z</b>", "&amp;&#0039;", "1e5x 2.0e"};
    for (std::size_t i = 0; i < texts.size(); ++i) put("text " + std::to_string(i), texts[i]);

    EXPECT_THAT(with("1e5"), ElementsAre("text 0"));
    EXPECT_THAT(with("C3PO"), ElementsAre("text 1"));
    EXPECT_THAT(with("0x1f"), ElementsAre("text 2"));
    EXPECT_THAT(with("12"), ElementsAre("text 3"));
    EXPECT_THAT(with("\"10 0 0\""), ElementsAre("text 4"));
    EXPECT_THAT(with("example"), ElementsAre("text 5"));
    EXPECT_THAT(with("\"ada@example\""), ElementsAre("text 5"));
    EXPECT_THAT(with("usr"), ElementsAre("text 6"));
    EXPECT_THAT(with("y"), ElementsAre("text 7"));
    EXPECT_THAT(with("\"at t\""), ElementsAre("text 8"));
    EXPECT_THAT(with("5km"), ElementsAre("text 9"));
    EXPECT_THAT(with("٣٤٥"), ElementsAre("text 10"));
    EXPECT_THAT(with("beta"), ElementsAre("text 11"));
    EXPECT_THAT(with("w"), ElementsAre("text 12"));
    EXPECT_THAT(with("z"), ElementsAre("text 13"));
    EXPECT_THAT(with("amp"), ElementsAre("text 14"));
    EXPECT_THAT(with("1e5x"), ElementsAre("text 15"));
}

TEST_P(TextSearch, APlaceIsLookedForInTheLocationOnly) {
    put("ada", "cook, formerly in Berlin", "New York, United States");
    put("bob", "driver", "Berlin, Germany");
    put("eve", "cook", "York, New England");

    EXPECT_THAT(in({"berlin"}), ElementsAre("bob"));
    EXPECT_THAT(with("berlin"), ElementsAre("bob", "ada"));
    EXPECT_THAT(in({"New York"}), ElementsAre("eve", "ada"));
    EXPECT_THAT(in({"New York States"}), ElementsAre("ada"));
    EXPECT_THAT(in({"Germany", "England"}), ElementsAre("eve", "bob"));
    EXPECT_THAT(in({"cook"}), IsEmpty());
    EXPECT_THAT(in({"!", "Germany"}), ElementsAre("bob"));
    EXPECT_THAT(asked({.text = "cook", .places = {"Berlin", "United States"}}), ElementsAre("ada"));
    EXPECT_THAT(asked({.text = "driver baker", .places = {"York", "Berlin"}}), ElementsAre("bob"));
}

TEST_P(TextSearch, CompaniesDoNotSeeEachOther) {
    const CompanyId other = given::company(*db, "other");
    put("ada", "cook", "Berlin");
    db->write(other, [](Tx& tx) { callboard::put(tx, "bob", "cook", "Berlin"); });
    db->write(other, [](Tx& tx) { callboard::put(tx, "ada", "baker"); });

    EXPECT_THAT(with("cook baker"), ElementsAre("ada"));
    EXPECT_THAT(in({"Berlin"}), ElementsAre("ada"));
    EXPECT_THAT(asked(other, {.text = "cook baker", .places = {}}), ElementsAre("ada", "bob"));
    EXPECT_THAT(with(std::string{"#"} + std::string{other.text()}), IsEmpty());

    db->write(other, [](Tx& tx) { db::TextSearch::remove(tx, CandidateId::from_trusted("ada")); });
    EXPECT_THAT(with("cook"), ElementsAre("ada"));
}

TEST_P(TextSearch, WhatIsReplacedKeepsItsPlaceInTheOrder) {
    put("ada", "cook", "Berlin");
    put("bob", "cook");

    put("ada", "cook and baker", "Paris");

    EXPECT_THAT(with("cook"), ElementsAre("bob", "ada"));
    EXPECT_THAT(with("baker"), ElementsAre("ada"));
    EXPECT_THAT(in({"Berlin"}), IsEmpty());
    EXPECT_THAT(in({"Paris"}), ElementsAre("ada"));
}

TEST_P(TextSearch, WhatIsRemovedIsNotFound) {
    put("ada", "cook");
    put("bob", "cook");

    db->write(company, [](Tx& tx) {
        db::TextSearch::remove(tx, CandidateId::from_trusted("bob"));
        db::TextSearch::remove(tx, CandidateId::from_trusted("nobody"));
    });
    EXPECT_THAT(with("cook"), ElementsAre("ada"));

    put("bob", "cook");
    EXPECT_THAT(with("cook"), ElementsAre("bob", "ada"));
}

TEST_P(TextSearch, AnEntryGoesWithItsCandidate) {
    put("ada", "cook");
    put("bob", "cook");

    db->write(company, [](Tx& tx) { tx.execute(kDelete, {"ada"}); });

    EXPECT_THAT(with("cook"), ElementsAre("bob"));
}

TEST_P(TextSearch, AListGoesOnFromARow) {
    for (int i = 0; i < 5; ++i) put(std::to_string(i), i == 2 ? "driver" : "cook");

    db->read(company, [](Snapshot& snapshot) {
        const auto match = db::TextSearch::match(snapshot, {.text = "cook", .places = {}});
        db::ListQuery first{kFound};
        first.where_matching(match->newest, match->value).page(2);
        const auto rows = snapshot.all(first, [](const db::Row& row) { return row.integer(1); });
        db::ListQuery second{kFound};
        second.where_matching(match->newest, match->value).where("t.rowid <", rows.at(1)).page(2);
        EXPECT_THAT(snapshot.all(second, [](const db::Row& row) { return row.string(0); }),
                    ElementsAre("1", "0"));
    });
}

TEST_P(TextSearch, FindsFewAndManyAmongMany) {
    constexpr int kEntries = 600;
    const CompanyId other = given::company(*db, "other");
    db->write(other, [](Tx& tx) { callboard::put(tx, "ada", "cook", "Berlin"); });
    db->write(company, [](Tx& tx) {
        for (int i = 0; i < kEntries; ++i)
            callboard::put(tx, std::to_string(i), i == 3 || i == 7 ? "cook" : "driver",
                           i == 5 ? "Berlin" : "Rome");
    });

    EXPECT_THAT(with("cook"), ElementsAre("7", "3"));
    EXPECT_THAT(in({"Berlin"}), ElementsAre("5"));
    EXPECT_EQ(with("driver").size(), kEntries - 2);
    EXPECT_EQ(asked({.text = "driver", .places = {"Rome"}}).front(), "599");
    EXPECT_THAT(with("plumber"), IsEmpty());
}

TEST_P(TextSearch, OthersSeeAnEntryAtTheCommitAndNotBefore) {
    db->write(company, [&](Tx& tx) {
        callboard::put(tx, "ada", "cook");
        EXPECT_THAT(found(tx, {.text = "cook", .places = {}}), ElementsAre("ada"));
        EXPECT_THAT(with("cook"), IsEmpty());
    });
    EXPECT_THAT(with("cook"), ElementsAre("ada"));
}

TEST_P(TextSearch, TheLastOfSeveralChangesInOneTransactionCounts) {
    put("old", "waiter");
    db->write(company, [](Tx& tx) {
        callboard::put(tx, "ada", "cook");
        callboard::put(tx, "bob", "cook");
        callboard::put(tx, "eve", "cook");
        callboard::put(tx, "old", "baker");
        callboard::put(tx, "ada", "baker");
        db::TextSearch::remove(tx, CandidateId::from_trusted("bob"));
        db::TextSearch::remove(tx, CandidateId::from_trusted("eve"));
        callboard::put(tx, "eve", "driver");
    });

    EXPECT_THAT(with("cook waiter"), IsEmpty());
    EXPECT_THAT(with("baker"), ElementsAre("ada", "old"));
    EXPECT_THAT(with("driver"), ElementsAre("eve"));
}

TEST_P(TextSearch, AFailureUndoesOnlyItsOwnEntriesAmongManyAtOnce) {
    constexpr int kEach = 30;
    put("old", "cook", "Berlin");
    const auto worker = [&](int number) {
        for (int i = 0; i < kEach; ++i) {
            try {
                db->write(company, [&](Tx& tx) {
                    callboard::put(tx, std::to_string(number * 1000 + i),
                                   i % 2 == 0 ? "cook kept" : "cook lost");
                    if (i % 2 == 0) return;
                    db::TextSearch::remove(tx, CandidateId::from_trusted("old"));
                    throw not_found("ODD");
                });
            } catch (const Error&) {  // NOLINT(bugprone-empty-catch): half of them fail on purpose
            }
        }
    };
    std::vector<std::thread> threads;
    for (int number = 1; number <= 8; ++number) threads.emplace_back(worker, number);
    for (auto& thread : threads) thread.join();

    EXPECT_EQ(with("kept").size(), 8 * kEach / 2);
    EXPECT_EQ(with("cook").size(), 8 * kEach / 2 + 1);
    EXPECT_THAT(with("lost"), IsEmpty());
    EXPECT_THAT(in({"Berlin"}), ElementsAre("old"));
}

TEST_P(TextSearch, OperatorsAreWords) {
    put("ada", "cook");
    put("bob", "cook and baker");
    put("eve", "near or not");

    EXPECT_THAT(with("cook NOT baker"), ElementsAre("eve", "bob", "ada"));
    EXPECT_THAT(with("AND"), ElementsAre("bob"));
    EXPECT_THAT(with("NEAR(baker x, 1)"), ElementsAre("eve", "bob"));
    EXPECT_THAT(with("\"cook\" NOT"), ElementsAre("eve", "bob", "ada"));
    EXPECT_THAT(with("!cook & baker"), ElementsAre("bob", "ada"));
    EXPECT_THAT(with("'baker' <-> 'x'"), ElementsAre("bob"));
    EXPECT_THAT(with("words:cook candidate_id : ada"), ElementsAre("bob", "ada"));
    for (const auto* const part : {"coo*", "coo:*", "^coo", "c_ok", "c%"})
        EXPECT_THAT(with(part), IsEmpty()) << part;
}

TEST_P(TextSearch, TakesAnyInput) {
    put("ada", "cook", "Berlin");

    std::string everything;
    for (int c = 1; c < 0x80; ++c) everything += static_cast<char>(c);
    std::string quotes(10'000, '"');
    for (const std::string& noise : Names{"'",
                                          "\"",
                                          "\"\"",
                                          "\\",
                                          "\\'",
                                          "''' OR 1=1 --",
                                          "$1 ? $2",
                                          ")",
                                          "((((",
                                          "a\" OR \"b",
                                          "cook:A",
                                          "*",
                                          "^",
                                          "{words} :",
                                          "- + ~ < > | & !",
                                          "🙂👩‍💻",
                                          "\u200b\u200d\ufeff",
                                          "\u202eabc",
                                          "\x01\x7f",
                                          everything,
                                          quotes,
                                          std::string(10'000, '('),
                                          std::string("nul\0nul", 7),
                                          "\u0301\u0345",
                                          "\ufffd\U0010ffff"}) {
        put("noise", noise + " cook", noise + " Berlin");
        EXPECT_THAT(with(noise + " cook"), testing::Contains("noise")) << noise;
        EXPECT_THAT(with("cook " + noise), testing::Contains("ada")) << noise;
        EXPECT_THAT(in({noise, "Berlin"}), testing::Contains("ada")) << noise;
        with(noise);
        beginning(noise);
        with("\"" + noise);
    }
}

TEST_P(TextSearch, AQuestionWithoutWordsFindsNobody) {
    put("ada", "cook", "Berlin");
    const auto has_match = [&](const SearchQuestion& question) {
        return db->read(company, [&](Snapshot& snapshot) {
            return db::TextSearch::match(snapshot, question).has_value();
        });
    };

    for (const auto* const text : {"", " ", "\"", "!?", "🙂", "\u200b"})
        EXPECT_FALSE(has_match({.text = text, .places = {}})) << text;
    EXPECT_FALSE(has_match({}));
    EXPECT_FALSE(has_match({.text = "cook", .places = {"--"}}));
    EXPECT_FALSE(has_match({.text = "--", .places = {"Berlin"}}));
}

TEST_P(TextSearch, LooksForTheFirst1000WordsOfAQuestion) {
    put("ada", "cook", "Berlin");
    std::string others;
    for (int i = 0; i < 999; ++i) others += "other" + std::to_string(i) + " ";

    EXPECT_THAT(with(others + "cook"), ElementsAre("ada"));
    EXPECT_THAT(with(others + "another cook"), IsEmpty());
    EXPECT_THAT(with("cook " + std::string(100'000, 'x') + others + others), ElementsAre("ada"));
    EXPECT_THAT(in({others, "Berlin"}), ElementsAre("ada"));
    EXPECT_THAT(in({others, "another", "Berlin"}), IsEmpty());
}

TEST_P(TextSearch, LooksForTheFirstWordsOfLongPhrases) {
    std::string words;
    for (int i = 0; i < 32; ++i) words += "word" + std::to_string(i) + " ";
    put("ada", words + "last");

    EXPECT_THAT(with("\"" + words + "last unheard of\""), ElementsAre("ada"));
    EXPECT_THAT(with("\"" + words + "unheard of\""), IsEmpty());
    EXPECT_THAT(with("\"unheard of " + words + "\" \"word1 word2\""), ElementsAre("ada"));
}

TEST_P(TextSearch, LongWordsAreCutOnBothSides) {
    std::string cyrillic = "x";
    for (int i = 0; i < 2000; ++i) cyrillic += "я";
    put("ada", std::string(5000, 'q'));
    put("bob", cyrillic);

    EXPECT_THAT(with(std::string(5000, 'q')), ElementsAre("ada"));
    EXPECT_THAT(with(std::string(70, 'q')), ElementsAre("ada"));
    EXPECT_THAT(with(std::string(60, 'q')), IsEmpty());
    EXPECT_THAT(with(cyrillic), ElementsAre("bob"));
}

TEST_P(TextSearch, OfLongTextsTheFirstTenThousandWordsAreFound) {
    std::string words;
    for (int i = 1; i <= 20'000; ++i)
        words += std::string(80, 'z').replace(0, 6, std::to_string(100'000 + i)) + " ";
    put("ada", words, words);
    put("bob", "");
    const auto word = [](int i) { return std::to_string(100'000 + i) + std::string(74, 'z'); };

    EXPECT_THAT(with(word(1)), ElementsAre("ada"));
    EXPECT_THAT(with("\"" + word(9'999) + " " + word(10'000) + "\""), ElementsAre("ada"));
    EXPECT_THAT(with(word(10'001)), IsEmpty());
    EXPECT_THAT(in({word(1)}), ElementsAre("ada"));
}

RUN_ON_EACH_DATABASE(TextSearch);

}  // namespace
}  // namespace callboard

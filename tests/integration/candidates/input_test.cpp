// Valid and invalid attributes of candidates.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/candidates/candidates.h"

namespace callboard {
namespace {

namespace json = boost::json;
using test::Answer;
using test::CandidateServer;
using test::given_job;
using test::id_of;
using test::kPool;
using test::of_errors;
using test::person;
using test::post;
using test::repeated;
using test::text;
using test::TextLimit;
using test::with;
using testing::AnyOf;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAreArray;

std::vector<TextLimit> text_limits() {
    return {{"/firstName", 1, 128},
            {"/lastName", 1, 128},
            {"/phoneNumber", 1, 128},
            {"/location/country", 1, 256},
            {"/location/regionCode", 1, 256},
            {"/location/region", 1, 256},
            {"/location/city", 1, 256},
            {"/web/skype", 1, 1000},
            {"/web/linkedin", 1, 1000},
            {"/web/facebook", 1, 1000},
            {"/web/twitter", 1, 1000},
            {"/web/website", 1, 1000},
            {"/tags/0", 1, 150},
            {"/education/0/institution", 1, 256},
            {"/education/0/degree", 1, 256},
            {"/education/0/major", 1, 256},
            {"/education/0/location", 1, 256},
            {"/education/0/description", 0, 4000},
            {"/experience/0/title", 1, 256},
            {"/experience/0/company", 1, 256},
            {"/experience/0/location", 1, 256},
            {"/experience/0/description", 0, 4000}};
}

// An e-mail address of that many characters.
std::string long_email(std::size_t length) {
    const std::string start = repeated("a", 64) + "@" + repeated("b", 63) + "." + repeated("c", 63) + ".";
    return start + repeated("d", length - start.size() - 3) + ".de";
}

// Sets the value at a JSON pointer; creates missing parents. The only index is 0.
void set_at(json::value& within, const std::string& place, const json::value& value) {
    json::value* at = &within;
    std::size_t from = 1;
    while (from <= place.size()) {
        const auto end = std::min(place.find('/', from), place.size());
        const std::string key = place.substr(from, end - from);
        if (key == "0") {
            *at = json::array{nullptr};
            at = &at->as_array().at(0);
        } else {
            if (!at->is_object()) *at = json::object{};
            at = &at->as_object()[key];
        }
        from = end + 1;
    }
    *at = value;
}

class CandidateInput : public CandidateServer {
  protected:
    const std::string job_ = given_job(administrator_);

    Answer create(const json::object& input) { return post(administrator_, kPool, input); }
    // A new candidate with this value at the JSON pointer.
    json::object person_with(const std::string& place, const json::value& value) {
        auto input = with(person(), "email", json::value("a" + std::to_string(++number_) + "@example.com"));
        json::value whole(std::move(input));
        set_at(whole, place, value);
        return whole.as_object();
    }
    Answer create_with(const std::string& place, const json::value& value) {
        return create(person_with(place, value));
    }
    static std::string text_at(const Answer& made, const std::string& place) {
        return text(made.json().at_pointer(place));
    }

    void expect_faults(const std::string& body, const std::vector<std::string>& places) {
        for (const std::string& path : {kPool, job_ + "/candidates"}) {
            const auto refused = administrator_.post(path, body);
            EXPECT_EQ(refusal(refused), (Refusal{400, "VALIDATION_ERROR"})) << body << refused.body;
            if (refused.status == 400)
                EXPECT_THAT(of_errors(refused, "dataPath"), UnorderedElementsAreArray(places)) << body;
        }
    }
    void expect_refused_at(const std::string& place, const json::value& value) {
        const auto refused = create_with(place, value);
        EXPECT_EQ(refusal(refused), (Refusal{400, "VALIDATION_ERROR"}))
            << place << ": " << json::serialize(value).substr(0, 100) << refused.body.substr(0, 1000);
        if (refused.status == 400)
            EXPECT_THAT(of_errors(refused, "dataPath"), ElementsAre(place)) << json::serialize(value);
    }

  private:
    int number_ = 0;
};

// --- faults

TEST_P(CandidateInput, ReportsEveryFaultAtOnce) {
    const std::vector<std::string> least{"/firstName", "/lastName", "/email"};
    expect_nothing_written([&] {
        expect_faults("", least);
        expect_faults("{}", least);
        expect_faults(R"({"firstName":null,"lastName":null,"email":null})", least);
        expect_faults(R"({"firstName":"","lastName":" ","email":""})", least);
        expect_faults(
            R"({"firstName":1,"lastName":[],"email":{},"phoneNumber":5,"location":"x","web":[],"tags":"x",
                "education":{},"experience":"x","internal":"yes","sourceDetails":7})",
            {"/firstName", "/lastName", "/email", "/phoneNumber", "/location", "/web", "/tags", "/education",
             "/experience", "/internal", "/sourceDetails"});
        expect_faults(
            R"({"firstName":"A","lastName":"B","email":"nobody",
                "location":{"country":1,"countryCode":"usa","regionCode":"","region":[],"city":"","lat":91,"lng":"x"},
                "web":{"skype":"","linkedin":1,"facebook":{},"twitter":[],"website":false},
                "tags":["",1,"good"],
                "education":[{"institution":"","current":"no"},{"startDate":"yesterday"},7],
                "experience":[{"title":"","endDate":2015},"x"]})",
            {"/email",
             "/location/country",
             "/location/countryCode",
             "/location/regionCode",
             "/location/region",
             "/location/city",
             "/location/lat",
             "/location/lng",
             "/web/skype",
             "/web/linkedin",
             "/web/facebook",
             "/web/twitter",
             "/web/website",
             "/tags/0",
             "/tags/1",
             "/education/0/institution",
             "/education/0/current",
             "/education/1/startDate",
             "/education/2",
             "/experience/0/title",
             "/experience/0/endDate",
             "/experience/1"});
    });
}

TEST_P(CandidateInput, IsAnObject) {
    expect_nothing_written([&] {
        for (const std::string body : {"[]", "3", "\"Ada\"", "true", "null"}) {
            const auto refused = administrator_.post(kPool, body);
            EXPECT_EQ(refused.status, 400) << body << refused.body;
        }
        for (const std::string body : {"{", "{\"firstName\":\"Ada\"", "Ada", "{\"a\":1,}", "\xff"})
            EXPECT_EQ(refusal(administrator_.post(kPool, body)), (Refusal{400, "INVALID_JSON"})) << body;
    });
}

TEST_P(CandidateInput, HasTextsOfLimitedLength) {
    for (const auto& [place, least, most] : text_limits()) {
        for (const std::string letter : {"x", "é", "🦊"}) {
            const std::string longest = repeated(letter, most);
            const auto made = create_with(place, json::value(longest));
            ASSERT_EQ(made.status, 201) << place << made.body;
            EXPECT_EQ(text_at(made, place), longest);
            expect_refused_at(place, json::value(longest + letter));
        }
        if (least > 0) {
            expect_refused_at(place, "");
        } else {
            EXPECT_EQ(create_with(place, "").status, 201) << place;
        }
    }
}

TEST_P(CandidateInput, HasNoControlCharactersInNames) {
    for (const std::string place :
         {"/firstName", "/lastName", "/email", "/phoneNumber", "/location/city", "/tags/0"}) {
        for (const std::string& wrong :
             {std::string{"a\0b", 3}, std::string{"a\x01z"}, std::string{"a\x1fz"}, std::string{"a\x7fz"}})
            expect_refused_at(place, json::value(wrong));
    }
    for (const std::string place : {"/email", "/phoneNumber", "/location/city", "/tags/0"}) {
        for (const std::string& wrong : {std::string{"a\nz"}, std::string{"a\tz"}})
            expect_refused_at(place, json::value(wrong));
    }
}

// Pasted names may contain line breaks, and other systems pass them on.
TEST_P(CandidateInput, MayHaveLinesInNames) {
    const auto created = administrator_.post(
        kPool, R"({"firstName":"Ada\nMaria","lastName":"By\tron","email":"lines@example.com"})");
    ASSERT_EQ(created.status, 201) << created.body;
    EXPECT_EQ(created.json().at("firstName"), "Ada\nMaria");
}

// An unpaired UTF-16 surrogate is not a character.
TEST_P(CandidateInput, HasNoLoneSurrogates) {
    expect_nothing_written([&] {
        for (const std::string half :
             {R"(\ud800)", R"(\udc00)", R"(a\udbff)", R"(\ud800\ud800)", R"(\udc00\ud800)", R"(\ud83ez)"}) {
            for (const std::string& body :
                 {R"({"firstName":")" + half + R"(","lastName":"B","email":"a@example.com"})",
                  R"({"firstName":"A","lastName":")" + half + R"(","email":"a@example.com"})",
                  R"({"firstName":"A","lastName":"B","email":"a@example.com","tags":[")" + half + R"("]})",
                  R"({"firstName":"A","lastName":"B","email":"a@example.com",")" + half + R"(":1})"}) {
                const auto refused = administrator_.post(kPool, body);
                EXPECT_EQ(refused.status, 400) << body << refused.body;
                EXPECT_THAT(refused.error_code(), AnyOf("INVALID_JSON", "VALIDATION_ERROR")) << body;
            }
        }
    });
    const auto whole =
        administrator_.post(kPool, R"({"firstName":"\ud83e\udd8a","lastName":"B","email":"a@example.com"})");
    EXPECT_EQ(whole.json().at("firstName"), "🦊");
}

// --- names

TEST_P(CandidateInput, KeepsNamesOfEveryScript) {
    for (const std::string name : {"Zażółć",
                                   "Núñez-O'Connor",
                                   "Łukasz",
                                   "Đặng Thị Hồng",
                                   "Παπαδόπουλος",
                                   "Юрий Гагарин",
                                   "שָׁלוֹם",
                                   "محمد بن سلمان",
                                   "नरेन्द्र",
                                   "สมชาย",
                                   "山田 太郎",
                                   "김철수",
                                   "შოთა",
                                   "Հայկ",
                                   "አበበ",
                                   "👩🏽‍🍳",
                                   "🇩🇪🦊",
                                   "می\u200cخواهم",
                                   "A\u200dB",
                                   "a\u0301e\u0301",
                                   "\u00c1\u00e9",
                                   "İIıi",
                                   "Straße",
                                   "ﬁne",
                                   "X Æ A-12",
                                   "D'Arcy \"Q\" <b>&amp;\\",
                                   "'; DROP TABLE candidate; --",
                                   "\U0010fffd"}) {
        auto input = person_with("/firstName", json::value(name));
        input["lastName"] = name;
        input["location"] = {{"city", json::value(name)}};
        input["tags"] = json::array{json::value(name)};
        const auto made = create(input);
        ASSERT_EQ(made.status, 201) << name << made.body;
        const auto seen = administrator_.get(kPool + "/" + id_of(made)).json();
        EXPECT_EQ(text(seen.at("firstName")), name);
        EXPECT_EQ(text(seen.at("lastName")), name);
        EXPECT_EQ(text(seen.at("location").at("city")), name);
        EXPECT_EQ(text(seen.at("tags").at(0)), name);
    }
}

TEST_P(CandidateInput, HasNamesWithoutSpaceAroundThem) {
    for (const std::string place : {"/firstName", "/lastName"}) {
        EXPECT_EQ(text_at(create_with(place, "  Ada  Augusta "), place), "Ada  Augusta");
        for (const std::string blank : {" ", "     "}) expect_refused_at(place, json::value(blank));
    }
    EXPECT_EQ(text_at(create_with("/email", "  spaced@example.com "), "/email"), "spaced@example.com");
}

// --- e-mails

TEST_P(CandidateInput, TakesEmailsThatAreOddButLegal) {
    for (const std::string email :
         {"o'brien+tag@sub.example.co", R"("quoted local"@example.com)", "ünï@exämple.de", "a@b.co",
          "UPPER.Case@Example.COM", "!#$%&'*+-/=?^_`{|}~@example.com", "用户@例子.广告", "1@example.com",
          "very.long.name_with-all@a-b.c-d.example", "δοκιμή@παράδειγμα.ελ"}) {
        const auto made = create_with("/email", json::value(email));
        EXPECT_EQ(made.status, 201) << email << made.body;
        if (made.status == 201) EXPECT_EQ(text_at(made, "/email"), email);
    }
    EXPECT_EQ(create_with("/email", json::value(long_email(254))).status, 201);
}

TEST_P(CandidateInput, RefusesWhatIsNoEmail) {
    for (const std::string wrong : {"", "ada", "@example.com", "ada@", "@", "ada.example.com", " ",
                                    "ada lovelace@example.com", "ada@exam ple.com"})
        expect_refused_at("/email", json::value(wrong));
    expect_refused_at("/email", json::value(long_email(255)));
    for (const json::value& wrong : {json::value(1), json::value(true), json::value(json::array{})})
        expect_refused_at("/email", wrong);
}

// --- locations and dates

TEST_P(CandidateInput, HasACountryOfTwoLettersInAnyCase) {
    for (const auto& [said_code, shown] :
         std::vector<std::pair<std::string, std::string>>{{"us", "us"}, {"US", "us"}, {"De", "de"}})
        EXPECT_EQ(
            text_at(create_with("/location/countryCode", json::value(said_code)), "/location/countryCode"),
            shown);
    for (const std::string wrong : {"", "u", "usa", "u1", "u ", "ÜÖ", "🇩🇪"})
        expect_refused_at("/location/countryCode", json::value(wrong));
}

TEST_P(CandidateInput, LiesOnEarth) {
    for (const json::value& latitude : {json::value(-90), json::value(0), json::value(90), json::value(12.5)})
        EXPECT_EQ(create_with("/location/lat", latitude).status, 201) << json::serialize(latitude);
    for (const json::value& longitude : {json::value(-180), json::value(180), json::value(-0.25)})
        EXPECT_EQ(create_with("/location/lng", longitude).status, 201) << json::serialize(longitude);
    for (const json::value& wrong :
         {json::value(90.5), json::value(-91), json::value(1e300), json::value("12"), json::value(true)})
        expect_refused_at("/location/lat", wrong);
    for (const json::value& wrong : {json::value(180.5), json::value(-181), json::value("12")})
        expect_refused_at("/location/lng", wrong);
}

TEST_P(CandidateInput, HasDatesOfAYearAMonthOrADay) {
    for (const std::string place : {"/education/0/startDate", "/education/0/endDate",
                                    "/experience/0/startDate", "/experience/0/endDate"}) {
        for (const std::string date : {"2015", "2015-11", "2015-11-17", "2024-02-29", "1899-01"}) {
            const auto made = create_with(place, json::value(date));
            EXPECT_EQ(made.status, 201) << date << made.body;
            if (made.status == 201) EXPECT_EQ(text_at(made, place), date);
        }
        for (const std::string wrong : {"", "15", "2015-13", "2015-00", "2015-1", "2015-11-31", "2015-02-30",
                                        "2015-11-17T00:00:00Z", "11/2015", "today", "2015-11-", " 2015"})
            expect_refused_at(place, json::value(wrong));
        expect_refused_at(place, 2015);
    }
}

// --- numbers of elements

TEST_P(CandidateInput, HasAHundredOfEachAtMost) {
    json::array tags;
    json::array lines;
    for (int i = 0; i < 100; ++i) {
        tags.push_back(json::value("tag " + std::to_string(i)));
        lines.push_back(json::object{{"description", std::to_string(i)}});
    }
    for (const std::string list : {"/tags", "/education", "/experience"}) {
        json::array items = list == "/tags" ? tags : lines;
        EXPECT_EQ(create_with(list, items).json().at_pointer(list).as_array().size(), 100U) << list;
        if (list == "/tags") {
            items.push_back("one more");
        } else {
            items.push_back(json::object{});
        }
        expect_refused_at(list, items);
    }
}

TEST_P(CandidateInput, HasEqualTagsOnce) {
    const auto made = create_with(
        "/tags", {"Cook", "cook", "COOK", "Straße", "STRASSE", "Caf\u00e9", "Cafe\u0301", "waiter"});

    ASSERT_EQ(made.status, 201) << made.body;
    EXPECT_EQ(made.json().at("tags").as_array().size(), 4U) << made.body;
}

TEST_P(CandidateInput, HasAHundredTagsOfTheDifferentOnes) {
    json::array same;
    for (int i = 0; i < 100; ++i) same.push_back("cook");
    const auto made = create_with("/tags", same);
    ASSERT_EQ(made.status, 201) << made.body;
    EXPECT_EQ(made.json().at("tags"), (json::array{"cook"}));
}

TEST_P(CandidateInput, IsNotAsManyTagsAsABodyHolds) {
    const std::string start = R"({"firstName":"A","lastName":"B","email":"a@example.com","tags":[)";
    expect_nothing_written([&] {
        for (const std::string tag : {R"("a",)", R"("",)", "1,"}) {
            const auto refused = administrator_.post(kPool, start + repeated(tag, 90'000) + R"("a"]})");
            EXPECT_EQ(refusal(refused), (Refusal{400, "VALIDATION_ERROR"})) << tag;
        }
        EXPECT_EQ(administrator_.post(kPool, start + repeated("[", 100'000)).status, 400);
    });
    EXPECT_EQ(create(person()).status, 201);
    EXPECT_THAT(listed(), IsEmpty());
}

RUN_ON_EACH_DATABASE(CandidateInput);

}  // namespace
}  // namespace callboard

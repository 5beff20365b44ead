#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/company.h"

namespace callboard {
namespace {

namespace json = boost::json;
using test::content;
using test::given_job;
using test::ids;
using test::job_input;
using test::keys;
using test::of_errors;
using test::text;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

const std::vector<std::string> kDictionaries{"/v1/industries",        "/v1/functions",     "/v1/levels",
                                             "/v1/typesOfEmployment", "/v1/eeoCategories", "/v1/languages",
                                             "/v1/countries",         "/v1/currencies"};

class ApiLanguage : public test::CompanyServer {
  protected:
    std::string given_labelled_job() {
        json::object input = job_input();
        input["typeOfEmployment"] = {{"id", "permanent"}};
        return given_job(administrator_, input);
    }
    // The labels of a job in the language of the caller: type of employment and experience level.
    std::vector<std::string> labels(const std::string& job, const std::string& languages) {
        const auto answer = administrator_.get(job, {{"Accept-Language", languages}});
        EXPECT_EQ(answer.status, 200) << languages << answer.body;
        return {text(answer.json().at("typeOfEmployment").at("label")),
                text(answer.json().at("experienceLevel").at("label"))};
    }
    std::vector<std::string> english(const std::string& job) {
        const auto answer = administrator_.get(job).json();
        return {text(answer.at("typeOfEmployment").at("label")),
                text(answer.at("experienceLevel").at("label"))};
    }
    std::string label(const std::string& list, const std::string& id, const std::string& languages) {
        for (const auto& entry :
             content(administrator_.get(list + "?limit=1000", {{"Accept-Language", languages}})))
            if (entry.at("id").as_string() == id) return text(entry.at("label"));
        return {};
    }
};

const std::vector<std::string> kGerman{"Vollzeit", "Berufseinstieg"};
const std::vector<std::string> kFrench{"Temps plein", "Débutant"};

TEST_P(ApiLanguage, OfAJobIsEnglishUnlessAskedOtherwise) {
    const std::string job = given_labelled_job();

    EXPECT_EQ(english(job).front(), "Full-time");
    for (const std::string asked : {"", "en", "en-GB", "en-US,en;q=0.9", "*"})
        EXPECT_EQ(labels(job, asked), english(job)) << asked;
}

TEST_P(ApiLanguage, OfAJobIsTheOneThatIsAskedFor) {
    const std::string job = given_labelled_job();

    EXPECT_EQ(labels(job, "de"), kGerman);
    EXPECT_EQ(labels(job, "fr"), kFrench);
    EXPECT_EQ(labels(job, "de-CH"), kGerman);
    EXPECT_EQ(labels(job, "fr-CA"), kFrench);
    EXPECT_EQ(labels(job, " de "), kGerman);
    EXPECT_EQ(labels(job, "de;q=1"), kGerman);
    EXPECT_EQ(english(job).front(), "Full-time");
}

TEST_P(ApiLanguage, OfAJobIsTheOneWithTheMostWeight) {
    const std::string job = given_labelled_job();

    EXPECT_EQ(labels(job, "fr-CA;q=0.9, de;q=0.4"), kFrench);
    EXPECT_EQ(labels(job, "fr-CA;q=0.3, de;q=0.4"), kGerman);
    EXPECT_EQ(labels(job, "de, fr"), kGerman);
    EXPECT_EQ(labels(job, "en;q=0.1,de;q=0.2,fr;q=0.9"), kFrench);
    EXPECT_EQ(labels(job, "de;q=0, fr;q=0.1"), kFrench);
    EXPECT_EQ(labels(job, "de;q=0"), english(job));
    EXPECT_EQ(labels(job, "en, de;q=0.9"), english(job));
}

// A language without labels is skipped for the next one that the caller accepts (RFC 9110, 12.5.4).
TEST_P(ApiLanguage, OfAJobIsTheBestOneThatThereIs) {
    const std::string job = given_labelled_job();

    EXPECT_EQ(labels(job, "tlh, de;q=0.5"), kGerman);
    EXPECT_EQ(labels(job, "xx-YY;q=0.9, fr;q=0.1"), kFrench);
    EXPECT_EQ(labels(job, "tlh"), english(job));
    EXPECT_EQ(labels(job, "tlh, en;q=0.5, de;q=0.4"), english(job));
}

// Language tags are case-insensitive (RFC 5646, 2.1.1).
TEST_P(ApiLanguage, OfAJobIsKnownInAnyCase) {
    const std::string job = given_labelled_job();

    EXPECT_EQ(labels(job, "DE"), kGerman);
    EXPECT_EQ(labels(job, "Fr-ca"), kFrench);
}

TEST_P(ApiLanguage, ThatIsMalformedIsNone) {
    const std::string job = given_labelled_job();
    for (const std::string malformed : {";", ",", ",,,", ";q=1", "de;q=x;;", "de_DE", "q=0.5", "%", "\"de\"",
                                        "<de>", "de fr", "-", "--", "12345678901234567890", "en;q=2", "ü"}) {
        const auto answer = administrator_.get(job, {{"Accept-Language", malformed}});
        EXPECT_EQ(answer.status, 200) << malformed;
    }
    EXPECT_EQ(administrator_.get(job, {{"Accept-Language", test::repeated("de,", 1000)}}).status, 200);
}

TEST_P(ApiLanguage, OfAJobChangesNothingButLabels) {
    const std::string job = given_labelled_job();

    auto german = administrator_.get(job, {{"Accept-Language", "de"}}).json().as_object();
    const auto plain = administrator_.get(job).json().as_object();
    for (const char* const term : {"typeOfEmployment", "experienceLevel", "industry", "function"}) {
        EXPECT_EQ(german.at(term).at("id"), plain.at(term).at("id"));
        german[term] = plain.at(term);
    }

    EXPECT_EQ(german, plain);
}

TEST_P(ApiLanguage, OfAJobIsHonouredWhereverTheJobIsShown) {
    json::object input = job_input();
    input["typeOfEmployment"] = {{"id", "permanent"}};
    const auto in_german = [&](const std::string& method, const std::string& path, const std::string& body) {
        const auto answer = administrator_.request(
            method, path, body, {{"Content-Type", "application/json"}, {"Accept-Language", "de"}});
        return text(answer.json().at("typeOfEmployment").at("label"));
    };
    const std::string job = given_labelled_job();

    EXPECT_EQ(in_german("POST", "/jobs", json::serialize(input)), "Vollzeit");
    EXPECT_EQ(in_german("PUT", job, json::serialize(input)), "Vollzeit");
    EXPECT_EQ(in_german("PATCH", job, R"([{"op":"replace","path":"/title","value":"Koch"}])"), "Vollzeit");
    EXPECT_EQ(english(job).front(), "Full-time");
}

TEST_P(ApiLanguage, OfAnAdStaysWhatItIs) {
    json::object input = job_input();
    input["jobAd"] = {{"language", {{"code", "fr-CA"}}},
                      {"sections", {{"jobDescription", {{"text", "Chef"}}}}}};
    const std::string job = given_job(administrator_, input);

    const auto german = administrator_.get(job, {{"Accept-Language", "de"}}).json().at("jobAd");

    EXPECT_EQ(german, administrator_.get(job).json().at("jobAd"));
    EXPECT_EQ(german.at("language").at("code"), "fr-CA");
}

TEST_P(ApiLanguage, OfAJobIsAcceptedByEveryReadOfIt) {
    const std::string job = given_labelled_job();
    ASSERT_EQ(test::put(administrator_, job + "/note", R"({"content":"x"})").status, 200);
    for (const std::string read :
         {"", "/status/history", "/note", "/hiring-team", "/jobads", "/publication", "/positions"})
        for (const std::string language : {"de", "tlh", ";;q="})
            EXPECT_EQ(administrator_.get(job + read, {{"Accept-Language", language}}).status, 200) << read;
    EXPECT_EQ(administrator_.get("/jobs", {{"Accept-Language", "de"}}).status, 200);
}

// --- dictionaries

TEST_P(ApiLanguage, OfDictionariesIsTheCallers) {
    EXPECT_EQ(label("/v1/typesOfEmployment", "permanent", "en"), "Full-time");
    EXPECT_EQ(label("/v1/typesOfEmployment", "permanent", "de"), "Vollzeit");
    EXPECT_EQ(label("/v1/levels", "entry_level", "fr-CA;q=0.8"), "Débutant");
    EXPECT_NE(label("/v1/functions", "engineering", "de"), label("/v1/functions", "engineering", "en"));
    EXPECT_NE(label("/v1/industries", "computer_software", "fr"),
              label("/v1/industries", "computer_software", "en"));
    EXPECT_EQ(label("/v1/functions", "engineering", "tlh"), label("/v1/functions", "engineering", "en"));
    EXPECT_EQ(label("/v1/functions", "engineering", ";;"), label("/v1/functions", "engineering", "en"));
}

TEST_P(ApiLanguage, OfAJobAndOfTheDictionariesIsTheSame) {
    const std::string job = given_labelled_job();
    for (const std::string language : {"de", "fr", "es", "it", "nl", "pl", "pt-BR", "sv", "en", "ja"}) {
        const auto shown = administrator_.get(job, {{"Accept-Language", language}}).json();
        EXPECT_EQ(label("/v1/industries", "restaurants", language), text(shown.at("industry").at("label")));
        EXPECT_EQ(label("/v1/functions", "production", language), text(shown.at("function").at("label")));
        EXPECT_EQ(label("/v1/levels", "entry_level", language),
                  text(shown.at("experienceLevel").at("label")));
        EXPECT_EQ(label("/v1/typesOfEmployment", "permanent", language),
                  text(shown.at("typeOfEmployment").at("label")));
    }
}

TEST_P(ApiLanguage, OfDictionariesChangesNoIds) {
    for (const auto& list : kDictionaries)
        EXPECT_EQ(ids(administrator_.get(list, {{"Accept-Language", "de"}})), ids(administrator_.get(list)))
            << list;
}

TEST_P(ApiLanguage, DictionariesHaveTheirShape) {
    for (const auto& list : kDictionaries) {
        SCOPED_TRACE(list);
        const auto answer = administrator_.get(list);
        ASSERT_EQ(answer.status, 200) << answer.body;
        EXPECT_THAT(keys(answer.json()), testing::IsSupersetOf({"totalFound", "content"}));
        EXPECT_GT(answer.json().at("totalFound").as_int64(), 3);
        for (const auto& entry : content(answer)) {
            EXPECT_THAT(keys(entry), UnorderedElementsAre("id", "label"));
            EXPECT_FALSE(text(entry.at("label")).empty());
        }
    }
}

TEST_P(ApiLanguage, DictionariesArePagedByOffset) {
    for (const auto& list : kDictionaries) {
        SCOPED_TRACE(list);
        const auto total = administrator_.get(list).json().at("totalFound").as_int64();
        std::vector<std::string> seen;
        for (std::int64_t offset = 0; offset < total + 7; offset += 7) {
            const auto page = administrator_.get(list + "?limit=7&offset=" + std::to_string(offset));
            ASSERT_EQ(page.status, 200) << page.body;
            EXPECT_EQ(page.json().at("totalFound"), total);
            for (const auto& id : ids(page)) seen.push_back(id);
        }
        EXPECT_EQ(std::ssize(seen), total);
        EXPECT_EQ(std::set(seen.begin(), seen.end()).size(), seen.size());
        EXPECT_THAT(ids(administrator_.get(list + "?offset=" + std::to_string(total))), IsEmpty());
        EXPECT_THAT(ids(administrator_.get(list + "?limit=1")), ElementsAre(seen.front()));
    }
}

TEST_P(ApiLanguage, DictionariesRefuseBoundsThatAreNone) {
    for (const auto& list : kDictionaries) {
        for (const std::string wrong :
             {"limit=0", "limit=-1", "limit=x", "offset=-1", "offset=x", "limit=1.5"}) {
            const auto refused = administrator_.get(list + "?" + wrong);
            EXPECT_EQ(refused.status, 400) << list << wrong;
            EXPECT_EQ(refused.error_code(), "INVALID_PARAMETER");
            EXPECT_THAT(of_errors(refused, "message"),
                        ElementsAre(HasSubstr(wrong.substr(0, wrong.find('=')))));
        }
    }
}

TEST_P(ApiLanguage, DictionariesKnowWhatJobsAreMadeOf) {
    EXPECT_THAT(ids(administrator_.get("/v1/levels?limit=100")),
                UnorderedElementsAre("associate", "director", "entry_level", "executive", "internship",
                                     "mid_senior_level", "not_applicable"));
    EXPECT_THAT(ids(administrator_.get("/v1/typesOfEmployment?limit=100")),
                testing::IsSupersetOf({"permanent", "contract", "intern"}));
    EXPECT_THAT(ids(administrator_.get("/v1/functions?limit=1000")),
                testing::IsSupersetOf({"engineering", "marketing", "production", "consulting"}));
    EXPECT_THAT(ids(administrator_.get("/v1/industries?limit=1000")),
                testing::IsSupersetOf({"computer_software", "internet", "retail"}));
    EXPECT_THAT(ids(administrator_.get("/v1/languages?limit=1000")),
                testing::IsSupersetOf({"en", "en-GB", "fr-CA", "zh-CN", "pt-BR", "iw", "zu"}));
    for (const auto& id : ids(administrator_.get("/v1/typesOfEmployment?limit=100"))) {
        json::object input = job_input();
        input["typeOfEmployment"] = {{"id", id}};
        given_job(administrator_, input);
    }
}

RUN_ON_EACH_DATABASE(ApiLanguage);

}  // namespace
}  // namespace callboard

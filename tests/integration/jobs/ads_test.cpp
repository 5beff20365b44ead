#include <atomic>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/company.h"

namespace callboard {
namespace {

namespace json = boost::json;
using test::array_of;
using test::at_the_same_time;
using test::given_job;
using test::id_of;
using test::job_input;
using test::keys;
using test::of_errors;
using test::post;
using test::put;
using test::repeated;
using test::text;
using testing::AllOf;
using testing::AnyOf;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::MatchesRegex;

class ApiJobAds : public test::CompanyServer {
  protected:
    static json::object german_ad() {
        return {
            {"title", "Koch"},
            {"language", {{"code", "de"}}},
            {"jobAd",
             {{"companyDescription", {{"title", "Wir"}, {"text", "<p>Eine Küche.</p>"}}},
              {"jobDescription", {{"title", "Aufgabe"}, {"text", "<p>Sie kochen &amp; braten.</p>"}}},
              {"qualifications", {{"text", "Ein Messer"}}},
              {"additionalInformation", {{"title", "Noch etwas"}, {"text", "Obst"}}},
              {"videos", {{"title", "Us"}, {"urls", {"https://video.test/1", "https://video.test/2"}}}}}}};
    }
    static std::string ads_of(const std::string& job) { return job + "/jobads"; }
    static std::string default_ad(test::Client& caller, const std::string& job) {
        for (const auto& ad : array_of(caller.get(ads_of(job))))
            if (ad.at("default").as_bool()) return ads_of(job) + "/" + text(ad.at("id"));
        ADD_FAILURE() << "no default ad";
        return {};
    }
    std::string given_ad(const std::string& job, const json::object& input = german_ad()) {
        const auto made = post(administrator_, ads_of(job), input);
        EXPECT_EQ(made.status, 200) << made.body;
        return ads_of(job) + "/" + id_of(made);
    }
    static json::object titled(const std::string& title) { return {{"title", title}}; }
};

TEST_P(ApiJobAds, ANewJobHasOneAndItIsTheDefault) {
    json::object input = job_input();
    input["jobAd"] = {{"sections", {{"jobDescription", {{"text", "<p>Cook.</p>"}}}}}};
    const std::string job = given_job(administrator_, input);

    const auto listed = administrator_.get(ads_of(job));

    EXPECT_EQ(listed.status, 200);
    ASSERT_EQ(array_of(listed).size(), 1U);
    const json::value ad = array_of(listed).at(0);
    EXPECT_THAT(keys(ad), AllOf(Contains("id"), Contains("createdOn"), Contains("updatedOn")));
    EXPECT_EQ(ad.at("title"), "Cook");
    EXPECT_EQ(ad.at("default"), true);
    EXPECT_EQ(ad.at("postingStatus"), "NOT_PUBLISHED");
    EXPECT_EQ(ad.at("visibility"), "PUBLIC");
    EXPECT_EQ(ad.at("language"), json::parse(R"({"code":"en","label":"English","labelNative":"English"})"));
    EXPECT_EQ(ad.at("jobAd").at("jobDescription").at("text"), "<p>Cook.</p>");
    EXPECT_EQ(text(ad.at("creator").at("id")), own_id(administrator_));
    EXPECT_EQ(ad.at("actions").at("postings"),
              (json::value{{"url", public_url() + ads_of(job) + "/" + text(ad.at("id")) + "/postings"},
                           {"method", "GET"}}));
}

TEST_P(ApiJobAds, AreShownAsTheyWereMade) {
    const std::string job = given_job(administrator_);

    const auto made = post(administrator_, ads_of(job), german_ad());

    EXPECT_EQ(made.status, 200);
    const auto ad = made.json();
    EXPECT_THAT(id_of(made),
                MatchesRegex("[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"));
    EXPECT_EQ(ad.at("title"), "Koch");
    EXPECT_EQ(ad.at("language"), json::parse(R"({"code":"de","label":"German","labelNative":"Deutsch"})"));
    EXPECT_EQ(ad.at("jobAd"), german_ad().at("jobAd"));
    EXPECT_EQ(ad.at("default"), false);
    EXPECT_EQ(ad.at("postingStatus"), "NOT_PUBLISHED");
    EXPECT_EQ(administrator_.get(ads_of(job) + "/" + id_of(made)).body, made.body);
    EXPECT_THAT(array_of(administrator_.get(ads_of(job))), Contains(ad));
}

TEST_P(ApiJobAds, NeedNothingButATitleAndAreInEnglishUnlessTheySay) {
    const auto made = post(administrator_, ads_of(given_job(administrator_)), titled("Chef"));

    EXPECT_EQ(made.status, 200);
    EXPECT_EQ(made.json().at("language").at("code"), "en");
    EXPECT_THAT(made.json().at("jobAd").as_object(), IsEmpty());
}

TEST_P(ApiJobAds, HaveOneDefaultHoweverManyThereAreAndItComesFirst) {
    const std::string job = given_job(administrator_);
    const std::string first = default_ad(administrator_, job);
    for (int i = 0; i < 4; ++i) put(administrator_, given_ad(job), titled("Again " + std::to_string(i)));

    const auto ads = array_of(administrator_.get(ads_of(job)));

    ASSERT_EQ(ads.size(), 5U);
    for (std::size_t i = 0; i < ads.size(); ++i) EXPECT_EQ(ads[i].at("default"), i == 0) << i;
    EXPECT_TRUE(first.ends_with(text(ads[0].at("id"))));
}

TEST_P(ApiJobAds, AReplacementWipesWhatItDoesNotSayButKeepsTheLanguage) {
    const std::string job = given_job(administrator_);
    for (const std::string& ad : {given_ad(job), default_ad(administrator_, job)}) {
        ASSERT_EQ(put(administrator_, ad, german_ad()).status, 200);
        const auto before = administrator_.get(ad).json();

        const auto replaced = put(administrator_, ad, titled("Küchenchef"));

        EXPECT_EQ(replaced.status, 200);
        EXPECT_EQ(replaced.json().at("title"), "Küchenchef");
        EXPECT_THAT(replaced.json().at("jobAd").as_object(), IsEmpty());
        for (const char* const kept : {"language", "id", "default", "createdOn", "creator"})
            EXPECT_EQ(replaced.json().at(kept), before.at(kept)) << kept;
        EXPECT_GE(text(replaced.json().at("updatedOn")), text(before.at("updatedOn")));
        EXPECT_EQ(administrator_.get(ad).body, replaced.body);
    }
}

TEST_P(ApiJobAds, AReplacementWipesSectionBySection) {
    const std::string ad = given_ad(given_job(administrator_));
    json::object input = titled("Koch");
    input["jobAd"] = {{"qualifications", {{"text", "Zwei Messer"}}}};

    const auto replaced = put(administrator_, ad, input);

    EXPECT_EQ(replaced.json().at("jobAd"), input.at("jobAd"));
}

TEST_P(ApiJobAds, CanMoveToAnotherLanguage) {
    const std::string ad = given_ad(given_job(administrator_));
    json::object input = german_ad();
    input["language"] = {{"code", "fr-CA"}};

    EXPECT_EQ(put(administrator_, ad, input).json().at("language").at("code"), "fr-CA");
}

TEST_P(ApiJobAds, TheDefaultOneIsWhatItsJobShows) {
    const std::string job = given_job(administrator_);
    const std::string ad = default_ad(administrator_, job);

    put(administrator_, ad, german_ad());

    const auto shown = administrator_.get(job).json().at("jobAd");
    EXPECT_EQ(shown.at("sections"), german_ad().at("jobAd"));
    EXPECT_EQ(shown.at("language").at("code"), "de");
    EXPECT_EQ(administrator_.get("/jobs").json().at("content").at(0).at("language").at("code"), "de");

    json::object input = job_input();
    input["jobAd"] = {{"sections", {{"jobDescription", {{"text", "Anew"}}}}}, {"language", {{"code", "nl"}}}};
    ASSERT_EQ(put(administrator_, job, input).status, 200);
    const auto followed = administrator_.get(ad).json();
    EXPECT_EQ(followed.at("jobAd"), input.at("jobAd").at("sections"));
    EXPECT_EQ(followed.at("language").at("code"), "nl");
}

TEST_P(ApiJobAds, TheOthersDoNotTouchTheirJob) {
    const std::string job = given_job(administrator_);
    const auto before = administrator_.get(job).json();

    put(administrator_, given_ad(job), titled("Elsewhere"));

    const auto after = administrator_.get(job).json();
    for (const char* const kept : {"title", "jobAd", "updatedOn", "postingStatus"})
        EXPECT_EQ(after.at(kept), before.at(kept)) << kept;
}

TEST_P(ApiJobAds, KnowTheirLanguages) {
    const std::string job = given_job(administrator_);
    const std::string ad = given_ad(job);

    for (const std::string unknown : {"xx", "english", "DE", "de-DE-1901", "en_GB"}) {
        json::object input = german_ad();
        input["language"] = {{"code", unknown}};
        for (const auto& refused :
             {post(administrator_, ads_of(job), input), put(administrator_, ad, input)}) {
            EXPECT_EQ(refused.status, 400) << unknown;
            EXPECT_EQ(refused.error_code(), "PROPERTY_INVALID") << unknown;
        }
    }
    EXPECT_EQ(array_of(administrator_.get(ads_of(job))).size(), 2U);
    EXPECT_EQ(administrator_.get(ad).json().at("language").at("code"), "de");
}

TEST_P(ApiJobAds, RefuseABodyThatIsNone) {
    const std::string job = given_job(administrator_);
    const std::string ad = given_ad(job);
    const auto before = administrator_.get(ad).body;

    for (const auto& [body, pointer] : std::vector<std::pair<std::string, std::string>>{
             {"{}", "/title"},
             {R"({"title":""})", "/title"},
             {R"({"title":7})", "/title"},
             {R"({"title":null})", "/title"},
             {R"({"title":"Cook","language":{}})", "/language/code"},
             {R"({"title":"Cook","language":"de"})", "/language"},
             {R"({"title":"Cook","jobAd":[]})", "/jobAd"},
             {R"({"title":"Cook","jobAd":{"qualifications":"a knife"}})", "/jobAd/qualifications"},
             {R"({"title":"Cook","jobAd":{"videos":{"urls":"https://video.test"}}})", "/jobAd/videos/urls"},
         }) {
        for (const auto& refused : {administrator_.post(ads_of(job), body), put(administrator_, ad, body)}) {
            EXPECT_EQ(refused.status, 422) << body;
            EXPECT_EQ(refused.error_code(), "VALIDATION_ERROR") << body;
            EXPECT_THAT(of_errors(refused, "dataPath"), ElementsAre(pointer)) << body;
        }
    }
    EXPECT_EQ(administrator_.post(ads_of(job), "{").error_code(), "INVALID_JSON");
    EXPECT_EQ(administrator_.get(ad).body, before);
}

TEST_P(ApiJobAds, HaveTextsOf24999Characters) {
    const std::string job = given_job(administrator_);
    json::object input = titled("Long");
    const std::string longest = repeated("é", 24999);

    for (const char* const section :
         {"companyDescription", "jobDescription", "qualifications", "additionalInformation"}) {
        input["jobAd"] = {{section, {{"text", longest}}}};
        const auto made = post(administrator_, ads_of(job), input);
        ASSERT_EQ(made.status, 200) << made.body;
        EXPECT_EQ(text(made.json().at("jobAd").at(section).at("text")), longest);

        input["jobAd"] = {{section, {{"text", longest + "x"}}}};
        const auto refused = post(administrator_, ads_of(job), input);
        EXPECT_EQ(refused.status, 422);
        EXPECT_THAT(of_errors(refused, "dataPath"), ElementsAre("/jobAd/" + std::string{section} + "/text"));
    }
}

TEST_P(ApiJobAds, HaveTextsThatCannotRunAnything) {
    const std::string job = given_job(administrator_);
    const std::string hostile =
        R"(<p onclick="x">Cook<script>x</script> <a href="javascript:x">soup</a></p>)";
    const json::object sections{{"companyDescription", {{"text", hostile}}},
                                {"jobDescription", {{"text", hostile}}},
                                {"qualifications", {{"text", hostile}}},
                                {"additionalInformation", {{"text", hostile}}}};
    json::object input = titled("Hostile");
    input["jobAd"] = sections;
    const auto expect_clean = [](const json::value& found) {
        for (const auto& [name, section] : found.as_object())
            EXPECT_EQ(text(section.at("text")), "<p>Cook soup</p>") << name;
        EXPECT_EQ(found.as_object().size(), 4U);
    };

    const std::string ad = given_ad(job, input);
    expect_clean(administrator_.get(ad).json().at("jobAd"));
    const std::string other = given_ad(job);
    expect_clean(put(administrator_, other, input).json().at("jobAd"));
    expect_clean(administrator_.get(other).json().at("jobAd"));
    const std::string own = default_ad(administrator_, job);
    EXPECT_EQ(put(administrator_, own, input).status, 200);
    expect_clean(administrator_.get(job).json().at("jobAd").at("sections"));
}

TEST_P(ApiJobAds, AreAHundredAJobAtMost) {
    const std::string job = given_job(administrator_);
    for (int i = 1; i < 100; ++i) given_ad(job, titled("Ad " + std::to_string(i)));

    const auto refused = post(administrator_, ads_of(job), titled("One too many"));

    EXPECT_EQ(refused.status, 400);
    EXPECT_EQ(refused.error_code(), "JOB_AD_LIMIT_REACHED");
    const auto listed = array_of(administrator_.get(ads_of(job)));
    EXPECT_EQ(listed.size(), 100U);
    std::set<std::string> titles;
    for (const auto& ad : listed) titles.insert(text(ad.at("title")));
    EXPECT_EQ(titles.size(), 100U);
    EXPECT_EQ(put(administrator_, default_ad(administrator_, job), titled("Still")).status, 200);
    given_ad(given_job(administrator_));
}

TEST_P(ApiJobAds, AreAHundredAJobAlsoWhenManyAddThemAtTheSameTime) {
    const std::string job = given_job(administrator_);
    for (int i = 1; i < 93; ++i) given_ad(job, titled("Ad"));
    std::atomic<int> made{0};
    std::atomic<int> refused{0};

    const auto odd = at_the_same_time<8>([&](std::size_t) {
        auto caller = client(acme_.api_key);
        int others = 0;
        for (int i = 0; i < 3; ++i) {
            const auto answer = post(caller, ads_of(job), titled("Together"));
            if (answer.status == 200) {
                ++made;
            } else if (answer.status == 400 && answer.error_code() == "JOB_AD_LIMIT_REACHED") {
                ++refused;
            } else {
                ++others;
            }
        }
        return others;
    });

    EXPECT_THAT(odd, Each(0));
    EXPECT_EQ(made, 7);
    EXPECT_EQ(refused, 17);
    EXPECT_EQ(array_of(administrator_.get(ads_of(job))).size(), 100U);
    EXPECT_EQ(count(events(), "job.ad.created"), 100);
    EXPECT_EQ(count(audit(), "JOB_AD_CREATED"), 100);
}

TEST_P(ApiJobAds, AreRecordedWhenTheyAreMadeAndChanged) {
    const std::string job = given_job(administrator_);
    const auto events_before = recorded("event", "name, payload");
    const auto audit_before = recorded("audit_record", "id");

    const auto made = post(administrator_, ads_of(job), german_ad());
    put(administrator_, ads_of(job) + "/" + id_of(made), titled("Küchenchef"));

    auto happened = recorded("event", "name, payload");
    happened.erase(happened.begin(), happened.begin() + std::ssize(events_before));
    ASSERT_EQ(happened.size(), 2U) << testing::PrintToString(happened);
    for (std::size_t i = 0; i < 2; ++i) {
        const std::string name = i == 0 ? "job.ad.created " : "job.ad.updated ";
        ASSERT_TRUE(happened[i].starts_with(name)) << happened[i];
        const auto payload = json::parse(happened[i].substr(name.size()));
        EXPECT_EQ(text(payload.at("job_id")), job.substr(6));
        EXPECT_EQ(text(payload.at("job_ad_id")), id_of(made));
    }
    auto added = recorded("audit_record", "event_name, entity_type, entity_id, context");
    added.erase(added.begin(), added.begin() + std::ssize(audit_before));
    ASSERT_EQ(added.size(), 2U) << testing::PrintToString(added);
    const std::string created = "JOB_AD_CREATED JOB_AD " + id_of(made) + " ";
    const std::string updated = "JOB_AD_UPDATED JOB_AD " + id_of(made) + " ";
    ASSERT_TRUE(added[0].starts_with(created)) << added[0];
    ASSERT_TRUE(added[1].starts_with(updated)) << added[1];
    EXPECT_EQ(json::parse(added[0].substr(created.size())).at("jobAd").at("title"), "Koch");
    const auto change = json::parse(added[1].substr(updated.size()));
    EXPECT_EQ(change.at("previous").at("title"), "Koch");
    EXPECT_EQ(change.at("current").at("title"), "Küchenchef");
}

TEST_P(ApiJobAds, AreNotRecordedWhenTheyAreRefused) {
    const std::string job = given_job(administrator_);
    const std::string ad = given_ad(job);
    const auto events_before = events();
    const auto audit_before = audit();
    json::object unknown = german_ad();
    unknown["language"] = {{"code", "xx"}};

    EXPECT_EQ(post(administrator_, ads_of(job), unknown).status, 400);
    EXPECT_EQ(put(administrator_, ad, unknown).status, 400);
    EXPECT_EQ(put(administrator_, ad, "{}").status, 422);
    EXPECT_EQ(put(administrator_, ads_of(job) + "/" + job.substr(6), german_ad()).status, 404);

    EXPECT_EQ(events(), events_before);
    EXPECT_EQ(audit(), audit_before);
}

TEST_P(ApiJobAds, AreActivityOfTheirJob) {
    const std::string job = given_job(administrator_);
    const auto before = text(administrator_.get(job).json().at("lastActivityOn"));
    bool moved = false;
    for (int i = 0; i < 50 && !moved; ++i) {
        given_ad(job, titled("Another"));
        moved = text(administrator_.get(job).json().at("lastActivityOn")) > before;
    }
    EXPECT_TRUE(moved);
}

TEST_P(ApiJobAds, BelongToTheirJob) {
    const std::string job = given_job(administrator_);
    const std::string another = given_job(administrator_);
    const std::string id = given_ad(job).substr(ads_of(job).size());
    const auto before = administrator_.get(ads_of(job) + id).body;
    const std::string wrong_path = ads_of(another) + id;

    for (const auto& refused :
         {administrator_.get(wrong_path), put(administrator_, wrong_path, titled("Stolen")),
          administrator_.get(wrong_path + "/postings"), administrator_.post(wrong_path + "/postings", ""),
          administrator_.del(wrong_path + "/postings")}) {
        EXPECT_EQ(refused.status, 404);
        EXPECT_EQ(refused.error_code(), "JOBAD_NOT_FOUND");
    }
    EXPECT_EQ(administrator_.get(ads_of(job) + id).body, before);
    EXPECT_EQ(array_of(administrator_.get(ads_of(another))).size(), 1U);
}

TEST_P(ApiJobAds, OfAnotherCompanyAreNone) {
    auto rival = client(company().api_key);
    const std::string job = given_job(administrator_);
    const std::string ad = given_ad(job);
    const auto before = administrator_.get(ad).body;

    for (const auto& refused : {rival.get(ads_of(job)), post(rival, ads_of(job), german_ad()), rival.get(ad),
                                put(rival, ad, titled("Stolen")), rival.get(ad + "/postings"),
                                rival.post(ad + "/postings", ""), rival.del(ad + "/postings")}) {
        EXPECT_EQ(refused.status, 404);
        EXPECT_EQ(refused.error_code(), "JOB_NOT_FOUND");
    }
    const std::string own = given_job(rival);
    EXPECT_EQ(rival.get(ads_of(own) + ad.substr(ads_of(job).size())).error_code(), "JOBAD_NOT_FOUND");
    EXPECT_EQ(administrator_.get(ad).body, before);
    EXPECT_EQ(array_of(administrator_.get(ads_of(job))).size(), 2U);
}

TEST_P(ApiJobAds, AreNotFoundByWhatIsNoId) {
    const std::string job = given_job(administrator_);
    for (const std::string wrong : {"x", "1", "00000000-0000-7000-8000-000000000000", "%00", "null",
                                    "0000000000000000000000000000000000000000"}) {
        EXPECT_EQ(administrator_.get(ads_of(job) + "/" + wrong).error_code(), "JOBAD_NOT_FOUND") << wrong;
        EXPECT_EQ(put(administrator_, ads_of(job) + "/" + wrong, german_ad()).status, 404) << wrong;
        EXPECT_EQ(administrator_.get("/jobs/" + wrong + "/jobads").error_code(), "JOB_NOT_FOUND") << wrong;
        EXPECT_EQ(post(administrator_, "/jobs/" + wrong + "/jobads", german_ad()).status, 404) << wrong;
    }
}

TEST_P(ApiJobAds, CannotBeDeleted) {
    const auto refused = administrator_.del(given_ad(given_job(administrator_)));

    EXPECT_EQ(refused.status, 405);
    EXPECT_THAT(refused.header("allow"), AnyOf("GET, HEAD, PUT", "GET, PUT", "GET, HEAD, PUT, OPTIONS"));
}

RUN_ON_EACH_DATABASE(ApiJobAds);

}  // namespace
}  // namespace callboard

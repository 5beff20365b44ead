// One candidate per person, identified by e-mail address and last name together: whatever their case and
// form, and also with concurrent requests.
#include <algorithm>
#include <functional>
#include <mutex>
#include <set>
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
using test::at_the_same_time;
using test::CandidateServer;
using test::EventRow;
using test::given_job;
using test::id_of;
using test::kPool;
using test::merge;
using test::person;
using test::post;
using test::text;
using test::whole_person;
using test::with;
using testing::AnyOf;
using testing::Each;
using testing::ElementsAre;
using testing::SizeIs;
using testing::UnorderedElementsAre;

using Pair = std::pair<std::string, std::string>;  // e-mail and last name

json::object known_as(const Pair& pair) {
    return {{"firstName", "Somebody"}, {"lastName", pair.second}, {"email", pair.first}};
}

class CandidateIdentity : public CandidateServer {
  protected:
    const std::string job_ = given_job(administrator_);

    std::vector<std::string> people() const { return recorded("candidate", "id"); }
    std::vector<std::string> applications() const { return recorded("job_application", "id"); }
    std::vector<std::string> tags(const std::string& candidate) {
        std::vector<std::string> names;
        const json::array list = administrator_.get(candidate + "/tags").json().at("tags").as_array();
        for (const auto& tag : list) names.push_back(text(tag));
        return names;
    }
};

// --- equal identities

TEST_P(CandidateIdentity, IsTheSameHoweverItIsWritten) {
    const std::vector<std::vector<Pair>> people_with_spellings{
        {{"ada@example.com", "Lovelace"},
         {"ADA@EXAMPLE.COM", "LOVELACE"},
         {"Ada@Example.com", "lovelace"},
         {"  ada@example.com ", "Lovelace"},
         {"ada@example.com", "  Lovelace  "}},
        {{"strasse@example.com", "Straße"},
         {"strasse@example.com", "STRASSE"},
         {"strasse@example.com", "strasse"},
         {"straße@example.com", "STRAẞE"}},
        {{"odysseus@example.com", "Οδυσσεύς"},
         {"odysseus@example.com", "ΟΔΥΣΣΕΎΣ"},
         {"odysseus@example.com", "οδυσσεύσ"}},
        {{"ince@example.com", "İnce"}, {"ince@example.com", "i\u0307nce"}},
        {{"nunez@example.com", "N\u00fa\u00f1ez"},
         {"nunez@example.com", "Nu\u0301n\u0303ez"},
         {"nunez@example.com", "N\u00da\u00d1EZ"},
         {"nunez@example.com", "NU\u0301N\u0303EZ"}},
        {{"nguyen@example.com", "Nguy\u1ec5n"},
         {"nguyen@example.com", "Nguye\u0302\u0303n"},
         {"nguyen@example.com", "NGUY\u1ec4N"}},
        {{"gagarin@example.com", "Гагарин"}, {"gagarin@example.com", "ГАГАРИН"}},
        {{"ünï@exämple.de", "Ünal"},
         {"ÜNÏ@EXÄMPLE.DE", "ünal"},
         {"u\u0308ni\u0308@exa\u0308mple.de", "ÜNAL"}},
        {{"yamada@example.com", "山田"}, {"YAMADA@example.com", "山田"}},
        {{"haik@example.com", "Հայկ"}, {"haik@example.com", "ՀԱՅԿ"}},
        {{"cherokee@example.com", "ᏣᎳᎩ"}, {"cherokee@example.com", "ꮳꮃꭹ"}},
        {{"fine@example.com", "ﬁne"}, {"fine@example.com", "FINE"}}};
    for (const auto& spellings : people_with_spellings) {
        const std::string first = in_pool(known_as(spellings.front()));
        for (const auto& spelling : spellings) {
            EXPECT_EQ(in_pool(known_as(spelling)), first) << spelling.first << " " << spelling.second;
            EXPECT_EQ(applicant(job_, known_as(spelling)), first) << spelling.first << " " << spelling.second;
        }
        EXPECT_EQ(text(administrator_.get(first).json().at("lastName")), spellings.front().second);
    }
    EXPECT_THAT(people(), SizeIs(people_with_spellings.size()));
    EXPECT_THAT(applications(), SizeIs(people_with_spellings.size()));
}

TEST_P(CandidateIdentity, IsAnotherWithAnotherEmailOrLastName) {
    const std::vector<Pair> different{{"ada@example.com", "Lovelace"},
                                      {"ada@example.com", "Byron"},
                                      {"ada@example.org", "Lovelace"},
                                      {"a.da@example.com", "Lovelace"},
                                      {"ada+1@example.com", "Lovelace"},
                                      {"ada@example.com", "Love lace"},
                                      {"jose@example.com", "Núñez"},
                                      {"jose@example.com", "Nunez"},
                                      {"isik@example.com", "Işık"},
                                      {"isik@example.com", "Isik"},
                                      {"a@example.com", "А"},
                                      {"a@example.com", "A"}};
    std::set<std::string> made;
    for (const auto& pair : different) made.insert(in_pool(known_as(pair)));

    EXPECT_THAT(made, SizeIs(different.size()));
}

TEST_P(CandidateIdentity, DoesNotLookAtTheFirstName) {
    const std::string ada = in_pool(person());

    EXPECT_EQ(in_pool(with(person(), "firstName", "Augusta")), ada);
    EXPECT_EQ(administrator_.get(ada).json().at("firstName"), "Ada");
}

TEST_P(CandidateIdentity, IsOfOneCompany) {
    auto rival = client(company().api_key);
    const std::string theirs = given_candidate(rival, kPool, whole_person());

    const std::string ours = in_pool(with(person("Hopper"), "email", "grace@example.com"));

    EXPECT_NE(ours, theirs);
    EXPECT_FALSE(administrator_.get(ours).json().as_object().contains("phoneNumber"));
}

// --- filling empty attributes

TEST_P(CandidateIdentity, FillsWhatIsBlank) {
    const std::string candidate = in_pool(with(person("Hopper"), "email", "grace@example.com"));

    const auto again = post(administrator_, kPool, whole_person());

    ASSERT_EQ(again.status, 201) << again.body;
    EXPECT_EQ(again.body, administrator_.get(candidate).body);
    for (const std::string key : {"phoneNumber", "location", "web", "education", "experience", "tags"})
        EXPECT_EQ(again.json().at(key), whole_person().at(key)) << key;
    EXPECT_EQ(again.json().at("firstName"), "Ada");
}

TEST_P(CandidateIdentity, FillsNothingThatIsSaidAlready) {
    const std::string candidate = in_pool(whole_person());
    auto other = with(person("HOPPER"), "email", "GRACE@example.com");
    other["phoneNumber"] = "0";
    other["location"] = {{"city", "Paris"}, {"country", "France"}};
    other["web"] = {{"website", "https://other.example"}};
    other["education"] = json::array{json::object{{"institution", "Vassar"}}};
    other["experience"] = json::array{json::object{{"title", "Admiral"}}};
    const std::string before = administrator_.get(candidate).body;

    expect_nothing_written([&] { EXPECT_EQ(post(administrator_, kPool, other).body, before); });
}

// A partial location is not empty: mixing two locations would make a third.
TEST_P(CandidateIdentity, FillsAPlaceAsAWholeOrNotAtAll) {
    in_pool(with(person(), "location", {{"city", "Paris"}}));

    const auto again = post(administrator_, kPool,
                            with(person(), "location", {{"city", "Austin"}, {"country", "United States"}}));

    EXPECT_EQ(again.json().at("location"), (json::value{{"city", "Paris"}}));
}

TEST_P(CandidateIdentity, AddsTags) {
    const std::string candidate = in_pool(with(person(), "tags", {"cook", "waiter"}));

    in_pool(with(person(), "tags", {"COOK", "driver"}));

    EXPECT_THAT(tags(candidate), UnorderedElementsAre("cook", "waiter", "driver"));
}

TEST_P(CandidateIdentity, OfOnesOwnPeopleStaysSo) {
    const std::string candidate = in_pool(person());

    EXPECT_EQ(post(administrator_, kPool, with(person(), "internal", true)).json().at("internal"), true);
    EXPECT_EQ(post(administrator_, kPool, with(person(), "internal", false)).json().at("internal"), true);
    EXPECT_EQ(post(administrator_, kPool, person()).json().at("internal"), true);
}

// --- applications of known candidates

TEST_P(CandidateIdentity, GetsAnApplicationForEachJob) {
    const std::string other_job = given_job(administrator_);
    const std::string candidate = in_pool();

    EXPECT_EQ(applicant(job_), candidate);
    EXPECT_EQ(applicant(other_job), candidate);
    EXPECT_EQ(in_pool(), candidate);

    EXPECT_THAT(applications(), SizeIs(2));
    EXPECT_EQ(administrator_.get(application(candidate, job_)).status, 200);
    EXPECT_EQ(administrator_.get(application(candidate, other_job)).status, 200);
    EXPECT_EQ(total(), 1);
}

TEST_P(CandidateIdentity, KeepsAnApplicationThatIsThere) {
    const std::string candidate = applicant(job_, with(person(), "sourceDetails", linkedin()));
    move(application(candidate, job_), status("INTERVIEW", "Team Interview"));
    const std::string before = administrator_.get(application(candidate, job_)).body;

    expect_nothing_written([&] {
        EXPECT_EQ(applicant(job_), candidate);
        EXPECT_EQ(applicant(job_, with(person(), "sourceDetails", source("API", "api"))), candidate);
    });

    EXPECT_EQ(administrator_.get(application(candidate, job_)).body, before);
    EXPECT_EQ(administrator_.get(application(candidate, job_) + "/status/history").json().at("totalFound"),
              2);
}

// --- events

TEST_P(CandidateIdentity, OfSomebodyKnownCausesAnUpdateEvent) {
    const std::string candidate = in_pool();

    const auto filled = during([&] { in_pool(with(person(), "phoneNumber", "1")); });
    const auto tagged = during([&] { in_pool(with(person(), "tags", json::array{"cook"})); });
    const auto employed = during([&] { in_pool(with(person(), "internal", true)); });

    for (const auto* written : {&filled, &tagged, &employed})
        EXPECT_THAT(written->events, ElementsAre(EventRow{"candidate.updated", named(candidate)}));
    expect_nothing_written([&] { in_pool(with(person(), "phoneNumber", "2")); });
}

TEST_P(CandidateIdentity, OfSomebodyKnownCausesAnApplicationEvent) {
    applicant(job_, person("First"));
    const std::string candidate = in_pool();

    const auto attached = during([&] { applicant(job_); });

    EXPECT_THAT(attached.events, ElementsAre(EventRow{"application.created", named(candidate, job_)}));
    EXPECT_EQ(attached.record("JOB_APPLICATION_CREATED").entity_id, application_id(candidate, job_));
    const std::string another = in_pool(person("Another"));
    const auto both = during([&] { applicant(job_, with(person("Another"), "phoneNumber", "1")); });
    EXPECT_THAT(both.events, UnorderedElementsAre(EventRow{"candidate.updated", named(another)},
                                                  EventRow{"application.created", named(another, job_)}));
}

// --- concurrency

class CandidatesAtTheSameTime : public CandidateIdentity {
  protected:
    // The ids of the responses.
    std::set<std::string> made_by(const std::function<Answer(test::Client&, std::size_t)>& call) {
        std::mutex mutex;
        std::set<std::string> made;
        const auto statuses = at_the_same_time<8>([&](std::size_t i) {
            auto caller = client(acme_.api_key);
            const auto answer = call(caller, i);
            EXPECT_EQ(answer.status, 201) << answer.body;
            const std::lock_guard lock{mutex};
            if (answer.status == 201) made.insert(id_of(answer));
            return answer.status;
        });
        EXPECT_THAT(statuses, Each(201));
        return made;
    }
    static json::object spelled(std::size_t i, int round) {
        auto input = person((i % 2 == 0 ? "Lovelace" : "LOVELACE") + std::to_string(round));
        input["email"] = i % 3 == 0 ? "ADA@example.com" : "ada@example.com";
        return input;
    }
};

TEST_P(CandidatesAtTheSameTime, AreOneInThePool) {
    for (int round = 0; round < 5; ++round) {
        std::set<std::string> made;
        const auto written = during([&] {
            made = made_by(
                [&](test::Client& caller, std::size_t i) { return post(caller, kPool, spelled(i, round)); });
        });

        EXPECT_THAT(made, SizeIs(1));
        EXPECT_THAT(written.event_names(), ElementsAre("candidate.created"));
        EXPECT_THAT(people(), SizeIs(static_cast<std::size_t>(round) + 1));
    }
}

TEST_P(CandidatesAtTheSameTime, ApplyOnceForAJob) {
    for (int round = 0; round < 5; ++round) {
        std::set<std::string> made;
        const auto written = during([&] {
            made = made_by([&](test::Client& caller, std::size_t i) {
                return post(caller, job_ + "/candidates", spelled(i, round));
            });
        });

        EXPECT_THAT(made, SizeIs(1));
        auto names = written.event_names();
        std::erase(names, "job.status.updated");
        EXPECT_THAT(names, UnorderedElementsAre("candidate.created", "application.created"));
        EXPECT_THAT(applications(), SizeIs(static_cast<std::size_t>(round) + 1));
    }
    EXPECT_EQ(count(events(), "job.status.updated"), 1);
}

TEST_P(CandidatesAtTheSameTime, ApplyForSeveralJobsAsOne) {
    std::vector<std::string> jobs;
    for (int i = 0; i < 8; ++i) jobs.push_back(given_job(administrator_));

    const auto made = made_by([&](test::Client& caller, std::size_t i) {
        return i == 0 ? post(caller, kPool, spelled(i, 0))
                      : post(caller, jobs[i] + "/candidates", spelled(i, 0));
    });

    EXPECT_THAT(made, SizeIs(1));
    EXPECT_THAT(people(), SizeIs(1));
    EXPECT_THAT(applications(), SizeIs(7));
}

TEST_P(CandidatesAtTheSameTime, LoseNoTagThatAnyOfThemBrings) {
    const auto made = made_by([&](test::Client& caller, std::size_t i) {
        return post(caller, kPool,
                    with(person(), "tags", json::array{json::value("tag " + std::to_string(i)), "all"}));
    });

    ASSERT_THAT(made, SizeIs(1));
    EXPECT_THAT(tags(kPool + "/" + *made.begin()), SizeIs(9));
}

TEST_P(CandidatesAtTheSameTime, ChangedIntoOnePersonAreRefusedButOne) {
    for (int round = 0; round < 5; ++round) {
        std::vector<std::string> all;
        for (int i = 0; i < 8; ++i)
            all.push_back(in_pool(person("R" + std::to_string(round) + "N" + std::to_string(i))));
        const std::string target = "Target " + std::to_string(round);

        const auto written = during([&] {
            const auto statuses = at_the_same_time<8>([&](std::size_t i) {
                auto caller = client(acme_.api_key);
                const auto answer = merge(
                    caller, all[i],
                    json::object{{"lastName", i % 2 == 0 ? target : "TARGET " + std::to_string(round)}});
                if (answer.status != 200)
                    EXPECT_EQ(refusal(answer), (Refusal{409, "CANDIDATE_DATA_CONFLICT"}));
                return answer.status;
            });
            EXPECT_EQ(std::ranges::count(statuses, 200), 1);
            EXPECT_EQ(std::ranges::count(statuses, 409), 7);
        });

        EXPECT_THAT(written.event_names(), ElementsAre("candidate.updated"));
        std::vector<std::string> holders;
        for (const auto& candidate : all)
            if (!text(administrator_.get(candidate).json().at("lastName")).starts_with("R"))
                holders.push_back(candidate);
        EXPECT_THAT(holders, SizeIs(1));
    }
}

// A candidate is changed to an identity while others create it: there is never a duplicate.
TEST_P(CandidatesAtTheSameTime, ChangedAndMadeAreOnePerson) {
    for (int round = 0; round < 5; ++round) {
        const std::string candidate = in_pool(person("Before " + std::to_string(round)));
        const std::string target = "After " + std::to_string(round);
        std::mutex mutex;
        std::set<std::string> holders;
        at_the_same_time<8>([&](std::size_t i) {
            auto caller = client(acme_.api_key);
            const auto answer = i == 0 ? merge(caller, candidate, json::object{{"lastName", target}})
                                       : post(caller, kPool, person(target));
            EXPECT_THAT(answer.status, AnyOf(200, 201, 409)) << answer.body;
            const std::lock_guard lock{mutex};
            if (answer.status < 300) holders.insert(id_of(answer));
            return answer.status;
        });

        EXPECT_THAT(holders, SizeIs(1));
    }
}

TEST_P(CandidatesAtTheSameTime, LoseNoTag) {
    const std::string candidate = in_pool();

    const auto statuses = at_the_same_time<8>([&](std::size_t thread) {
        auto caller = client(acme_.api_key);
        for (int i = 0; i < 10; ++i) {
            const std::string tag = "tag " + std::to_string(thread) + "/" + std::to_string(i);
            const auto added = post(caller, candidate + "/tags", {{"tags", json::array{json::value(tag)}}});
            if (added.status != 201) return added.status;
        }
        return 201;
    });

    EXPECT_THAT(statuses, Each(201));
    EXPECT_THAT(tags(candidate), SizeIs(80));
}

TEST_P(CandidatesAtTheSameTime, HaveNoMoreThanAHundredTags) {
    const std::string candidate = in_pool();

    const auto statuses = at_the_same_time<8>([&](std::size_t thread) {
        auto caller = client(acme_.api_key);
        json::array twenty;
        for (int i = 0; i < 20; ++i)
            twenty.push_back(json::value(std::to_string(thread) + "/" + std::to_string(i)));
        return post(caller, candidate + "/tags", {{"tags", std::move(twenty)}}).status;
    });

    EXPECT_EQ(std::ranges::count(statuses, 201), 5);
    EXPECT_EQ(std::ranges::count(statuses, 400), 3);
    EXPECT_THAT(tags(candidate), SizeIs(100));
}

TEST_P(CandidatesAtTheSameTime, LoseNoFieldThatIsChanged) {
    const std::string candidate = in_pool();
    const std::vector<std::string> fields{"skype", "linkedin", "facebook", "twitter", "website"};

    at_the_same_time<5>([&](std::size_t i) {
        auto caller = client(acme_.api_key);
        const auto changed = merge(caller, candidate, json::object{{"web", {{fields[i], "x"}}}});
        EXPECT_EQ(changed.status, 200) << changed.body;
        return changed.status;
    });

    EXPECT_THAT(administrator_.get(candidate).json().at("web").as_object(), SizeIs(5));
}

RUN_ON_EACH_DATABASE(CandidateIdentity);
RUN_ON_EACH_DATABASE(CandidatesAtTheSameTime);

}  // namespace
}  // namespace callboard

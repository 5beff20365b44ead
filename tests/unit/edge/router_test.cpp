#include "edge/router.h"

#include <gtest/gtest.h>

namespace callboard::edge {
namespace {

using http::Method;

Route row(Method method, std::string_view path) {
    return Route{Columns{.method = method,
                         .path = path,
                         .operation = path,
                         .summary = "",
                         .access = anybody(),
                         .policies = {},
                         .success = 200}};
}

class RouterOfJobs : public testing::Test {
  protected:
    // The path template of the route, or "none".
    std::string_view path_of(std::string_view path, Method method = Method::get) {
        params_ = {};
        const Place* const place = router_.find(path, params_);
        if (!place) return "none";
        const Route* const route = place->route(method);
        return route ? route->path : "wrong method";
    }
    std::string_view param(std::string_view name) const { return params_.text(name); }

    std::string allowed(std::string_view path) {
        PathParams params;
        return router_.find(path, params)->allowed();
    }

  private:
    const std::vector<Route> routes_ = [] {
        std::vector<Route> routes;
        routes.push_back(row(Method::get, "/"));
        routes.push_back(row(Method::get, "/jobs"));
        routes.push_back(row(Method::post, "/jobs"));
        routes.push_back(row(Method::get, "/jobs/{jobId}"));
        routes.push_back(row(Method::get, "/jobs/search"));
        routes.push_back(row(Method::put, "/jobs/{jobId}/publication"));
        routes.push_back(row(Method::del, "/jobs/{jobId}/publication"));
        routes.push_back(row(Method::get, "/jobs/{jobId}/ads/{adId}"));
        routes.push_back(row(Method::patch, "/odd path/a+b"));
        return routes;
    }();
    const Router router_{routes_};
    PathParams params_;
};

TEST_F(RouterOfJobs, FindsTheRowOfAPath) {
    EXPECT_EQ(path_of("/"), "/");
    EXPECT_EQ(path_of("/jobs"), "/jobs");
    EXPECT_EQ(path_of("/jobs", Method::post), "/jobs");
    EXPECT_EQ(path_of("/jobs/7/publication", Method::del), "/jobs/{jobId}/publication");
}

TEST_F(RouterOfJobs, GivesThePartsOfAPath) {
    EXPECT_EQ(path_of("/jobs/7/ads/8"), "/jobs/{jobId}/ads/{adId}");

    EXPECT_EQ(param("jobId"), "7");
    EXPECT_EQ(param("adId"), "8");
}

TEST_F(RouterOfJobs, PrefersTheLiteralToThePart) {
    EXPECT_EQ(path_of("/jobs/search"), "/jobs/search");
    EXPECT_EQ(path_of("/jobs/searches"), "/jobs/{jobId}");
}

TEST_F(RouterOfJobs, IgnoresASlashAtTheEnd) {
    EXPECT_EQ(path_of("/jobs/"), "/jobs");
    EXPECT_EQ(path_of("/jobs/7/"), "/jobs/{jobId}");
    EXPECT_EQ(param("jobId"), "7");
    EXPECT_EQ(path_of("/jobs/7/publication/", Method::put), "/jobs/{jobId}/publication");
}

TEST_F(RouterOfJobs, KnowsNoOtherPath) {
    for (const std::string_view path :
         {"", "jobs", "*", "/job", "/jobss", "/jobs/7/other", "/jobs/7/publication/more", "/jobs/7/ads",
          "/Jobs", "/JOBS", "/jobs;a", "/jobs,", "/ jobs", "/jobs ", "/jobs/7/Publication", "/{jobId}",
          "/nothing", "/%", "/jobs%"})
        EXPECT_EQ(path_of(path), "none") << path;
}

TEST_F(RouterOfJobs, KnowsNoPathWithAnEmptySegment) {
    for (const std::string_view path : {"//", "//jobs", "/jobs//", "/jobs///", "/jobs//publication",
                                        "/jobs//ads/8", "/jobs/7//", "/jobs/7//ads/8"})
        EXPECT_EQ(path_of(path), "none") << path;
}

TEST_F(RouterOfJobs, DecodesSegmentsOnce) {
    EXPECT_EQ(path_of("/%6aobs"), "/jobs");
    EXPECT_EQ(path_of("/%6Aobs/%37"), "/jobs/{jobId}");
    EXPECT_EQ(param("jobId"), "7");
    EXPECT_EQ(path_of("/%256aobs"), "none");
    EXPECT_EQ(path_of("/jobs/%2537"), "/jobs/{jobId}");
    EXPECT_EQ(param("jobId"), "%37");
    EXPECT_EQ(path_of("/odd%20path/a+b", Method::patch), "/odd path/a+b");
    EXPECT_EQ(path_of("/odd%20path/a%2Bb", Method::patch), "/odd path/a+b");
    EXPECT_EQ(path_of("/odd+path/a+b", Method::patch), "none");
}

TEST_F(RouterOfJobs, TakesAnEncodedSlashForAPartOfASegment) {
    EXPECT_EQ(path_of("/jobs%2F7"), "none");
    EXPECT_EQ(path_of("/jobs%2fsearch"), "none");
    EXPECT_EQ(path_of("/jobs/7%2Fpublication"), "/jobs/{jobId}");
    EXPECT_EQ(param("jobId"), "7/publication");
    EXPECT_EQ(path_of("/jobs/%2F/ads/%2f"), "/jobs/{jobId}/ads/{adId}");
    EXPECT_EQ(param("adId"), "/");
    EXPECT_EQ(path_of("%2Fjobs"), "none");
}

TEST_F(RouterOfJobs, RefusesAPercentSignThatStartsNoEscape) {
    for (const std::string_view path :
         {"/jobs/%", "/jobs/%2", "/jobs/%zz", "/jobs/7%/publication", "/jobs/%%37"})
        EXPECT_EQ(path_of(path), "none") << path;
}

TEST_F(RouterOfJobs, TakesDotsAsTheyAre) {
    EXPECT_EQ(path_of("/jobs/../jobs"), "none");
    EXPECT_EQ(path_of("/./jobs"), "none");
    EXPECT_EQ(path_of("/x/../jobs"), "none");
    EXPECT_EQ(path_of("/%2e%2e/jobs"), "none");
    EXPECT_EQ(path_of("/jobs/.."), "/jobs/{jobId}");
    EXPECT_EQ(param("jobId"), "..");
    EXPECT_EQ(path_of("/jobs/%2e%2E"), "/jobs/{jobId}");
    EXPECT_EQ(param("jobId"), "..");
}

TEST_F(RouterOfJobs, DoesNotLetANulEndASegment) {
    EXPECT_EQ(path_of("/jobs%00"), "none");
    EXPECT_EQ(path_of("/jobs/search%00"), "/jobs/{jobId}");
    EXPECT_EQ(param("jobId"), "");
}

TEST_F(RouterOfJobs, TakesWhatIsNotTextForAnUnknownId) {
    for (const std::string_view path : {"/jobs/%ff", "/jobs/\xff", "/jobs/a%80", "/jobs/%00", "/jobs/7%00",
                                        "/jobs/7%0a", "/jobs/%7f", "/jobs/%c2%85", "/jobs/%ed%a0%80"}) {
        EXPECT_EQ(path_of(path), "/jobs/{jobId}") << path;
        EXPECT_EQ(param("jobId"), "") << path;
    }
    EXPECT_EQ(path_of("/jobs/%ff/ads/8"), "/jobs/{jobId}/ads/{adId}");
    EXPECT_EQ(param("adId"), "8");
    EXPECT_EQ(path_of("/jobs/%c3%a4%20b"), "/jobs/{jobId}");
    EXPECT_EQ(param("jobId"), "ä b");
}

TEST_F(RouterOfJobs, TellsAWrongMethodFromAWrongPath) {
    EXPECT_EQ(path_of("/jobs", Method::del), "wrong method");
    EXPECT_EQ(path_of("/jobs", Method::other), "wrong method");
    EXPECT_EQ(path_of("/jobs", Method::options), "wrong method");
    EXPECT_EQ(path_of("/jobs/7/publication"), "wrong method");
}

TEST_F(RouterOfJobs, TellsWhichMethodsAPathHas) {
    EXPECT_EQ(allowed("/jobs"), "GET, HEAD, POST, OPTIONS");
    EXPECT_EQ(allowed("/jobs/7"), "GET, HEAD, OPTIONS");
    EXPECT_EQ(allowed("/jobs/7/publication"), "PUT, DELETE, OPTIONS");
    EXPECT_EQ(allowed("/odd%20path/a+b"), "PATCH, OPTIONS");
}

TEST(Router, NamesAMethodOnceAlsoWhenARowHasOptions) {
    const std::vector routes{row(Method::get, "/jobs"), row(Method::options, "/jobs")};
    const Router router{routes};
    PathParams params;

    EXPECT_EQ(router.find("/jobs", params)->allowed(), "GET, HEAD, OPTIONS");
}

TEST(Router, RefusesTwoRowsForOnePathAndMethod) {
    EXPECT_THROW((Router{std::vector{row(Method::get, "/jobs"), row(Method::get, "/jobs")}}),
                 std::logic_error);
    EXPECT_THROW((Router{std::vector{row(Method::get, "/jobs/{id}"), row(Method::get, "/jobs/{id}")}}),
                 std::logic_error);
    EXPECT_THROW((Router{std::vector{row(Method::get, "/jobs"), row(Method::get, "/jobs/")}}),
                 std::logic_error);
    EXPECT_NO_THROW((Router{std::vector{row(Method::get, "/jobs"), row(Method::put, "/jobs")}}));
}

TEST(Router, RefusesTwoNamesForOnePartOfAPath) {
    EXPECT_THROW((Router{std::vector{row(Method::get, "/jobs/{jobId}"), row(Method::put, "/jobs/{id}")}}),
                 std::logic_error);
}

TEST(Router, LetsALongerPathNameAPartAnew) {
    const std::vector routes{row(Method::get, "/sources/{identifier}"),
                             row(Method::get, "/sources/{type}/values")};
    const Router router{routes};
    PathParams one;
    PathParams values;

    ASSERT_TRUE(router.find("/sources/7", one));
    ASSERT_TRUE(router.find("/sources/board/values", values));
    EXPECT_EQ(one.text("identifier"), "7");
    EXPECT_EQ(values.text("type"), "board");
}

TEST(Router, KnowsNothingWithoutRows) {
    const Router router{{}};
    PathParams params;

    EXPECT_FALSE(router.find("/", params));
    EXPECT_FALSE(router.find("/jobs", params));
}

TEST(PathParams, GiveIdsOfTheirKindOnly) {
    PathParams params;
    params.add("jobId", "01890000-0000-7000-8000-000000000000");
    params.add("other", "..");

    EXPECT_EQ(params.id<JobId>("jobId", "JOB_NOT_FOUND").text(), "01890000-0000-7000-8000-000000000000");
    try {
        params.id<JobId>("other", "JOB_NOT_FOUND");
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.kind, ErrorKind::not_found);
        EXPECT_EQ(error.faults.front().code, "JOB_NOT_FOUND");
    }
}

TEST(RouterOfScreens, FindsOneRowForAllPathsBelow) {
    std::vector<Route> routes;
    routes.push_back(row(Method::get, "/console"));
    routes.push_back(row(Method::get, "/console/{path...}"));
    routes.push_back(row(Method::get, "/console/assets/{file}"));
    const Router router{routes};
    const auto path_of = [&](std::string_view path) -> std::string_view {
        PathParams params;
        const Place* const place = router.find(path, params);
        return place ? place->route(Method::get)->path : "none";
    };

    EXPECT_EQ(path_of("/console"), "/console");
    EXPECT_EQ(path_of("/console/"), "/console");
    for (const auto* const path : {"/console/jobs", "/console/jobs/7/pipeline",
                                   "/console/a/b/c/d/e/f/g/h/i/j/", "/console/a//b", "/console/%2e%2e/jobs"})
        EXPECT_EQ(path_of(path), "/console/{path...}") << path;
    EXPECT_EQ(path_of("/console/assets/a.js"), "/console/assets/{file}");
    EXPECT_EQ(path_of("/console/assets/a/b.js"), "none");
    EXPECT_EQ(path_of("/console/jobs/%zz"), "none");
    EXPECT_EQ(path_of("/consoles"), "none");
}

}  // namespace
}  // namespace callboard::edge

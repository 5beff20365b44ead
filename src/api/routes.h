// One function per folder, with its routes; src/routes.cpp joins them to the route table.
#pragma once

#include <vector>

#include "edge/route.h"

namespace callboard::api {

std::vector<edge::Route> service_routes();
std::vector<edge::Route> oauth_routes();
std::vector<edge::Route> accounts_routes();
std::vector<edge::Route> configuration_routes();
std::vector<edge::Route> job_property_routes();
std::vector<edge::Route> jobs_routes();
std::vector<edge::Route> postings_routes();
std::vector<edge::Route> candidates_routes();
std::vector<edge::Route> apply_routes();
std::vector<edge::Route> careers_routes();
std::vector<edge::Route> offers_routes();
std::vector<edge::Route> audit_routes();
std::vector<edge::Route> usage_routes();
std::vector<edge::Route> events_routes();
std::vector<edge::Route> webhooks_routes();
std::vector<edge::Route> reports_routes();
std::vector<edge::Route> scim_routes();

}  // namespace callboard::api

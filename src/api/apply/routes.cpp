// Routes of application forms, and of applying for postings.
#include "api/routes.h"

#include "api/apply/application_form.h"
#include "api/apply/apply.h"
#include "api/apply/apply_errors.h"
#include "edge/documented_errors.h"

namespace callboard::api {
namespace {

using edge::Errors;

const Errors kCompanyForm{{403, "PERMISSION_DENIED"}};
const Errors kJobForm{{403, "PERMISSION_DENIED"}, {404, "JOB_NOT_FOUND"}};

// All errors: they have a format of their own.
const Errors kApplying{
    {400, "INVALID_REQUEST"}, {400, "INVALID_INPUT"},      {401, "UNAUTHORIZED"},
    {403, "UNAUTHORIZED"},    {403, "INSUFFICIENT_SCOPE"}, {404, "RESOURCE_NOT_FOUND_ERROR"},
    {406, "INVALID_REQUEST"}, {413, "INVALID_REQUEST"},    {429, "TRAFFIC_LOCKED"},
    {500, "APPLY_API_ERROR"}, {503, "APPLY_API_ERROR"},    {503, "REST_CALL_TIMEOUT"}};
const Errors kApply =
    kApplying + Errors{{400, "DATA_VALIDATION_ERROR"}, {400, "FILE_UPLOAD_ERROR"}, {408, "REST_CALL_TIMEOUT"},
                       {409, "APPLY_API_ERROR"},       {415, "INVALID_REQUEST"},   {422, "INVALID_REQUEST"}};

constexpr std::size_t kApplyBody = std::size_t{14} * 1024 * 1024;  // files are in base64

constexpr std::string_view kCompanyPath = "/configuration/application-form";
constexpr std::string_view kJobPath = "/jobs/{jobId}/application-form";
constexpr std::string_view kConfigurationPath = "/postings/{postingUuid}/configuration";
constexpr std::string_view kApplyPath = "/postings/{postingUuid}/candidates";
constexpr std::string_view kStatusPath = "/postings/{postingUuid}/candidates/{applicantId}/status";

edge::Route with_apply_errors(edge::Route row) {
    return std::move(row).with_faults_as_400().with_errors_as(write_apply_error).refusing_with<ApplyError>();
}

}  // namespace

std::vector<edge::Route> apply_routes() {
    using edge::any_of;
    using edge::route;
    using enum http::Method;
    using enum oauth::Scope;
    using enum throttle::Policy;
    const edge::Access appliers = any_of({candidate_applications_manage});

    std::vector<edge::Route> table;
    const auto add = [&](edge::Route row) { table.push_back(std::move(row)); };
    // clang-format off
    //         method path                operation                  summary                                       who may call                    throttled by    ok   its own errors handler
    add(route({get,   kCompanyPath,       "getApplicationForm",      "Get the application form of the company",    any_of({configuration_read}),   {customer_api}, 200, kCompanyForm}, get_company_form).with_version());
    add(route({put,   kCompanyPath,       "setApplicationForm",      "Set the application form of the company",    any_of({configuration_manage}), {customer_api}, 200, kCompanyForm}, put_company_form).with_version());
    add(route({get,   kJobPath,           "getJobApplicationForm",   "Get what a job adds to the application form", any_of({jobs_read}),           {customer_api}, 200, kJobForm},     get_job_form).with_version());
    add(route({put,   kJobPath,           "setJobApplicationForm",   "Set what a job adds to the application form", any_of({jobs_manage}),         {customer_api}, 200, kJobForm},     put_job_form).with_version());

    add(with_apply_errors(route({get,  kConfigurationPath, "getPostingConfiguration", "Get what applicants for a posting are asked", appliers, {customer_api}, 200, kApplying}, get_posting_configuration)));
    add(with_apply_errors(
        route({post, kApplyPath,          "applyForPosting",         "Apply for a posting",                        appliers,                       {customer_api}, 200, kApply},       apply_to_posting).with_body_limit(kApplyBody)));
    add(with_apply_errors(route({get,  kStatusPath, "getApplyStatus", "Get the status of an application that was sent", appliers, {customer_api}, 200, kApplying}, get_apply_status)));
    // clang-format on
    return table;
}

}  // namespace callboard::api

#include "jobs/creation.h"

#include <utility>
#include <vector>

#include "base/error.h"
#include "base/random.h"
#include "configuration/department_store.h"
#include "configuration/dictionary.h"
#include "events/audit_log.h"
#include "events/outbox.h"
#include "jobs/access.h"
#include "jobs/job_store.h"

namespace callboard::jobs {
namespace {

using configuration::Dictionary;

void check_rights(const accounts::Actor& actor, const Draft& draft) {
    if (!may_change(actor)) throw forbidden("PERMISSION_DENIED", "the role of this user may not create jobs");
    if (draft.kind == Kind::blueprint && accounts::rights_of(actor.role).changes != accounts::Jobs::all) {
        throw forbidden("JOB_TEMPLATES_MANAGEMENT_FORBIDDEN",
                        "the role of this user may not manage job templates");
    }
}

std::optional<configuration::Department> find_department(db::Snapshot& snapshot, const Draft& draft) {
    const auto id = draft.department ? DepartmentId::parse(*draft.department) : std::nullopt;
    if (!id) return std::nullopt;
    return configuration::store::find_department(snapshot, *id);
}

// Each reference that leads nowhere has a code of its own.
void check_references(const Draft& draft, bool department_found) {
    std::vector<Fault> faults;
    const auto require = [&](bool found, const char* code, const char* path) {
        if (!found) faults.push_back({code, "there is no such value", path});
    };
    const auto known = [](Dictionary dictionary, const std::optional<std::string>& id) {
        return !id || configuration::find_term(dictionary, *id) != nullptr;
    };
    require(!draft.department || department_found, "DEPARTMENT_NOT_FOUND", "/department/id");
    require(known(Dictionary::industries, draft.industry), "INDUSTRY_NOT_FOUND", "/industry/id");
    require(known(Dictionary::functions, draft.function), "FUNCTION_NOT_FOUND", "/function/id");
    require(known(Dictionary::experience_levels, draft.experience_level), "EXPERIENCE_LEVEL_NOT_FOUND",
            "/experienceLevel/id");
    require(known(Dictionary::employment_types, draft.employment_type), "TYPE_OF_EMPLOYMENT_NOT_FOUND",
            "/typeOfEmployment/id");
    require(known(Dictionary::eeo_categories, draft.eeo_category), "EEO_CATEGORY_NOT_FOUND",
            "/eeoCategory/id");
    require(configuration::find_language(draft.ad_language) != nullptr, "JOB_AD_LANGUAGE_NOT_FOUND",
            "/jobAd/language/code");
    if (!faults.empty()) throw Error{ErrorKind::invalid_request, std::move(faults)};
}

// As people know them: REF4028317V.
std::string new_ref_number() {
    return "REF" + random_text(7, "0123456789") + random_text(1, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
}

void store_job(db::Tx& tx, Job& job, bool ref_number_given) {
    while (!store::insert(tx, job)) {
        if (ref_number_given) {
            throw conflict("REF_NUMBER_ALREADY_EXISTS", "there is a job with this reference number already");
        }
        job.ref_number = new_ref_number();
    }
}

}  // namespace

Job create(db::Tx& tx, const accounts::Actor& actor, Draft draft) {
    check_rights(actor, draft);
    auto department = find_department(tx, draft);
    check_references(draft, department.has_value());

    Job job{.id = tx.new_id<JobId>(),
            .kind = draft.kind,
            .title = std::move(draft.title),
            .ref_number = draft.ref_number.value_or(new_ref_number()),
            .status = Status::created,
            .posting = Posting::not_published,
            .department = std::move(department),
            .industry = std::move(draft.industry),
            .function = std::move(draft.function),
            .experience_level = std::move(draft.experience_level),
            .employment_type = std::move(draft.employment_type),
            .eeo_category = std::move(draft.eeo_category),
            .location = std::move(draft.location),
            .target_hiring_at = draft.target_hiring_at,
            .pay = std::move(draft.pay),
            .ad = {.id = tx.new_id<JobAdId>(),
                   .language = std::move(draft.ad_language),
                   .sections = std::move(draft.ad_sections)},
            .creator = {.id = actor.id(), .first_name = {}, .last_name = {}},
            .created_at = tx.now,
            .updated_at = tx.now,
            .last_activity_at = tx.now};
    store_job(tx, job, draft.ref_number.has_value());
    store::insert_default_ad(tx, job);
    store::insert_status_change(tx, job.id, job.status, actor.id());
    store::insert_team_member(tx, job.id, actor.id(), "RECRUITER");

    events::append(tx, events::JobCreated{job.id});
    events::append(tx, events::JobAdCreated{job.id, job.ad.id});
    events::audit(tx, actor, {.name = "JOB_CREATED", .entity_type = "JOB", .entity_id = job.id.text()});
    events::audit(tx, actor,
                  {.name = "JOB_AD_CREATED", .entity_type = "JOB_AD", .entity_id = job.ad.id.text()});
    return store::find(tx, job.id).value();
}

}  // namespace callboard::jobs

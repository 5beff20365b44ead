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

std::optional<DepartmentPart> find_department(db::Snapshot& snapshot, const Draft& draft) {
    const auto id = draft.department ? DepartmentId::parse(*draft.department) : std::nullopt;
    if (!id) return std::nullopt;
    auto found = configuration::store::find_department(snapshot, *id);
    if (!found) return std::nullopt;
    return DepartmentPart{
        .id = found->id, .label = std::move(found->label), .description = std::move(found->description)};
}

// Looks words up in their dictionaries and notes each one that is not there, under the code it has for that.
class References {
  public:
    LabelledTerm term(Dictionary dictionary, std::string id, const char* code, const char* path) {
        const configuration::Term* const found = configuration::find_term(dictionary, id);
        require(found != nullptr, code, path);
        return {.id = std::move(id), .label = std::string{found ? found->label : ""}};
    }
    std::optional<LabelledTerm> term(Dictionary dictionary, std::optional<std::string> id, const char* code,
                                     const char* path) {
        if (!id) return std::nullopt;
        return term(dictionary, std::move(*id), code, path);
    }
    void require(bool found, const char* code, const char* path) {
        if (!found) faults_.push_back({code, "there is no such value", path});
    }
    void throw_faults() {
        if (!faults_.empty()) throw Error{ErrorKind::invalid_request, std::move(faults_)};
    }

  private:
    std::vector<Fault> faults_;
};

Content content(db::Snapshot& snapshot, Draft& draft) {
    using enum Dictionary;
    References look;
    auto department = find_department(snapshot, draft);
    look.require(!draft.department || department, "DEPARTMENT_NOT_FOUND", "/department/id");
    look.require(configuration::find_language(draft.ad_language) != nullptr, "JOB_AD_LANGUAGE_NOT_FOUND",
                 "/jobAd/language/code");
    Content made{
        .summary = {.title = std::move(draft.title),
                    .ref_number = draft.ref_number.value_or(""),
                    .department = std::move(department)},
        .details = {.location = std::move(draft.location),
                    .target_hiring_date = draft.target_hiring_date,
                    .industry = look.term(industries, std::move(draft.industry), "INDUSTRY_NOT_FOUND",
                                          "/industry/id"),
                    .function =
                        look.term(functions, std::move(draft.function), "FUNCTION_NOT_FOUND", "/function/id"),
                    .experience_level = look.term(experience_levels, std::move(draft.experience_level),
                                                  "EXPERIENCE_LEVEL_NOT_FOUND", "/experienceLevel/id"),
                    .type_of_employment = look.term(employment_types, std::move(draft.employment_type),
                                                    "TYPE_OF_EMPLOYMENT_NOT_FOUND", "/typeOfEmployment/id"),
                    .eeo_category = look.term(eeo_categories, std::move(draft.eeo_category),
                                              "EEO_CATEGORY_NOT_FOUND", "/eeoCategory/id"),
                    .is_template = draft.kind == Kind::blueprint,
                    .compensation = std::move(draft.compensation)},
        .ad_language = std::move(draft.ad_language),
        .ad_sections = std::move(draft.ad_sections)};
    look.throw_faults();
    return made;
}

// As people know them: REF4028317V.
std::string new_ref_number() {
    return "REF" + random_text(7, "0123456789") + random_text(1, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
}

void store_job(db::Tx& tx, const Job& job, Content& made, bool ref_number_given) {
    if (!ref_number_given) made.summary.ref_number = new_ref_number();
    while (!store::insert(tx, job, made)) {
        if (ref_number_given) {
            throw conflict("REF_NUMBER_ALREADY_EXISTS", "there is a job with this reference number already");
        }
        made.summary.ref_number = new_ref_number();
    }
}

}  // namespace

Job create(db::Tx& tx, const accounts::Actor& actor, Draft draft) {
    check_rights(actor, draft);
    Content made = content(tx, draft);
    const Job job{.id = tx.new_id<JobId>(),
                  .kind = draft.kind,
                  .status = Status::created,
                  .posting = Posting::not_published,
                  .default_ad = tx.new_id<JobAdId>(),
                  .creator = actor.id()};
    store_job(tx, job, made, draft.ref_number.has_value());
    store::insert_default_ad(tx, job, made.summary.title);
    store::insert_status_change(tx, job.id, job.status, actor.id());
    store::insert_team_member(tx, job.id, actor.id(), "RECRUITER");

    events::append(tx, events::JobCreated{job.id});
    events::append(tx, events::JobAdCreated{job.id, job.default_ad});
    events::audit(tx, actor, {.name = "JOB_CREATED", .entity_type = "JOB", .entity_id = job.id.text()});
    events::audit(tx, actor,
                  {.name = "JOB_AD_CREATED", .entity_type = "JOB_AD", .entity_id = job.default_ad.text()});
    return job;
}

}  // namespace callboard::jobs

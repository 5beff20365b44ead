#include "support/sample_company.h"

#include "accounts/access_groups.h"
#include "accounts/avatar.h"
#include "accounts/sso_connections.h"
#include "apply/submission.h"
#include "candidates/access.h"
#include "candidates/applicant_link_store.h"
#include "candidates/registration.h"
#include "configuration/company_profile.h"
#include "configuration/departments.h"
#include "configuration/hiring_processes.h"
#include "configuration/job_properties.h"
#include "configuration/job_property_dependents.h"
#include "configuration/job_property_store.h"
#include "configuration/job_property_values.h"
#include "events/outbox.h"
#include "files/file_store.h"
#include "jobs/creation.h"
#include "jobs/hiring_team.h"
#include "jobs/note.h"
#include "jobs/positions.h"
#include "jobs/publication.h"
#include "oauth/company_applications.h"
#include "oauth/company_credentials.h"
#include "oauth/grant_store.h"
#include "oauth/token.h"
#include "offers/documents.h"
#include "offers/offers.h"
#include "postings/posting.h"
#include "reports/file_folder.h"
#include "reports/report_file_store.h"
#include "reports/reporting.h"
#include "support/given.h"
#include "support/seal.h"
#include "webhooks/delivery/callback_store.h"
#include "webhooks/outgoing/address_guard.h"
#include "webhooks/subscriptions/subscribing.h"

namespace callboard::test {
namespace {

// The user in the examples.
const UserId kExampleUser = UserId::from_trusted("65a0f3c2b1d4e5f60718293a");

// The property in the example of dependents.
const JobPropertyId kExampleProperty = JobPropertyId::from_trusted("65a0f3c2b1d4e5f60718293b");

jobs::PositionDraft position() {
    return {.number = "P-1",
            .kind = jobs::PositionKind::fresh,
            .incumbent_name = {},
            .opens_at = {1'767'225'600'000},
            .target_start_at = {1'772'323'200'000}};
}

// A property with the values of the examples and a dependent, whose value has a generated id, so that other
// companies do not have it.
void add_job_properties(db::Tx& tx, const accounts::Actor& administrator, Ids& ids) {
    using namespace configuration;
    const JobPropertyId station = add_job_property(tx, administrator, {.label = "Station"}).id;
    const JobPropertyId team = add_job_property(tx, administrator, {.label = "Team"}).id;
    store::insert_job_property(tx, {{.label = "Uniform"}, kExampleProperty, std::nullopt});
    const std::string day = add_property_value(tx, administrator, station, {.id = "day", .label = "Day"}).id;
    add_property_value(tx, administrator, station, {.id = "late", .label = "Late"});
    const std::string early = add_property_value(tx, administrator, team, {.id = {}, .label = "Early"}).id;
    add_property_value(tx, administrator, team, {.id = "evening", .label = "Evening"});
    add_dependents(tx, administrator, station, {std::string{team.text()}});
    add_dependent_value(tx, administrator, {.parent = station, .value = day, .dependent = team.text()},
                        early);
    translate_job_property(tx, administrator, station, {{.language = "de", .label = "Posten"}});
    ids["jobPropertyId"] = station.text();
    ids["dependentId"] = team.text();
    ids["dependentValueId"] = early;
}

candidates::Draft applicant() {
    return {.profile = {.first_name = {"Sam"}, .last_name = {"Applicant"}, .email = {"sam@example.com"}}};
}

// An active subscription without a handshake: there is no receiver.
SubscriptionId subscription(db::Tx& tx, const accounts::Actor& administrator) {
    const webhooks::AddressGuard guard{{}};
    const auto made = webhooks::create(tx, administrator,
                                       {.callback_url = "https://hooks.example.com/world",
                                        .events = {"job.created"},
                                        .alerting_email = {},
                                        .auth = {}},
                                       guard, test_seal());
    webhooks::activate(tx, administrator, made);
    webhooks::new_key(tx, administrator, made.id, test_seal());
    return made.id;
}

// An application that the company registered, which the user has authorized.
ApplicationId application(db::Tx& tx, const accounts::Actor& administrator, const UserId& user) {
    const auto made = oauth::register_own_application(
        tx, administrator, oauth::ScopeSet::all(),
        {.name = "Intranet", .redirect_uris = {"https://intranet.example/callback"}, .scopes = "jobs_read"},
        oauth::new_secret(oauth::SecretKind::client_secret));
    const ApplicationId id = made.application.id;
    oauth::store::allow(tx, {.company = tx.company(), .user = user, .application = id},
                        {oauth::Scope::jobs_read});
    return id;
}

CredentialId credential(db::Tx& tx, const accounts::Actor& administrator) {
    constexpr auto kType = oauth::CredentialType::client_credentials;
    return oauth::create_company_credential(tx, administrator, oauth::ScopeSet::all(),
                                            {.type = kType,
                                             .name = "World",
                                             .user = std::nullopt,
                                             .scopes = oauth::ScopeSet{oauth::Scope::jobs_read}},
                                            oauth::new_credential_secret(kType))
        .id;
}

CallbackId callback(db::Tx& tx, const SubscriptionId& subscription, const EventId& event) {
    const auto id = tx.new_id<CallbackId>();
    webhooks::store::insert_callback(tx, tx.company(),
                                     {.id = id,
                                      .subscription = subscription,
                                      .event = event,
                                      .status = webhooks::CallbackStatus::failed,
                                      .sent_at = tx.now,
                                      .url = "https://hooks.example.com/world",
                                      .headers = R"({"event-name":"job.created"})",
                                      .response_status = 500,
                                      .failure = "answered 500",
                                      .address = {},
                                      .took = std::chrono::milliseconds{12},
                                      .body = {}});
    return id;
}

// One that is not the default, so that it can be deleted.
HiringProcessId hiring_process(db::Tx& tx, const accounts::Actor& administrator) {
    using enum configuration::Stage;
    return configuration::add_hiring_process(
               tx, administrator,
               {.name = "World",
                .active = true,
                .is_default = false,
                .steps = {{in_review, "Screen", false}, {interview, "Trial", true}}})
        .id;
}

// A complete report file, without the generator.
ReportFileId report_file(db::Tx& tx, const accounts::Actor& administrator, const ReportId& report,
                         const std::filesystem::path& folder) {
    const std::string token = "world";
    const auto file = reports::begin_file(
        tx, administrator, report, {.node = "world", .token = token, .duration = std::chrono::minutes{1}});
    reports::NewFile bytes{folder / reports::bytes_name(file.id, token), reports::Format::csv};
    bytes.append("Job id\r\n");
    reports::store::finish(
        tx, file.id, token,
        {.failure = {}, .access_groups = "", .rows = 0, .csv_bytes = bytes.keep(), .excel_bytes = {}});
    return file.id;
}

}  // namespace

SampleCompany::SampleCompany(db::Db& db, const std::string& identifier,
                             const std::filesystem::path& report_folder)
    : company(given::company(db, identifier)) {
    const auto administrator = given::user(db, company);
    const auto employee = given::user(db, company, accounts::Role::employee);
    const UserId user = given::user(db, company, accounts::Role::standard).id();
    given::user(db, company, accounts::Role::standard, kExampleUser);
    key = given::api_key(db, company, administrator);
    employee_key = given::api_key(db, company, employee);
    ids["userId"] = user.text();
    db.write(company, [&](db::Tx& tx) {
        const jobs::Job job = jobs::create(tx, administrator, given::draft());
        ids["jobId"] = job.id.text();
        ids["jobAdId"] = job.default_ad.text();
        ids["positionId"] = jobs::add_position(tx, administrator, job.id, position()).id.text();
        jobs::join_team(tx, administrator, job.id, {.user = user, .role = "RECRUITER"});
        jobs::write_note(tx, administrator, job.id, "Two interviews at most.");
        const jobs::Job posted = jobs::create(tx, administrator, given::draft());
        jobs::publish(tx, administrator, posted.id, jobs::PublicationAudience::everyone);
        ids["company"] = identifier;
        const auto posting = postings::find_of_ad(tx, posted.id, posted.default_ad).value();
        ids["postingId"] = posting.id.text();
        ids["postingUuid"] = posting.uuid.text();
        apply::Input sent;
        sent.draft.profile = {.first_name = {"Pat"}, .last_name = {"Sender"}, .email = {"pat@example.com"}};
        ids["applicantId"] = apply::submit(tx, administrator, posting, sent).candidate.text();
        const auto group = accounts::add_access_group(tx, administrator, "Harbour");
        accounts::add_to_access_group(tx, administrator, group.id, {user});
        accounts::set_avatar(tx, administrator, user, "GIF89a");
        ids["accessGroupId"] = group.id.text();
        const auto candidate = candidates::register_for_job(tx, administrator, job.id, applicant());
        ids["candidateId"] = candidate.text();
        candidates::store::insert_erasure_request(tx, candidate);
        ids["jobApplicationId"] = candidates::visible_application(tx, administrator, candidate, job.id,
                                                                  candidates::kApplicationForbidden)
                                      .id.text();
        ids["attachmentId"] = files::store::insert(tx, candidate, job.id,
                                                   files::text_file(files::Purpose::resume, "cv.txt", "Pat"))
                                  .text();
        const auto offer = offers::create_offer(tx, administrator, candidate, job.id, {{"salary", "1000"}});
        offers::change_offer(tx, administrator, candidate, job.id, offer.id,
                             {.status = offers::OfferStatus::pending_acceptance, .properties = {}});
        ids["offerId"] = offer.id.text();
        ids["documentId"] = offers::documents(tx, administrator, offer.id).front().id.text();
        ids["sourceValueId"] = user.text();  // a user, for referrals
        const auto subscribed = subscription(tx, administrator);
        ids["subscriptionId"] = subscribed.text();
        const EventId event = events::append(tx, events::JobUpdated{job.id});
        ids["callbackId"] = callback(tx, subscribed, event).text();
        const auto report =
            reports::create(tx, administrator, {.name = "All jobs", .area = "JOB", .definition = {}});
        ids["reportId"] = report.id.text();
        ids["reportFileId"] = report_file(tx, administrator, report.id, report_folder).text();
        accounts::set_sso_connection(tx, administrator,
                                     {.issuer = "https://login.world.example",
                                      .client_id = "callboard",
                                      .client_secret = Secret{"a-secret-of-the-provider"},
                                      .created_role = {},
                                      .domains = {{identifier + ".example.com"}}},
                                     test_seal());
        ids["clientId"] = application(tx, administrator, user).text();
        ids["credentialId"] = credential(tx, administrator).text();
        add_job_properties(tx, administrator, ids);
        ids["departmentId"] = configuration::add_department(tx, administrator, "Bar", {}, {}).id.text();
        ids["hiringProcessId"] = hiring_process(tx, administrator).text();
        configuration::set_logo(tx, administrator, "GIF89a");
        configuration::change_company(tx, administrator, [](configuration::CompanyProfile profile) {
            profile.website = "https://world.example";
            return profile;
        });
    });
    for (const auto& [parameter, id] : shared_ids()) ids[parameter] = id;
}

const Ids& shared_ids() {
    static const Ids kIds{{"rejectionReasonId", "01990000-0002-7000-8000-000000000001"},
                          {"withdrawalReasonId", "01990000-0003-7000-8000-000000000001"},
                          {"offerPropertyKey", "bonus"},
                          {"typeOfEmploymentId", "contract"},
                          {"sourceType", "REFERRALS"},
                          {"sourceIdentifier", "01990000-0004-7000-8000-000000000001"},
                          {"propertyId", "01990000-0005-7000-8000-000000000004"},
                          {"valueId", "one-month"},
                          {"jobPropertyValueId", "day"},
                          {"file", "icon.svg"},
                          {"guide", "guide"},
                          {"companyIdentifier", "nobody"},
                          {"name", "world"}};
    return kIds;
}

const Ids& unknown_ids() {
    static const Ids kIds{{"jobId", "01890000-0000-7000-8000-000000000000"},
                          {"jobAdId", "01890000-0000-7000-8000-000000000000"},
                          {"postingUuid", "01890000-0000-7000-8000-000000000000"},
                          {"applicantId", "01890000-0000-7000-8000-000000000000"},
                          {"positionId", "01890000-0000-7000-8000-000000000000"},
                          {"candidateId", "01890000-0000-7000-8000-000000000000"},
                          {"jobApplicationId", "01890000-0000-7000-8000-000000000000"},
                          {"offerId", "01890000-0000-7000-8000-000000000000"},
                          {"documentId", "01890000-0000-7000-8000-000000000000"},
                          {"attachmentId", "01890000-0000-7000-8000-000000000000"},
                          {"hiringProcessId", "01890000-0000-7000-8000-000000000000"},
                          {"rejectionReasonId", "01890000-0000-7000-8000-000000000000"},
                          {"withdrawalReasonId", "01890000-0000-7000-8000-000000000000"},
                          {"offerPropertyKey", "nothing"},
                          {"typeOfEmploymentId", "nothing"},
                          {"sourceType", "NOTHING"},
                          {"sourceValueId", "00000000000000000000000f"},
                          {"sourceIdentifier", "01890000-0000-7000-8000-000000000000"},
                          {"propertyId", "01890000-0000-7000-8000-000000000000"},
                          {"valueId", "nothing"},
                          {"file", "nothing.css"},
                          {"guide", "nothing"},
                          {"companyIdentifier", "nothing"},
                          {"name", "nothing"},
                          {"userId", "00000000000000000000000f"},
                          {"accessGroupId", "00000000000000000000000f"},
                          {"subscriptionId", "01890000-0000-7000-8000-000000000000"},
                          {"callbackId", "01890000-0000-7000-8000-000000000000"},
                          {"reportId", "01890000-0000-7000-8000-000000000000"},
                          {"reportFileId", "01890000-0000-7000-8000-000000000000"},
                          {"clientId", "0000000000000000000000000000000f"},
                          {"credentialId", "01890000-0000-7000-8000-000000000000"},
                          {"company", "nothing"},
                          {"postingId", "999999999"},
                          {"departmentId", "999999999"},
                          {"jobPropertyId", "00000000000000000000000f"},
                          {"jobPropertyValueId", "nothing"},
                          {"dependentId", "00000000000000000000000f"},
                          {"dependentValueId", "nothing"}};
    return kIds;
}

std::string filled(std::string_view path, const Ids& ids) {
    std::string text{path};
    for (auto open = text.find('{'); open != std::string::npos; open = text.find('{')) {
        const auto close = text.find('}');
        text.replace(open, close - open + 1, ids.at(text.substr(open + 1, close - open - 1)));
    }
    return text;
}

}  // namespace callboard::test

#include "pages/identity/sign_in_page.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "accounts/company_store.h"
#include "accounts/credential.h"
#include "accounts/login_mode.h"
#include "accounts/second_factor.h"
#include "accounts/session_store.h"
#include "accounts/sign_in.h"
#include "accounts/user_access.h"
#include "accounts/user_store.h"
#include "base/encoding.h"
#include "edge/own_origin.h"
#include "oauth/token.h"
#include "pages/console_files.h"
#include "pages/identity/browser.h"
#include "pages/identity/layout.h"
#include "pages/identity/password_check.h"
#include "pages/identity/sign_on_pages.h"

namespace callboard::pages {
namespace {

constexpr std::string_view kSigningIn = "sign-in";

std::string_view home() {
    return has_console() ? kConsolePath : "/identity/connections";
}

bool is_console_page(std::string_view path) {
    if (!has_console() || !path.starts_with(kConsolePath)) return false;
    path.remove_prefix(kConsolePath.size());
    return path.empty() || path.starts_with('/') || path.starts_with('?');
}

bool is_identity_page(std::string_view path) {
    return path.starts_with("/identity/") && !path.starts_with("/identity/sign") &&
           !path.starts_with("/identity/second") && !path.starts_with("/identity/sso");
}

bool is_careers_page(std::string_view path) {
    return path.starts_with("/careers/");
}

}  // namespace

// Only pages of this server are accepted as a destination, against open redirects.
std::string destination(const edge::WebCall& call) {
    const std::string_view wanted = call.query ? call.query->text("to") : "";
    const bool ours = (is_identity_page(wanted) || is_console_page(wanted) || is_careers_page(wanted)) &&
                      std::ranges::all_of(wanted, [](char c) { return c > ' ' && c < 0x7f && c != '\\'; });
    return std::string{ours ? wanted : home()};
}

std::string sign_in_address(std::string_view to) {
    return "/identity/sign-in?to=" + percent_encode(to);
}

std::string sign_on_address(std::string_view company_identifier, std::string_view to) {
    return "/identity/sso/" + percent_encode(company_identifier) + "?to=" + percent_encode(to);
}

namespace {

edge::WebReply form(const edge::WebCall& call, Html message, std::string_view email) {
    const Secret visitor = visitor_of(call);
    edge::WebReply reply =
        identity_page("Sign in", fill(web_file("identity/sign_in.html"),
                                      {{"notice", std::move(message)},
                                       {"action", sign_in_address(destination(call))},
                                       {"sign_on", "/identity/sso?to=" + percent_encode(destination(call))},
                                       {"token", form_token(visitor, kSigningIn)},
                                       {"email", email}}));
    set_visitor(reply, call, visitor);
    return reply;
}

// Runs after the reply, and for unknown accounts, too: neither the time of the reply nor that of the next
// write shows whether there is such an account.
class FailureAudit final : public db::WriteWork {
  public:
    FailureAudit(const std::optional<accounts::Account>& account, const edge::WebCall& call)
        : db::WriteWork(account ? std::optional{account->company} : std::nullopt),
          account_(account),
          address_(call.request.client),
          request_id_(call.request.id),
          log_(call.services.log) {}

    void run(db::Tx& tx) override {
        accounts::record_failed_sign_in(tx, account_,
                                        {.user = {}, .address = address_, .request_id = request_id_});
    }
    void done(std::exception_ptr failure) noexcept override {
        if (failure) log_.write(telemetry::Level::warn, "sign_in_not_audited", {{"request", request_id_}});
        delete this;
    }

  private:
    const std::optional<accounts::Account> account_;
    const IpAddress address_;
    const std::string request_id_;
    const telemetry::Log& log_;
};

void audit_refusal(db::Db& db, const edge::WebCall& call, const std::optional<accounts::Account>& account,
                   edge::PasswordCheck::AfterReply& after_reply) {
    after_reply = [&db, audit = std::make_unique<FailureAudit>(account, call)]() mutable {
        db.start(*audit.release());  // deletes itself
    };
}

edge::WebReply refuse(db::Db& db, const edge::WebCall& call, const accounts::Claim& claim,
                      edge::PasswordCheck::AfterReply& after_reply) {
    const std::string_view email = call.form->text("email");
    edge::WebReply reply =
        form(call, notice(Tone::bad, "Wrong e-mail or password."), is_utf8(email) ? email : "");
    reply.status = 401;
    audit_refusal(db, call, claim.account, after_reply);
    return reply;
}

edge::WebReply ask_for_second_factor(db::Db& db, const edge::WebCall& call, const accounts::Account& account,
                                     const std::string& mark) {
    db.write(account.company, [&](db::Tx& tx) {
        accounts::ask_for_second_factor(tx, account, author_of(call, account.user));
    });
    edge::WebReply reply = edge::redirect("/identity/second-factor?to=" + percent_encode(destination(call)));
    set_pending(reply, call,
                {.account = account, .email = std::string{call.form->text("email")}, .password_mark = mark});
    return reply;
}

// After the right password.
edge::WebReply start_user_session(db::Db& db, const edge::WebCall& call, const accounts::Claim& claim,
                                  edge::PasswordCheck::AfterReply& after_reply) {
    const accounts::Account& account = *claim.account;
    // Already signed in, in another tab: the session is kept so that the forms open there stay valid.
    const auto present =
        db.read(std::nullopt, [&](db::Snapshot& snapshot) { return session_of(snapshot, call); });
    if (present && present->who.company == account.company && present->who.user == account.user) {
        db.write(account.company,
                 [&](db::Tx& tx) { accounts::audit_sign_in(tx, account, call.author(), true); });
        return edge::redirect(destination(call));
    }
    const std::string mark = accounts::password_mark(claim.password_hash);
    // Under the lock, because a second factor may be set up meanwhile.
    auto step = accounts::SecondStep::none;
    const auto session = db.write(account.company, [&](db::Tx& tx) -> std::optional<Secret> {
        accounts::lock_user_changes(tx);
        step = accounts::second_step(tx, account.user);
        if (step != accounts::SecondStep::none) return std::nullopt;
        return begin_session(tx, call, account, mark);
    });
    if (step != accounts::SecondStep::none) return ask_for_second_factor(db, call, account, mark);
    if (!session) return refuse(db, call, claim, after_reply);  // the password was changed meanwhile
    edge::WebReply reply = edge::redirect(destination(call));
    set_session(reply, call, *session);
    return reply;
}

// Where users go who must not sign in with a password; nothing for all others.
std::optional<std::string> required_sign_on(db::Db& db, const edge::WebCall& call,
                                            const accounts::Account& account) {
    return db.read(account.company, [&](db::Snapshot& snapshot) -> std::optional<std::string> {
        const auto record = accounts::store::find_record(snapshot, account.user);
        if (!record || accounts::may_use_password(snapshot, *record)) return std::nullopt;
        return sign_on_address(accounts::store::own_company(snapshot).identifier, destination(call));
    });
}

}  // namespace

// A new session id at every sign-in, against session fixation.
std::optional<Secret> begin_session(db::Tx& tx, const edge::WebCall& call, const accounts::Account& account,
                                    std::string_view password_mark) {
    Secret session = oauth::new_secret(oauth::SecretKind::session);
    const bool has_begun = accounts::begin_session_after_password(
        tx, account, password_mark, accounts::hash_of(session.reveal()), call.author(),
        origin_of(call, accounts::Authentication::password));
    if (!has_begun) return std::nullopt;
    return session;
}

edge::WebReply send_to_sign_in(const edge::WebCall& call) {
    std::string here{call.request.path};
    if (!call.request.query.empty()) here.append("?").append(call.request.query);
    return edge::redirect(sign_in_address(here));
}

edge::WebReply sign_in_page(db::Snapshot& snapshot, const edge::WebCall& call) {
    if (session_of(snapshot, call)) return edge::redirect(destination(call));
    const bool has_new_password = call.query && call.query->text("done") == "password";
    return form(call,
                has_new_password ? notice(Tone::good, "Your password is set. Sign in with it.") : Html{}, "");
}

edge::ReplyOrCheck sign_in(db::Db& db, const edge::WebCall& call) {
    if (!has_form_token(call, form_token(visitor_of(call), kSigningIn))) return form_is_stale();
    const std::string_view email = call.form->text("email");
    const Secret password{std::string{call.form->text("password")}};
    auto claim = accounts::claim_of(db, email);
    const PasswordQuestion question{
        .email = email, .guess = password, .stored_hash = claim.password_hash, .new_password = std::nullopt};
    return check_password(
        call, question,
        [&db, &call, claim](const PasswordAnswer& answer, edge::PasswordCheck::AfterReply& after_reply) {
            if (!answer.right || !claim.account) return refuse(db, call, claim, after_reply);
            if (const auto sign_on = required_sign_on(db, call, *claim.account)) {
                audit_refusal(db, call, *claim.account, after_reply);
                return edge::redirect(*sign_on);
            }
            return start_user_session(db, call, claim, after_reply);
        });
}

edge::WebReply sign_out(db::Tx& tx, const edge::WebCall& call) {
    const auto session = session_of(tx, call);
    edge::WebReply reply = edge::redirect("/identity/sign-in");
    if (session) {
        // The console has no form of ours, but the origin of its page.
        const bool is_ours =
            has_form_token(call, session->form_token(kSigningOut)) ||
            edge::request_origin(call.request, call.public_url()) == edge::RequestOrigin::own;
        if (!is_ours) return form_is_stale();
        const CompanyId& company = session->who.company;
        if (session->who.authentication == accounts::Authentication::web_sso) {
            db::Tx inside = tx.within(company);
            reply = send_to_sign_on_end(call, accounts::store::own_company(inside));
        }
        accounts::end_session(tx, {.company = company, .user = session->who.user}, to_hex(session->hash()),
                              call.author());
        reply.changed_company = company;
    }
    end_session(reply, call);
    return reply;
}

}  // namespace callboard::pages

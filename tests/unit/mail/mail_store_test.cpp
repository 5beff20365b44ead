#include "mail/mail_store.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "accounts/administration.h"
#include "mail/outbox.h"
#include "support/each_database.h"
#include "support/given.h"

namespace callboard::mail {
namespace {

class MailStore : public test::EachDatabase {
  protected:
    void company_has(const std::string& language) {
        db->write(company, [&](db::Tx& tx) { accounts::set_language(tx, language); });
    }
    // In which language a mail to a reader of this language is queued.
    std::string language_for(const std::string& reader) {
        const MailId id = db->write(company, [&](db::Tx& tx) {
            return send(tx,
                        {.kind = Kind::offer, .to = "grace@example.test", .language = reader, .values = {}});
        });
        return db
            ->read(std::nullopt, [&](db::Snapshot& snapshot) { return store::find(snapshot, id).value(); })
            .language;
    }

    const CompanyId company = given::company(*db);
};

TEST_P(MailStore, AMailIsInTheLanguageOfTheReaderIfThereAreTextsInIt) {
    company_has("de");
    for (const std::string reader : {"fr", "fr-CA", "en", "en-GB"}) EXPECT_EQ(language_for(reader), reader);
}

TEST_P(MailStore, AMailToAReaderOfAnotherLanguageIsInThatOfTheCompany) {
    company_has("de");
    for (const std::string reader : {"cs", "cs-CZ", ""}) EXPECT_EQ(language_for(reader), "de") << reader;
}

RUN_ON_EACH_DATABASE(MailStore);

}  // namespace
}  // namespace callboard::mail

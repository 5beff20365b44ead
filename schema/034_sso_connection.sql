-- The provider by which users of a company sign on (OpenID Connect), one for each company. The client secret is sealed.
-- `claim` names the claim that is compared with the SSO identifier of users. Tokens must have `required_claim`, as
-- NAME=VALUE. `created_role` is the role of users who are created when they sign on for the first time, NULL: nobody is
-- created. From `required_at` on, passwords are for administrators only. A connection that was removed stays, without
-- its secret, because the SSO identifiers of users are those of its issuer and claim.
CREATE TABLE sso_connection (
    company_id     TEXT PRIMARY KEY,
    issuer         TEXT NOT NULL,
    client_id      TEXT NOT NULL,
    sealed_secret  TEXT NOT NULL,
    claim          TEXT NOT NULL,
    required_claim TEXT,
    created_role   TEXT,
    required_at    BIGINT,
    updated_at     BIGINT NOT NULL,
    removed_at     BIGINT
);

-- Domains of e-mail addresses, in lower case: they lead from the sign-in page to the provider of the company, and only
-- users with such an address are created. A domain belongs to one company.
CREATE TABLE sso_domain (
    domain     TEXT PRIMARY KEY,
    company_id TEXT NOT NULL
);
CREATE INDEX sso_domain_by_company ON sso_domain (company_id, domain);
